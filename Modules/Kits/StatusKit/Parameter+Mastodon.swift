public import FeatureKit
public import MastodonKit
public import TerminalKit

extension Reference {
  public static func status(_ id: Status.ID) -> Reference { Reference(kind: .status, id: id.rawValue) }
  public static func account(_ id: Account.ID) -> Reference { Reference(kind: .account, id: id.rawValue) }
  public static func notification(_ id: MastodonKit.Notification.ID) -> Reference {
    Reference(kind: .notification, id: id.rawValue)
  }
}

extension Reference.Kind {
  public static let conversation = Reference.Kind(rawValue: "conversation")
}

extension Parameter where Value == Status.ID {
  /// A status, by its number on the screen, its id or its address.
  public static var status: Parameter {
    Parameter<Reference>.reference(kinds: [.status]).map { Status.ID($0.id) }
  }
}

extension Parameter where Value == [Status.ID] {
  /// One or more statuses: `3`, `1-3`, `1 4 6`.
  public static var statuses: Parameter {
    Parameter<[Reference]>.references(kinds: [.status]).map { $0.map { Status.ID($0.id) } }
  }
}

extension Parameter where Value == Status.ID? {
  public static var optionalStatus: Parameter {
    Parameter<Reference?>.optionalReference(kinds: [.status]).map { $0.map { Status.ID($0.id) } }
  }
}

extension Parameter where Value == Account.ID {
  /// An account: by `@name`, its id, or the number of something it did.
  public static var account: Parameter {
    Parameter<Reference>.reference(kinds: [.account]).map { Account.ID($0.id) }
  }
}

extension Parameter where Value == [Account.ID] {
  /// One or more accounts: `@rook @zoe`, `1-3`.
  public static var accounts: Parameter {
    Parameter<[Reference]>.references(kinds: [.account]).map { $0.map { Account.ID($0.id) } }
  }
}

extension Parameter where Value == Account.ID? {
  public static var optionalAccount: Parameter {
    Parameter<Reference?>.optionalReference(kinds: [.account]).map { $0.map { Account.ID($0.id) } }
  }
}

extension Parameter where Value == [MastodonKit.Notification.ID] {
  /// One or more notifications: `3`, `1-3`, `1 4 6`.
  public static var notifications: Parameter {
    Parameter<[Reference]>.references(kinds: [.notification]).map {
      $0.map { MastodonKit.Notification.ID($0.id) }
    }
  }
}

extension Parameter where Value == Visibility? {
  public static func visibility(_ name: String, among offered: [Visibility] = Visibility.known) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .choice(offered.map(\.word)), isOptional: true)) { reader in
      try reader.next().map { try read($0, offered) }
    }
  }

  /// `--visibility WHO`.
  public static func visibilityOption(_ value: String, among offered: [Visibility] = Visibility.known) -> Parameter {
    let words = offered.map(\.word)
    return Parameter(
      ParameterDescription(name: "visibility", form: .flag(value: value, choices: words), isOptional: true)
    ) { reader in try reader.flag("visibility").map { try read($0, offered) } }
  }

  private static func read(_ word: String, _ offered: [Visibility]) throws -> Visibility {
    guard let visibility = Visibility(typed: word, among: offered) else {
      throw AppError.unlisted("Unknown visibility “\(word)”.", word: word, among: offered.map(\.word))
    }
    return visibility
  }
}

extension Parameter where Value == [String] {
  /// The options to vote for, as numbers or text; may be empty.
  static var pollOptions: Parameter {
    Parameter(ParameterDescription(name: "OPTION…", form: .word, isOptional: true)) { reader in
      var words: [String] = []
      while let word = reader.next() { words.append(word) }
      return words
    }
  }
}
