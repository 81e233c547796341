import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

/// Groups in one line, without the form: `group create Canal #canal #boats --none spam`.
extension Groups {
  /// Creates and changes groups.
  @MainActor
  struct Editor {
    /// The list of groups, which hears of changes.
    let model: @MainActor () -> Model
    /// Stores the groups.
    let service: @MainActor () -> TagGroupService
    /// Creates the id of a new group.
    let makeID: @Sendable () -> String

    /// The lines, as the commands need them.
    var lines: State.Lines {
      State.Lines(
        words: ["rename", "add", "remove"], sign: "#",
        options: [
          .option("any", "TAG", isRepeatable: true), .option("all", "TAG", isRepeatable: true),
          .option("none", "TAG", isRepeatable: true), .option("symbol", "S"),
        ],
        discussion: """
          create NAME #TAG… makes a group at once; without hashtags it opens a form. Its posts have any of the hashtags, \
          which --any names as well, and with --all each of those too, with --none none of those. add and remove take \
          hashtags behind the name, and rename the new name behind the old one. Put quotes around a name of several words \
          where more follows. edit NAME with these options replaces what they name; --all "" and --none "" remove them.
          """,
        create: { name, tags, reader in try await create(name, tags, reader) },
        change: { word, group, contents, reader in try await change(word, group, contents, reader) },
        changeUnread: { _, _, _ in nil })
    }

    private func create(_ name: String, _ typed: [String], _ reader: ArgumentReader) async throws -> Response? {
      let tags = try tags(typed + reader.flags("any"))
      guard !tags.isEmpty else {
        guard lines.options.allSatisfy({ reader.flag($0.name) == nil }) else {
          throw reader.refusal("A group needs hashtags.", first: "Put them after its name: #canal.")
        }
        return nil
      }
      guard !name.isEmpty else { throw reader.refusal("The group needs a name.") }
      let group = TagGroup(
        id: makeID(), title: try title(name), symbol: try reader.flag("symbol").map(symbol(typed:)) ?? "#",
        tags: try limited(tags), all: try conditions("all", reader) ?? [], none: try conditions("none", reader) ?? [])
      try await save(group)
      return .toast(
        Toast(
          .success, StyledText("Created the group “\(face.shownName(group))”: \(Groups.tags(group))."),
          hint: "group \(face.typedName(group))", data: data(group), undo: .command("group delete \(group.id)")))
    }

    private func change(
      _ word: String, _ old: TagGroup, _ contents: [String], _ reader: ArgumentReader
    ) async throws -> Response {
      var group = old
      let name = face.shownName(old)
      let sentence: String
      let undo: String
      switch word {
      case "add":
        let added = try tags(try some(contents, reader)).filter { !group.tags.contains(sameAs: $0) }
        guard !added.isEmpty else {
          return .toast(Toast(.information, StyledText("The group “\(name)” has that already.")))
        }
        group.tags = try limited(group.tags + added)
        sentence = "Added \(list(added)) to the group “\(name)”."
        undo = "group remove \(old.id) \(typedTags(added))"
      case "remove":
        let wanted = try tags(try some(contents, reader))
        for tag in wanted where !group.tags.contains(sameAs: tag) {
          throw AppError.notFound("The group “\(name)” has no #\(tag).", suggestion: "It has \(list(group.tags)).")
        }
        group.tags.removeAll { wanted.contains(sameAs: $0) }
        guard !group.tags.isEmpty else {
          throw AppError.validation(
            "A group needs at least one hashtag.", suggestion: "To delete it: group delete \(face.typedName(old)).")
        }
        sentence = "Removed \(list(wanted)) from the group “\(name)”."
        undo = "group add \(old.id) \(typedTags(wanted))"
      case "rename":
        let new = contents.joined(separator: " ")
        guard !new.isEmpty else { throw reader.refusal("What is its new name?") }
        group.title = try title(new)
        sentence = "Renamed the group “\(name)” to “\(face.shownName(group))”."
        undo = "group rename \(old.id) \(face.typedName(old))"
      default:
        if reader.flag("any") != nil { group.tags = try limited(try tags(reader.flags("any"))) }
        group.all = try conditions("all", reader) ?? group.all
        group.none = try conditions("none", reader) ?? group.none
        group.symbol = try reader.flag("symbol").map(symbol(typed:)) ?? group.symbol
        guard !group.tags.isEmpty else { throw reader.refusal("A group needs at least one hashtag.") }
        sentence = "Changed the group “\(name)”: \(Groups.tags(group))."
        undo = "group edit \(old.id) \(options(of: old, where: reader))"
      }
      try await save(group)
      return .toast(
        Toast(
          .success, StyledText(sentence), hint: "group \(face.typedName(group))", data: data(group),
          undo: .command(Hint.Command(undo))))
    }

    /// The command that makes a group as it is.
    func recreation(of group: TagGroup) -> String? {
      guard let name = face.recreatedName(group, sign: "#") else { return nil }
      let conditions = group.all.map { "--all \($0)" } + group.none.map { "--none \($0)" }
      // An apostrophe or a semicolon is a symbol too.
      let isPlain = group.symbol.allSatisfy { !$0.isASCII || $0.isLetter || $0.isNumber }
      let symbol = group.symbol == "#" ? [] : ["--symbol " + (isPlain ? group.symbol : "\"\(group.symbol)\"")]
      guard !"\"\\".contains(group.symbol) else { return nil }
      return (["group create \(name) \(typedTags(group.tags))"] + conditions + symbol).joined(separator: " ")
    }

    private func save(_ group: TagGroup) async throws {
      try service().save(group)
      try await model().changedHere()
    }

    private func data(_ group: TagGroup) -> [JSONValue.Member] { [.init("group", face.data(group))] }

    private func list(_ tags: [String]) -> String { tags.map { "#\($0)" }.joined(separator: ", ") }

    private func typedTags(_ tags: [String]) -> String { tags.map { "#\($0)" }.joined(separator: " ") }

    /// The options that restore what those given now replace.
    private func options(of group: TagGroup, where reader: ArgumentReader) -> String {
      let lists = [("any", group.tags), ("all", group.all), ("none", group.none)]
      var words = lists.filter { reader.flag($0.0) != nil }.flatMap { name, tags in
        tags.isEmpty ? ["--\(name) \"\""] : tags.map { "--\(name) \($0)" }
      }
      if reader.flag("symbol") != nil { words.append("--symbol \(group.symbol)") }
      return words.joined(separator: " ")
    }

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

    private func limited(_ tags: [String]) throws -> [String] {
      guard tags.count <= TagGroup.tagLimit else {
        throw AppError.validation(
          "A group has at most \(TagGroup.tagLimit) hashtags.", suggestion: "That is Mastodon's limit.")
      }
      return tags
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
      guard !words.isEmpty else { throw reader.refusal("Which hashtags?") }
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

extension [String] {
  /// Whether it has a hashtag, in whatever case.
  fileprivate func contains(sameAs tag: String) -> Bool { contains { $0.lowercased() == tag.lowercased() } }
}
