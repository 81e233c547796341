import FeatureKit
import MastodonKit
import TerminalKit

/// Groups in one line, without the form: `group create Canal #canal @heron list:Friends --none spam`.
extension Groups {
  @MainActor
  struct Editor {
    /// The list of groups, which hears of changes.
    let model: @MainActor () -> Model
    let service: @MainActor () -> TagGroupService
    let makeID: @Sendable () -> String
    /// Finds out whether a source exists, and returns it as it is to be stored.
    let check: @MainActor (GroupSource) async throws -> GroupSource

    /// The lines, as the commands need them.
    var lines: State.Lines {
      State.Lines(
        words: ["rename", "add", "remove"], isContent: Groups.isSource,
        options: [
          .option("any", "SOURCE", isRepeatable: true), .option("all", "TAG", isRepeatable: true),
          .option("none", "TAG", isRepeatable: true), .option("symbol", "S"),
        ],
        discussion: """
          create NAME SOURCE… makes a group at once; without sources it opens a form. A source is #TAG, @NAME for the posts of \
          an account, list:NAME for a list of yours, server:HOST for the public posts of another server, or \
          search:"WORDS" for the posts that contain them, such as group create Boats #canal @heron list:Friends. Its posts come from any of \
          the sources, which --any names as well, by time and each once; with --all they have each of those hashtags too, with --none none of those. \
          add and remove take sources behind the name, and rename the new name behind the old one. What the group should not show beyond that is a rule: rule add hide \
          "crypto in:group:Boats". Put quotes around a name of several \
          words where more follows. edit NAME with these options replaces what they name; --all "" and --none "" remove them.
          """,
        create: { name, tags, reader in try await create(name, tags, reader) },
        change: { word, group, contents, reader in try await change(word, group, contents, reader) },
        changeUnread: { _, _, _ in nil })
    }

    private func create(_ name: String, _ typed: [String], _ reader: ArgumentReader) async throws -> Response? {
      let sources = try sources(typed + reader.flags("any"), reader)
      guard !sources.isEmpty else {
        guard lines.options.allSatisfy({ reader.flag($0.name) == nil }) else {
          throw reader.refusal("A group needs sources.", first: "Put them after its name: #canal @heron.")
        }
        return nil
      }
      guard !name.isEmpty else { throw reader.refusal("The group needs a name.") }
      let group = TagGroup(
        id: makeID(), title: try title(name), symbol: try reader.flag("symbol").map(symbol(typed:)) ?? "#",
        sources: try await checked(try Groups.limited(sources)), all: try conditions("all", reader) ?? [],
        none: try conditions("none", reader) ?? [])
      try Groups.save(group, in: service())
      try await model().refresh()
      return .success(
        "Created the group “\(face.shownName(group))”: \(Groups.contents(group))."
          + model().state.namesakes(of: group, face),
        hint: "group \(self.typed(group))", data: data(group), undo: .command("group delete id:\(group.id)"))
    }

    private func change(
      _ word: String, _ old: TagGroup, _ contents: [String], _ reader: ArgumentReader
    ) async throws -> Response {
      var group = old
      let name = face.shownName(old)
      let sentence: String
      let undo: Toast.Undo?
      // Applied to what is stored by then: another prompt may change the group at the same time.
      let change: @Sendable (inout TagGroup) -> Void
      switch word {
      case "add":
        let added = try sources(try some(contents, reader), reader).filter { !group.sources.contains(sameAs: $0) }
        guard !added.isEmpty else {
          return .information("The group “\(name)” has that already.")
        }
        let found = try await checked(added)
        _ = try Groups.limited(group.sources + found)
        change = { group in group.sources += found.filter { !group.sources.contains(sameAs: $0) } }
        sentence = "Added \(list(found)) to the group “\(name)”."
        undo = .command("group remove id:\(old.id) \(typed(found))")
      case "remove":
        var wanted: [GroupSource] = []
        for source in try sources(try some(contents, reader), reader) {
          guard let found = group.sources.first(where: { $0.isMeant(by: source) }) else {
            throw AppError.notFound(
              Sanitizer.clean("The group “\(name)” has no \(shown(source))."),
              suggestion: "It has \(list(group.sources)).")
          }
          wanted.append(found)
        }
        let removed = wanted
        change = { $0.sources.removeAll { removed.contains($0) } }
        change(&group)
        guard !group.sources.isEmpty else {
          throw AppError.validation(
            "A group needs at least one source.", suggestion: "To delete it: group delete \(typed(old)).")
        }
        sentence = "Removed \(list(wanted)) from the group “\(name)”."
        undo = .command("group add id:\(old.id) \(typed(wanted))")
      case "rename":
        let new = contents.joined(separator: " ")
        guard !new.isEmpty else { throw reader.refusal("What is its new name?") }
        group.title = try title(new)
        try Groups.checkTitle(of: group, in: service())
        change = { [title = group.title] in $0.title = title }
        sentence = "Renamed the group “\(name)” to “\(face.shownName(group))”."
        undo = restoration(of: old, from: group)
      default:
        let any = try reader.flag("any").map { _ in try Groups.limited(try sources(reader.flags("any"), reader)) }
        let found = if let any { try await checked(any) } else { nil as [GroupSource]? }
        let (all, none) = (try conditions("all", reader), try conditions("none", reader))
        let sign = try reader.flag("symbol").map(symbol(typed:))
        change = { group in
          group.sources = found ?? group.sources
          (group.all, group.none) = (all ?? group.all, none ?? group.none)
          group.symbol = sign ?? group.symbol
        }
        change(&group)
        guard !group.sources.isEmpty else { throw reader.refusal("A group needs at least one source.") }
        sentence = "Changed the group “\(name)”: \(Groups.contents(group))."
        undo = restoration(of: old, from: group)
      }
      guard let group = try service().change(old.id, change) else { throw Groups.gone }
      try await model().refresh()
      return .success(
        sentence, hint: "group \(typed(group))", data: data(group), undo: undo)
    }

    func recreation(of group: TagGroup) -> String? {
      let words = group.title.split(whereSeparator: \.isWhitespace)
      guard let name = face.recreatedName(group), !words.contains(where: { Groups.isSource(String($0)) }) else {
        return nil
      }
      let conditions = group.all.map { "--all \($0)" } + group.none.map { "--none \($0)" }
      // An apostrophe or a semicolon is a symbol too.
      let isPlain = group.symbol.allSatisfy { !$0.isASCII || $0.isLetter || $0.isNumber }
      let symbol = group.symbol == "#" ? [] : ["--symbol " + (isPlain ? group.symbol : "\"\(group.symbol)\"")]
      guard !"\"\\".contains(group.symbol) else { return nil }
      return (["group create \(name) \(typed(group.sources))"] + conditions + symbol).joined(separator: " ")
    }

    private func data(_ group: TagGroup) -> [JSONValue.Member] { [.init("group", face.data(group))] }

    private func list(_ sources: [GroupSource]) -> String { sources.map(shown).joined(separator: ", ") }

    private func typed(_ group: TagGroup) -> String { model().state.typed(group, face) }

    private func typed(_ sources: [GroupSource]) -> String { sources.map(Groups.typed).joined(separator: " ") }

    /// The hashtags of a condition, `nil` if it was not given.
    private func conditions(_ name: String, _ reader: ArgumentReader) throws -> [String]? {
      guard reader.flag(name) != nil else { return nil }
      let tags = try tags(reader.flags(name))
      guard tags.count <= TagGroup.conditionLimit else {
        throw AppError.validation(
          "--\(name) takes at most \(TagGroup.conditionLimit) hashtags.", suggestion: "That is Mastodon's limit.")
      }
      return tags
    }

    private func checked(_ sources: [GroupSource]) async throws -> [GroupSource] {
      var found: [GroupSource] = []
      for source in sources {
        let source = try await check(source)
        if !found.contains(sameAs: source) { found.append(source) }
      }
      return found
    }

    /// The sources that words name; a quoted value may be several of them.
    private func sources(_ typed: [String], _ reader: ArgumentReader) throws -> [GroupSource] {
      var sources: [GroupSource] = []
      for word in Groups.joiningQuotes(typed) {
        // Commas separate hashtags and accounts, but belong to the words of a search.
        let parts =
          word.contains(":") ? [word] : word.split { $0 == "," || $0.isWhitespace }.map(String.init)
        for part in parts {
          guard reader.context.references(of: part) == nil else {
            throw AppError.usage(
              "“\(Sanitizer.clean(part))” is a reference, not a source.",
              suggestion: "Name its author, such as @heron, or write #\(Sanitizer.clean(part)) for a hashtag.")
          }
          let source = try source(typed: part)
          if !sources.contains(sameAs: source) { sources.append(source) }
        }
      }
      return sources
    }

    private func tags(_ typed: [String]) throws -> [String] {
      var tags: [String] = []
      for word in typed.flatMap({ $0.split { $0 == "," || $0.isWhitespace } }) {
        let tag = String(try tag(typed: String(word)).dropFirst())
        if !tags.contains(sameAs: tag) { tags.append(tag) }
      }
      return tags
    }

    private func some(_ words: [String], _ reader: ArgumentReader) throws -> [String] {
      guard !words.isEmpty else { throw reader.refusal("Which sources?", first: "Such as #canal or @heron.") }
      return words
    }

    private func title(_ name: String) throws -> String {
      guard name.count <= 60 else {
        throw AppError.validation("The name is too long.", suggestion: "Use at most 60 characters.")
      }
      return name
    }
  }
}

extension [GroupSource] {
  /// Whether it has a source, in whatever case.
  fileprivate func contains(sameAs source: GroupSource) -> Bool { contains { $0.isSame(as: source) } }
}

extension GroupSource {
  /// Whether a typed source means it: `@heron` means `@heron@sandbox.example` too.
  fileprivate func isMeant(by typed: GroupSource) -> Bool {
    if case (.account(let name), .account(let typed)) = (self, typed), !typed.contains("@") {
      return name.prefix { $0 != "@" }.lowercased() == typed.lowercased()
    }
    return isSame(as: typed)
  }
}

extension [String] {
  /// Whether it has a hashtag, in whatever case.
  fileprivate func contains(sameAs tag: String) -> Bool { contains { $0.lowercased() == tag.lowercased() } }
}
