public import FeatureKit

/// What the person likes, on this machine: names and values that can be read and set.
///
/// What was set here wins; what was never set here follows the account's server, where that has a say.
///
/// The feature knows no setting by itself: the root hands it ``Binding``s, each with its name, its section and its values.
public enum Settings {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The settings in the order of their sections.
    public var fields: [Field]
    /// The one section that is shown, or `nil` for all.
    public var section: String?
    /// What could not be kept, if the last change could not.
    public var failure: Failure?

    /// Makes a state.
    public init(fields: [Field], section: String? = nil, failure: Failure? = nil) {
      self.fields = fields
      self.section = section
      self.failure = failure
    }

    /// A change that could not be kept; the value is what it was.
    public struct Failure: Hashable, Sendable {
      /// The setting's name.
      public var name: String
      /// What went wrong.
      public var error: AppError

      /// Makes a failure.
      public init(name: String, error: AppError) {
        self.name = name
        self.error = error
      }
    }
  }

  /// One setting with its present value.
  public struct Field: Hashable, Sendable, Identifiable {
    /// The name that is typed: one lower-case word.
    public var name: String
    /// Other names for it.
    public var aliases: [String]
    /// The section that it stands in: `Reading`.
    public var section: String
    /// What it is for, as one line without a full stop.
    public var summary: String
    /// What it can be.
    public var kind: Kind
    /// What it is unless the person says otherwise.
    public var standard: String
    /// What it is.
    public var value: String
    /// Where the value comes from.
    public var origin: Origin
    /// Whether it is shown in its own section alone, as one of many that few people need.
    public var isAside: Bool

    /// Its name, which no other setting has.
    public var id: String { name }

    /// Makes a setting; without an origin, a value that is not the standard one was set here.
    public init(
      name: String, aliases: [String] = [], section: String, summary: String, kind: Kind, standard: String,
      value: String, origin: Origin? = nil, isAside: Bool = false
    ) {
      self.origin = origin ?? (value == standard ? .standard : .here)
      self.isAside = isAside
      self.name = name
      self.aliases = aliases
      self.section = section
      self.summary = summary
      self.kind = kind
      self.standard = standard
      self.value = value
    }
  }

  /// Where a setting's value comes from: what was set here wins, then what the server says, then Howdah's own.
  public enum Origin: String, Hashable, Sendable {
    /// The person set it on this machine.
    case here
    /// It stands in the settings' file, for every account that has not set it itself.
    case allAccounts = "all_accounts"
    /// It was never set here, and the account's server says it.
    case server
    /// Nobody has said anything.
    case standard = "default"
  }

  /// What a setting can be.
  public enum Kind: Hashable, Sendable {
    /// One of a few words.
    case choice([String])
    /// A whole number within bounds, or a word in its place such as `auto`.
    case integer(ClosedRange<Int>, or: String?)
    /// One of many words, said in a few: what they are is checked when one is set.
    case word([String], description: String)

    /// The words that may be typed, for completion.
    public var words: [String] {
      switch self {
      case .choice(let words): words
      case .integer(_, let word): word.map { [$0] } ?? []
      case .word(let words, _): words
      }
    }

    /// What may be typed, in words: `fold, show`, or `20 to 500, auto`.
    public var description: String {
      switch self {
      case .choice(let words): words.joined(separator: ", ")
      case .integer(let range, let word):
        (["\(range.lowerBound) to \(range.upperBound)"] + (word.map { [$0] } ?? [])).joined(separator: ", ")
      case .word(_, let description): description
      }
    }
  }

  /// A setting as the root gives it: what it is, and both ways to its value.
  @MainActor
  public struct Binding {
    /// The name that is typed: one lower-case word.
    public let name: String
    /// Other names for it.
    public let aliases: [String]
    /// The section that it stands in: `Reading`.
    public let section: String
    /// What it is for, as one line without a full stop.
    public let summary: String
    /// What it can be, asked when somebody looks.
    public let kind: @MainActor () -> Kind
    /// What it is unless somebody says otherwise.
    public let standard: String
    /// Reads the value.
    public let get: @MainActor () -> String
    /// Says where the value comes from; `nil` where that follows from the value.
    public let origin: @MainActor () -> Origin?
    /// Keeps a value that is valid, also where a server has to hear of it; throws and changes nothing if it cannot.
    public let set: @MainActor (String) async throws -> Void
    /// Forgets what was set here; throws and changes nothing if it cannot.
    public let reset: @MainActor () async throws -> Void
    /// Whether it is shown in its own section alone, as one of many that few people need.
    public let isAside: Bool

    /// Makes a setting that others than this person may have a say in.
    public init(
      name: String, aliases: [String] = [], section: String, summary: String,
      kind: @autoclosure @escaping @MainActor () -> Kind, standard: String,
      get: @escaping @MainActor () -> String, origin: @escaping @MainActor () -> Origin?,
      set: @escaping @MainActor (String) async throws -> Void, reset: @escaping @MainActor () async throws -> Void,
      isAside: Bool = false
    ) {
      self.name = name
      self.aliases = aliases
      self.section = section
      self.summary = summary
      self.kind = kind
      self.standard = standard
      self.get = get
      self.origin = origin
      self.set = set
      self.reset = reset
      self.isAside = isAside
    }

    /// Makes a setting that is the standard one or set here.
    public init(
      name: String, aliases: [String] = [], section: String, summary: String,
      kind: @autoclosure @escaping @MainActor () -> Kind, standard: String,
      get: @escaping @MainActor () -> String, set: @escaping @MainActor (String) async throws -> Void,
      isAside: Bool = false
    ) {
      self.init(
        name: name, aliases: aliases, section: section, summary: summary, kind: kind(), standard: standard, get: get,
        origin: { nil }, set: set, reset: { try await set(standard) }, isAside: isAside)
    }
  }

  /// Everything the screen and its verbs can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the settings, of one section where it is named.
    public var show: (_ section: String?) throws -> Void
    /// Puts a setting to a value and answers what it is then.
    public var set: (_ name: String, _ value: String) async throws -> Field
    /// Forgets what was set here and answers what the setting is then.
    public var reset: (_ name: String) async throws -> Field
    /// Reads every theme that there is.
    public var themes: () throws -> ThemeList
    /// Asks the account's server what it says, where that is not known yet.
    public var load: () async -> Void

    /// Makes an action from its parts.
    public init(
      show: @escaping (_ section: String?) throws -> Void,
      set: @escaping (_ name: String, _ value: String) async throws -> Field,
      reset: @escaping (_ name: String) async throws -> Field, themes: @escaping () throws -> ThemeList,
      load: @escaping () async -> Void
    ) {
      self.show = show
      self.set = set
      self.reset = reset
      self.themes = themes
      self.load = load
    }
  }
}

extension Settings.State {
  /// The sections in their order.
  public var sections: [String] {
    fields.map(\.section).reduce(into: []) { sections, section in
      if !sections.contains(section) { sections.append(section) }
    }
  }

  /// What is shown: a section, or all that is not aside.
  public var shown: [Settings.Field] {
    section.map { name in fields.filter { $0.section == name } } ?? fields.filter { !$0.isAside }
  }

  /// The section that follows the one that is shown.
  public var nextSection: String? {
    guard let section, let index = sections.firstIndex(of: section), sections.count > 1 else { return nil }
    return sections[(index + 1) % sections.count]
  }

  /// The setting of this name.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names the nearest one.
  public func field(_ name: String) throws -> Settings.Field {
    let wanted = name.lowercased()
    if let field = fields.first(where: { $0.name == wanted || $0.aliases.contains(wanted) }) { return field }
    let names = fields.flatMap { [$0.name] + $0.aliases }
    throw Settings.refusal(
      "There is no setting “\(name)”.", near: wanted, among: names,
      instead: fields.filter { !$0.isAside }.map(\.name))
  }

  /// The section of this name, in any case; the beginning of one will do.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names the nearest one.
  public func section(_ name: String) throws -> String {
    let wanted = name.lowercased()
    let found = sections.filter { $0.lowercased().hasPrefix(wanted) }
    if let exact = found.first(where: { $0.lowercased() == wanted }) ?? (found.count == 1 ? found.first : nil) {
      return exact
    }
    let names = sections.map { $0.lowercased() }
    throw Settings.refusal("There is no section “\(name)”.", near: wanted, among: names, instead: names)
  }
}
