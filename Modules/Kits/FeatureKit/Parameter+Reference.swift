public import TerminalKit

extension ArgumentContext {
  /// The references of a word on the screen, above the prompt or among what was sent: a number, `.`, `-`, or the label of
  /// an existing live line.
  ///
  /// - Returns: `nil` for any other word, which may be a name; an empty list if it stands for nothing yet.
  public func references(of word: String) -> [Reference]? {
    if word == "." { return last().map { [$0] } ?? [] }
    if word == "-" { return before().map { [$0] } ?? [] }
    if let numbers = ReferenceSyntax.numbers(word) { return numbers.flatMap { shown($0) ?? [] } }
    if let post = ReferenceSyntax.quoting(word) { return references(of: post)?.compactMap(\.ofQuoted) }
    return LineLabel(word).flatMap { lines()[$0] }
  }
}

extension Parameter where Value == Reference {
  /// A reference by number, id or address.
  ///
  /// `kinds` are the accepted kinds, the preferred one first; an id is of the first kind.
  ///
  /// - Parameter listing: The command that shows what has such numbers; `nil` for the usual one.
  public static func reference(
    _ name: String = "N", kinds: [Reference.Kind], listing: String? = nil
  ) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .reference(kinds: kinds, many: false))) { reader in
      guard let word = reader.next() else { throw missing(name, kinds: kinds, reader: reader) }
      let references = try await resolve(word, kinds: kinds, reader: reader, listing: listing)
      guard references.count == 1, let reference = references.first else {
        throw reader.refusal("Give one number, not several.")
      }
      return reference
    }
  }

  /// The error for a missing reference, with the numbers of the accepted kinds.
  static func missing(_ name: String, kinds: [Reference.Kind], reader: ArgumentReader) -> AppError {
    let context = reader.context
    let fitting = (1...max(context.highestNumber(), 1)).filter { number in
      context.shown(number)?.contains { kinds.contains($0.kind) } ?? false
    }
    let noun = kinds.first?.noun ?? "one"
    guard let first = fitting.first, let last = fitting.last else {
      return reader.refusal(
        kinds.first == .account
          ? "Which account? Give @NAME." : kinds.first == .tag ? "Which hashtag? Give #TAG." : "Which \(noun)?")
    }
    let other = kinds.first == .account ? ", or @NAME" : kinds.first == .tag ? ", or #TAG" : ""
    return reader.refusal(
      first == last
        ? "Which \(noun)? Only \(noun) \(first) is on this screen."
        : "Which \(noun)? Give a number from \(first) to \(last)\(other).")
  }

  /// Resolves a word to what it refers to, for an option's value.
  ///
  /// - Parameter listing: The command that shows what has such numbers; `nil` for the usual one.
  public static func resolve(
    _ word: String, kinds: [Reference.Kind], reader: ArgumentReader, listing: String? = nil
  ) async throws -> [Reference] {
    let references = try await find(word, kinds: kinds, reader: reader, listing: listing)
    for reference in references { reader.context.named(reference, word) }
    // What the server looked up by its address or name is its own already; the label of a live line looks like a name.
    let isShown = reader.context.references(of: word)?.isEmpty == false
    guard isShown || !ReferenceSyntax.isAddress(word) && !isName(word, kinds: kinds) else { return references }
    var translated: [Reference] = []
    for reference in references { translated.append(try await reader.context.translated(reference)) }
    return translated
  }

  private static func find(
    _ word: String, kinds: [Reference.Kind], reader: ArgumentReader, listing: String?
  ) async throws -> [Reference] {
    if word == "." || word == "-" {
      guard let post = word == "." ? reader.context.last() : reader.context.before() else {
        throw AppError.usage(
          "“\(word)” means the \(word == "." ? "last post" : "post before “.”"), and there is none now.",
          suggestion: "Usage: \(reader.usage)")
      }
      guard kinds.contains(post.kind) else {
        throw Reference.mistaken(word, [post], for: kinds[0], slash: reader.context.slash)
      }
      return [post]
    }
    if kinds.contains(.status), let draft = ReferenceSyntax.draft(in: word) { return [.waitingPost(draft)] }
    if let id = ReferenceSyntax.id(in: word) { return [Reference(kind: kinds[0], id: id)] }
    if ReferenceSyntax.isAddress(word) {
      let reference = try await reader.context.resolve(word, kinds[0])
      guard kinds.contains(reference.kind) else {
        throw reader.refusal("\(Sanitizer.clean(word)) is not \(kinds[0].nounWithArticle).")
      }
      return [reference]
    }
    if let post = ReferenceSyntax.quoting(word), let shown = reader.context.references(of: post) {
      // A number that is not shown is no name either.
      if shown.isEmpty { _ = try await find(post, kinds: [.status], reader: reader, listing: listing) }
      guard let reference = Reference.first(of: kinds, in: shown.compactMap(\.ofQuoted)) else {
        throw AppError.usage(
          shown.contains { $0.kind == .status }
            ? "Post \(post) quotes no post that can be opened." : "\(post) is not a post.",
          suggestion: "A number with q, such as 3q, means the post that post 3 quotes.")
      }
      return [reference]
    }
    if let label = LineLabel(word), let reference = try live(label, typed: word, kinds: kinds, reader: reader) {
      return [reference]
    }
    let highest = reader.context.highestNumber()
    if !ReferenceSyntax.isID(word), let numbers = ReferenceSyntax.numbers(word) {
      // A script has shown nothing; fewer digits are a number for it too, so that it changes nothing else by mistake.
      if numbers.count == 1, highest == 0, ReferenceSyntax.hasFormOfID(word), !reader.context.keepsNumbers() {
        return [Reference(kind: kinds[0], id: word)]
      }
      return try numbers.map { number in
        guard let shown = reader.context.shown(number) else {
          // A later page of a thread begins with a higher one.
          let lowest = (1...max(highest, 1)).first { reader.context.shown($0) != nil } ?? 1
          let numbers =
            lowest == highest ? "The only number is \(highest)" : "The numbers go from \(lowest) to \(highest)"
          let isLikelyID = ReferenceSyntax.hasFormOfID(word)
          throw AppError.usage(
            "No \(kinds[0].noun) \(number) on this screen.",
            suggestion: highest > 0
              ? numbers + (isLikelyID ? "; an id is written id:\(word)." : ".")
              : isLikelyID
                ? "If it is an id, write id:\(word)."
                : showing(
                  listing ?? kinds[0].listing, reader.context,
                  id: [.status, .account].contains(kinds[0]) ? nil : word))
        }
        if let reference = Reference.first(of: kinds, in: shown) { return reference }
        throw Reference.mistaken("\(number)", shown, for: kinds[0], slash: reader.context.slash)
      }
    }
    if isName(word, kinds: kinds) {
      if let command = reader.joined(with: word) {
        throw AppError.usage(
          "“\(Sanitizer.clean(word))” could be an account, but \(command) is a command.",
          suggestion: "Did you mean \(command)? The account is @\(word.lowercased()).")
      }
      return [try await reader.context.resolve("@\(word)", .account)]
    }
    if ReferenceSyntax.isID(word) { return [Reference(kind: kinds[0], id: word)] }
    if let mistake = ReferenceSyntax.mistake(inNumbers: word) {
      throw AppError.usage(mistake.message, suggestion: mistake.suggestion)
    }
    let words = "“\(Sanitizer.clean(word))” is not a number on this screen, an id or an address."
    if let meant = reader.meant(by: word) {
      let isNumbered = meant.last?.isNumber == true && highest == 0
      throw AppError.usage(
        words,
        suggestion: "Did you mean \(meant)?"
          + (isNumbered ? " " + showing(listing ?? kinds[0].listing, reader.context) : ""))
    }
    if word.hasPrefix("#"), word.count > 1, !kinds.contains(.tag) {
      throw reader.refusal("\(Sanitizer.clean(word)) is a hashtag, not \(kinds[0].nounWithArticle).")
    }
    if let meant = reader.valueMeant(with: word) {
      throw reader.refusal(words, first: "A value of several words needs quotes: \(meant).")
    }
    guard kinds.contains(.account), ReferenceSyntax.isName(word) else { throw reader.refusal(words) }
    throw reader.refusal(words, first: "Accounts are written @\(word.lowercased()).")
  }

  /// The suggestion where nothing has a number yet.
  ///
  /// - Parameter id: The number that was typed, where an id may be as short.
  private static func showing(_ listing: String, _ context: ArgumentContext, id: String? = nil) -> String {
    context.keepsNumbers()
      ? "Show some first: \(context.slash)\(listing)."
      : "Without a terminal, show some in the same run: -c '\(listing); …'. "
        + (id.map { "If \($0) is an id, write id:\($0)." } ?? "Or give an id.")
  }

  /// Whether a word, if it is not a label, is the name of an account without its `@`.
  private static func isName(_ word: String, kinds: [Reference.Kind]) -> Bool {
    kinds[0] == .account && ReferenceSyntax.isName(word) && !ReferenceSyntax.isLongID(word)
  }

  /// Refuses a name without its `@` after another account: `mute 1 for 7d` must not mute @for.
  fileprivate static func refuseBareName(_ word: String, kinds: [Reference.Kind], reader: ArgumentReader) throws {
    guard isName(word, kinds: kinds), !word.contains("@"), reader.context.references(of: word) == nil else { return }
    var meant: String?
    if reader.takesOption(word) {
      meant = word
    } else if reader.takesOption("for"), WhenText.isDuration(word) {
      meant = "for \(word)"
    } else if let number = reader.flag("for"), WhenText.isDuration("\(number) \(word)") {
      meant = "for \"\(number) \(word)\""
    }
    throw reader.refusal(
      "“\(Sanitizer.clean(word))” is not a number on this screen, an id or an address.",
      first: meant.map { "Did you mean --\($0)?" } ?? "Accounts are written @\(word.lowercased()).")
  }

  /// The references of a live line's label; `nil` if the word may be the name of an account instead.
  private static func live(
    _ label: LineLabel, typed word: String, kinds: [Reference.Kind], reader: ArgumentReader
  ) throws -> Reference? {
    let lines = reader.context.lines()
    guard let shown = lines[label] else {
      if kinds.contains(.account), lines.last == nil { return nil }
      throw AppError.usage(
        "No live line \(label.text).",
        suggestion: lines.last.map { "The last is \($0.text)." }
          ?? "Live lines have labels such as a1; there are none yet.")
    }
    if let reference = Reference.first(of: kinds, in: shown) { return reference }
    throw Reference.mistaken(label.text, shown, for: kinds[0], slash: reader.context.slash)
  }
}

extension Parameter where Value == Reference? {
  /// An optional reference by number, id or address.
  public static func optionalReference(_ name: String = "N", kinds: [Reference.Kind]) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .reference(kinds: kinds, many: false), isOptional: true)) {
      reader in
      guard let word = reader.next() else { return nil }
      let references = try await Parameter<Reference>.resolve(word, kinds: kinds, reader: reader)
      guard references.count == 1 else { throw reader.refusal("Give one number, not several.") }
      return references.first
    }
  }
}

extension Parameter where Value == [Reference] {
  /// One or more references: `3`, `1-3`, `1 4 6`, an id, an address.
  ///
  /// - Parameter listing: The command that shows what has such numbers; `nil` for the usual one.
  public static func references(
    _ name: String = "N", kinds: [Reference.Kind], listing: String? = nil
  ) -> Parameter {
    Parameter(ParameterDescription(name: name, form: .reference(kinds: kinds, many: true))) { reader in
      var result: [Reference] = []
      while let word = reader.next() {
        if !result.isEmpty { try Parameter<Reference>.refuseBareName(word, kinds: kinds, reader: reader) }
        for reference in try await Parameter<Reference>.resolve(word, kinds: kinds, reader: reader, listing: listing)
        where !result.contains(reference) {
          result.append(reference)
        }
      }
      guard !result.isEmpty else { throw Parameter<Reference>.missing(name, kinds: kinds, reader: reader) }
      return result
    }
  }
}

extension Reference.Kind {
  /// The noun in messages, where a status is a post.
  public var noun: String {
    switch rawValue {
    case "status": "post"
    case "tag": "hashtag"
    case "scheduled": "scheduled post"
    case "outbox": "outbox item"
    default: rawValue
    }
  }

  /// The command that lists things of this kind.
  fileprivate var listing: String {
    switch rawValue {
    case "account": "followers"
    case "tag": "trends"
    case "sender": "filtered"
    case "scheduled", "outbox": rawValue
    case "announcement", "collection", "conversation", "draft", "notification": rawValue + "s"
    default: "home"
    }
  }

  /// The noun with its article: `an account`.
  var nounWithArticle: String { (noun.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + noun }
}

extension Reference {
  /// A post that waits in the outbox, by its draft, in the place of the id that it gets from the server.
  public static func waitingPost(_ draft: String) -> Reference { Reference(kind: .status, id: waitingPrefix + draft) }

  /// The draft of a post that waits in the outbox; `nil` for anything else.
  public var waitingDraft: String? {
    kind == .status && id.hasPrefix(Self.waitingPrefix) ? String(id.dropFirst(Self.waitingPrefix.count)) : nil
  }

  static let waitingPrefix = "draft:"

  /// The first reference of the preferred kind that there is.
  static func first(of kinds: [Kind], in references: [Reference]) -> Reference? {
    for kind in kinds {
      if let reference = references.first(where: { $0.kind == kind }) { return reference }
    }
    return nil
  }

  /// The error for a number of another kind, with a command for what it stands for.
  static func mistaken(_ number: String, _ shown: [Reference], for kind: Kind, slash: String) -> AppError {
    let isLast = number == "." || number == "-"
    let subject = isLast ? "“\(number)”" : "\(LineLabel(number) == nil ? "Number" : "Live line") \(number)"
    let other =
      kind == .account && isLast
      ? "Name its author, such as @rook." : "Choose \(isLast ? "a" : "another") number, or type \(slash)help."
    guard let thing = shown.first else {
      return .usage("\(subject) is not \(kind.nounWithArticle).", suggestion: other)
    }
    let verb: String? =
      switch thing.kind.rawValue {
      case "draft": "draft \(number)"
      case "field": "set \(number) VALUE"
      case "account": "profile \(number)"
      default: nil
      }
    // Someone who wants to read or delete it does not mean to unschedule it.
    let ofScheduled =
      "\(slash)scheduled cancel \(number) deletes it, \(slash)scheduled edit \(number) makes it a draft."
    return .usage(
      "\(subject) is \(thing.kind.nounWithArticle), not \(kind.nounWithArticle).",
      suggestion: thing.kind.rawValue == "scheduled"
        ? ofScheduled : verb.map { "Type \(slash)\($0), or choose another number." } ?? other)
  }
}
