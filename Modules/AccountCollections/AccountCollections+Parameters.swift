import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Parameter where Value == AccountCollections.Member {
  fileprivate static func read(_ reader: ArgumentReader) async throws -> AccountCollections.Member {
    let typed = reader.peek() ?? ""
    let id = try await Parameter<Account.ID>.account.parse(reader)
    let isNumber = ReferenceSyntax.numbers(typed) != nil || typed == "."
    return AccountCollections.Member(
      id: id,
      typed: isNumber ? "the account" : typed.hasPrefix("@") ? Sanitizer.clean(typed) : "@\(Sanitizer.clean(typed))")
  }

  fileprivate static func readAll(_ reader: ArgumentReader) async throws -> [AccountCollections.Member] {
    var members: [AccountCollections.Member] = []
    while reader.peek() != nil {
      let member = try await read(reader)
      if !members.contains(where: { $0.id == member.id }) { members.append(member) }
    }
    return members
  }
}

extension Parameter where Value == AccountCollections.Member? {
  static var optionalMember: Parameter {
    Parameter(
      ParameterDescription(name: "@NAME", form: .reference(kinds: [.account], many: false), isOptional: true)
    ) { reader in
      guard reader.peek() != nil else { return nil }
      return try await Parameter<AccountCollections.Member>.read(reader)
    }
  }
}

@MainActor extension Parameter where Value == AccountCollections.Request {
  /// A word for what to do, the collection, the accounts, and the options of `create` and `edit`.
  static func request(_ model: AccountCollections.Model) -> Parameter {
    let words = AccountCollections.Word.allCases.map(\.rawValue).joined(separator: "|")
    let yesOrNo = ["yes", "no"]
    func option(_ name: String, _ value: String, _ choices: [String] = []) -> ParameterDescription {
      ParameterDescription(name: name, form: .flag(value: value, choices: choices), isOptional: true)
    }
    let descriptions = [
      ParameterDescription(name: "[\(words)] N", form: .word),
      ParameterDescription(name: "@NAME…", form: .reference(kinds: [.account], many: false), isOptional: true),
      option("name", "NAME"), option("description", "TEXT"), option("tag", "TAG"), option("language", "CODE"),
      option("sensitive", "yes|no", yesOrNo), option("discoverable", "yes|no", yesOrNo),
    ]
    return Parameter(group: descriptions) { reader in
      guard let first = reader.peek() else { throw reader.refusal("Which collection?") }
      guard let word = AccountCollections.Word(rawValue: first.lowercased()) else {
        try refuseOptions(reader)
        return .show(try await collection(model, reader))
      }
      _ = reader.next()
      switch word {
      case .create:
        var draft = try draft(reader)
        var name: [String] = []
        while let word = reader.peek(), !word.hasPrefix("@") {
          _ = reader.next()
          name.append(word)
        }
        guard !name.isEmpty || draft.name != nil else { throw reader.refusal("A collection needs a name.") }
        if !name.isEmpty { draft.name = name.joined(separator: " ") }
        draft.accountIDs = try await Parameter<AccountCollections.Member>.readAll(reader).map(\.id)
        return .create(draft)
      case .edit:
        let draft = try draft(reader)
        guard draft != CollectionDraft() else {
          throw reader.refusal("What should change?", first: "Add an option, such as --name or --description.")
        }
        return .edit(try await collection(model, reader), draft)
      case .delete, .leave:
        try refuseOptions(reader)
        let id = try await collection(model, reader)
        return word == .delete ? .delete(id) : .leave(id)
      case .add, .remove:
        try refuseOptions(reader)
        let id = try await collection(model, reader)
        let members = try await Parameter<AccountCollections.Member>.readAll(reader)
        guard !members.isEmpty else { throw reader.refusal("Which account?") }
        return word == .add ? .add(id, members) : .remove(id, members)
      }
    }
  }

  /// A collection by its number on the screen, its id, its link, or the name of an own one.
  private static func collection(
    _ model: AccountCollections.Model, _ reader: ArgumentReader
  ) async throws -> Collection.ID {
    guard let word = reader.peek() else { throw reader.refusal("Which collection?") }
    let isID = ReferenceSyntax.isID(word) || ReferenceSyntax.id(in: word) != nil
    if reader.context.references(of: word) != nil || isID || word.contains("://") {
      return Collection.ID(try await Parameter<Reference>.reference(kinds: [.collection]).parse(reader).id)
    }
    _ = reader.next()
    guard !reader.context.asksNobody else { throw ArgumentUnknown() }
    return try await model.own(named: word)
  }

  private static func draft(_ reader: ArgumentReader) throws -> CollectionDraft {
    func flag(_ name: String) throws -> Bool? {
      guard let word = reader.flag(name) else { return nil }
      guard let isOn = Choice.isOn(word) else { throw reader.refusal("--\(name) takes yes or no.") }
      return isOn
    }
    var tag = reader.flag("tag")
    if tag?.hasPrefix("#") == true { tag?.removeFirst() }
    return CollectionDraft(
      name: reader.flag("name"), description: reader.flag("description"), language: reader.flag("language"), tag: tag,
      sensitive: try flag("sensitive"), discoverable: try flag("discoverable"))
  }

  /// The options are only about creating and changing.
  private static func refuseOptions(_ reader: ArgumentReader) throws {
    let names = ["name", "description", "tag", "language", "sensitive", "discoverable"]
    guard let name = names.first(where: { reader.flag($0) != nil }) else { return }
    throw reader.refusal("--\(name) is an option of collection create and collection edit.")
  }
}
