public import FeatureKit
public import MastodonKit
import TerminalKit

/// The commands that open whatever a word names, on every screen: a number of any kind, an id, a link, `@name`, `#tag`.
///
/// A screen's own `open` takes what it lists; the rest is passed on to these.
@MainActor
public struct LinkCommands {
  @MainActor
  public struct Action {
    public var link: @MainActor (DeepLink) async throws -> Response
    public var post: @MainActor (Status.ID) async throws -> Response
    public var account: @MainActor (Account.ID) async throws -> Response
    /// The commands of a tab's first screen, such as `lists` or `filters`; empty if there is no such tab.
    public var entries: @MainActor (_ tab: String) -> [Verb]

    public init(
      link: @escaping @MainActor (DeepLink) async throws -> Response,
      post: @escaping @MainActor (Status.ID) async throws -> Response,
      account: @escaping @MainActor (Account.ID) async throws -> Response,
      entries: @escaping @MainActor (_ tab: String) -> [Verb]
    ) {
      self.link = link
      self.post = post
      self.account = account
      self.entries = entries
    }
  }

  private let action: Action

  public init(action: Action) { self.action = action }

  /// The commands that are available on every screen.
  public var verbs: [Verb] {
    [
      Verb(
        "open", .target, help: "Open a post, an account, a hashtag, a link, or the item with a number",
        discussion: """
          N is a number on this screen, an id, @name, @name@host, #tag or a link. A reference without a command is opened \
          too: 3, @zoe, #canal. Only your server is asked about a link. Opening a link never follows, boosts or \
          posts. Open links that the server does not know in a browser. In a shell, put #tag in quotes.
          """
      ) { target in
        switch target {
        case .link(let link): return try await action.link(link)
        case .reference(let reference, let isTypedID): return try await open(reference, isTypedID: isTypedID)
        }
      }.having(Self.effect)
    ]
  }

  /// A link may hand over a text, which is kept as a draft.
  private static func effect(_ reader: ArgumentReader) throws -> Verb.Effect {
    guard let word = reader.peek(), DeepLink.isLikely(word), case .compose = try DeepLink(parsing: word) else {
      return .reads
    }
    return .changesOnlyMachine
  }

  /// A command of a screen, extended by those that work everywhere.
  ///
  /// - Parameter isSheet: Whether it is a command of a sheet, where a number is one of the sheet's own.
  public func extended(_ verb: Verb, by anywhere: VerbLayer, isSheet: Bool = false) -> Verb {
    let verb = verb.name == "open" ? addingLinks(to: verb).having(Self.effect) : verb
    if verb.name == "open", verb.parameters.contains(where: \.takesRest) {
      return passing(openingIDs(verb), as: "open", among: anywhere)
    }
    let passed = Self.passed.first { $0 == verb.name || verb.formerNames.contains($0) }
    if !isSheet, !verb.parameters.isEmpty, let name = passed {
      return passing(verb, as: name, among: anywhere)
    }
    guard !(isSheet && Self.otherwise.contains(verb.name)), verb.parameters.isEmpty,
      let other = anywhere.first(where: { $0.name == verb.name }),
      !other.parameters.isEmpty
    else { return verb }
    return verb.passingArguments(to: other)
  }

  private static let passed: Set = ["open", "edit", "delete", "dismiss"]
  /// The commands of the composer that are about its text, and elsewhere about posts.
  private static let otherwise: Set = ["show", "thread"]

  private func open(_ reference: Reference, isTypedID: Bool) async throws -> Response {
    guard reference.kind == .status else { return try await action.account(Account.ID(reference.id)) }
    do {
      return try await action.post(Status.ID(reference.id))
    } catch {
      // An id does not say of what it is.
      guard isTypedID, case .notFound = AppError(error) else { throw error }
      do { return try await action.account(Account.ID(reference.id)) } catch let other {
        guard case .notFound = AppError(other) else { throw other }
        throw error
      }
    }
  }

  /// Extends an `open` that takes names of entries to ids of posts and accounts.
  private func openingIDs(_ verb: Verb) -> Verb {
    verb.responding { reader, run in
      guard let word = reader.peek(), ReferenceSyntax.isID(word) else { return try await run(reader) }
      do { return try await run(reader) } catch {
        guard case .usage = AppError(error) else { throw error }
        do { return try await open(Reference(kind: .status, id: word), isTypedID: true) } catch let other {
          if case .notFound = AppError(other) { throw error }
          throw other
        }
      }
    }
  }

  /// Extends a screen's `open` to links.
  private func addingLinks(to verb: Verb) -> Verb {
    // Where entries have names, a name refers to one of them.
    let isNumbered = verb.parameters.contains { if case .reference = $0.form { true } else { false } }
    return verb.answered(adding: "; links and @names too") { [action] reader in
      guard let word = reader.peek() else { return nil }
      guard DeepLink.isLikely(word) else {
        guard isNumbered, ReferenceSyntax.isName(word), !ReferenceSyntax.isID(word), LineLabel(word) == nil,
          ReferenceSyntax.quoting(word) == nil
        else {
          return nil
        }
        throw Self.notALink(word, reader)
      }
      _ = reader.next()
      try reader.finish()
      return try await action.link(DeepLink(parsing: word))
    }
  }

  fileprivate static func notALink(_ word: String, _ reader: ArgumentReader) -> AppError {
    let meant = reader.meant(by: word)
    return .usage(
      "“\(Sanitizer.clean(word))” is neither a number on the screen nor a link.",
      suggestion: meant.map { "Did you mean \($0)?" }
        ?? "Accounts are written @\(Sanitizer.clean(word).lowercased()), hashtags #\(Sanitizer.clean(word)).")
  }
}

// MARK: - Numbers of other kinds

extension LinkCommands {
  /// A command that is passed on where its number stands for something of a kind that has a command of its own.
  ///
  /// So `open 1` opens a list after `lists`, and a draft after `drafts`, wherever it is typed. What is a reference
  /// everywhere, such as `.`, `a2` or a link, is never the name of an entry.
  private func passing(_ verb: Verb, as name: String, among anywhere: VerbLayer) -> Verb {
    verb.answered(adding: "") { reader in
      guard let word = reader.peek() else { return nil }
      let kinds = reader.context.references(of: word)?.map(\.kind) ?? []
      guard Self.isAboutOther(kinds, than: verb) || !verb.takes(kinds) else { return nil }
      for kind in kinds {
        guard let other = command(name, of: kind, among: anywhere) else { continue }
        do { return try await other.run(reader) } catch AppError.usage where kind == .draft && name == "edit" {
          throw AppError.usage(
            "A draft is changed in the composer.", suggestion: "Type draft \(Sanitizer.clean(word)), then the new text."
          )
        }
      }
      guard kinds.isEmpty, verb.parameters.contains(where: \.takesRest), Self.isNoName(word) else { return nil }
      return try await anywhere.first { $0.name == name }?.run(reader)
    }
  }

  /// Whether a word can only be a reference; a number or a label that stands for nothing may be a name.
  private static func isNoName(_ word: String) -> Bool {
    ReferenceSyntax.isBare(word) && ReferenceSyntax.numbers(word) == nil && LineLabel(word) == nil
      && ReferenceSyntax.id(in: word) == nil
  }

  /// Whether `open` takes only the accounts that a row has besides what it is about: a collection or a link.
  private static func isAboutOther(_ kinds: [Reference.Kind], than verb: Verb) -> Bool {
    guard verb.name == "open", let first = kinds.first else { return false }
    return [.collection, .link].contains(first) && !verb.takes([first])
  }

  private func command(_ name: String, of kind: Reference.Kind, among anywhere: VerbLayer) -> Verb? {
    let names =
      switch (kind, name) {
      case (.draft, "open"), (.draft, "edit"): ["draft"]
      case (.draft, "delete"): ["discard"]
      case (.account, "open"): ["profile"]
      case (.tag, "open"): ["tag"]
      case (.link, "open"): ["link-timeline"]
      case (.collection, "open"): ["collection"]
      case (.search, "open"): ["search"]
      case (.author, "open"): ["catch-up"]
      case (.tab, "open"): ["tab"]
      default: [String]()
      }
    if let verb = names.lazy.compactMap({ name in anywhere.first { $0.name == name } }).first { return verb }
    if [.status, .account].contains(kind) || name == "dismiss" { return anywhere.first { $0.name == name } }
    // A tab is named for what it lists: `lists` for a list.
    let entries = action.entries("\(kind.rawValue)s")
    // What cannot be opened, such as a filter, is shown by its form.
    return entries.first { $0.name == name || $0.formerNames.contains(name) }
      ?? (name == "open" ? entries.first { $0.name == "edit" } : nil)
  }
}

extension Verb {
  /// Whether a parameter takes references of one of these kinds.
  fileprivate func takes(_ kinds: [Reference.Kind]) -> Bool {
    parameters.contains { parameter in
      guard case .reference(let accepted, _) = parameter.form else { return false }
      return accepted.contains(where: kinds.contains)
    }
  }
}

/// The target of `open`.
private enum Target: Sendable {
  case link(DeepLink)
  case reference(Reference, isTypedID: Bool)
}

extension Parameter where Value == Target {
  /// A link, `@name`, `#tag`, a number or an id.
  @MainActor fileprivate static var target: Parameter {
    let reference = Parameter<Reference>.reference(kinds: [.status, .account])
    return Parameter(group: reference.descriptions) { reader in
      guard let word = reader.peek() else { throw reader.refusal("Open what?") }
      if DeepLink.isLikely(word) || (word.contains("@") && ReferenceSyntax.isName(word)) {
        _ = reader.next()
        return .link(try DeepLink(parsing: word))
      }
      if ReferenceSyntax.isName(word), !ReferenceSyntax.isID(word), LineLabel(word) == nil,
        ReferenceSyntax.quoting(word) == nil
      {
        throw LinkCommands.notALink(word, reader)
      }
      let isID = ReferenceSyntax.isID(word) && (reader.context.shown(Int(word) ?? 0) == nil)
      return .reference(try await reference.parse(reader), isTypedID: isID)
    }
  }
}
