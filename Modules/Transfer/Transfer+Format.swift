import FeatureKit
import MastodonKit
import TerminalKit

extension Transfer.Kind {
  /// The columns of Mastodon's file.
  var columns: [String] {
    switch self {
    case .follows: ["Account address", "Show boosts", "Notify on new posts", "Languages"]
    case .lists: ["List name", "Account address"]
    case .mutes: ["Account address", "Hide notifications"]
    case .blocks: ["Account address"]
    case .domainBlocks: ["#domain"]
    case .bookmarks: ["#uri"]
    case .bookmarkNotes: ["Post", "Tags", "Note"]
    case .followedTags: ["#tag"]
    case .groups: ["Group name", "Source", "Match", "Symbol"]
    case .servers: ["Server", "Name"]
    }
  }

  /// Whether the first line of an export has the columns, as in Mastodon's files.
  var hasHeader: Bool { self == .follows || self == .mutes || isLocal }

  /// The content of a line of the file.
  fileprivate var what: String {
    switch self {
    case .follows, .mutes, .blocks: "an account's address"
    case .lists: "the name of a list and an account's address"
    case .domainBlocks: "a domain"
    case .bookmarks: "a post's address"
    case .bookmarkNotes: "a post's address with tags or a note of at most 2,000 characters"
    case .followedTags: "a hashtag"
    case .groups: "a group with a source"
    case .servers: "the address of a server"
    }
  }
}

extension Transfer {
  /// The lines of a file with these entries, as Mastodon writes them.
  static func lines(_ entries: [Entry], of kind: Kind) -> [String] {
    (kind.hasHeader ? [CSV.line(kind.columns)] : [])
      + entries.map { entry in
        switch kind {
        case .follows:
          CSV.line([
            entry.name, "\(entry.options?.showsReblogs ?? true)", "\(entry.options?.notifies ?? false)",
            (entry.options?.languages ?? []).joined(separator: ", "),
          ])
        case .lists: CSV.line([entry.list ?? "", entry.name])
        case .mutes: CSV.line([entry.name, "\(entry.hidesNotifications ?? true)"])
        case .groups: CSV.line([entry.list ?? "", entry.name, entry.match ?? "any", entry.symbol ?? "#"])
        case .servers: CSV.line([entry.name, entry.list ?? entry.name])
        case .bookmarkNotes: CSV.line([entry.name, entry.list ?? "", entry.note ?? ""])
        case .blocks, .domainBlocks, .bookmarks, .followedTags: CSV.line([entry.name])
        }
      }
  }

  /// Reads a file with or without a first line that names the columns.
  ///
  /// - Throws: ``AppError`` if nothing in it can be imported.
  static func entries(
    _ text: String, of kind: Kind
  ) throws -> (entries: [Entry], failures: [Failure], hasHeader: Bool) {
    var rows = try CSV.rows(text)
    var columns = kind.columns
    var hasHeader = false
    if let header = rows.first?.fields.map({ $0.trimmed }), let other = kinds(ofHeader: header) {
      guard other.contains(kind) else {
        throw AppError.validation(
          "This is a file for \(other.map(\.rawValue).joined(separator: " or ")), not for \(kind.rawValue).",
          suggestion: "Type import \(other[0].rawValue) FILE.")
      }
      columns = header
      hasHeader = true
      rows.removeFirst()
    }
    var (entries, failures): ([Entry], [Failure]) = ([], [])
    var seen: Set<String> = []
    for row in rows {
      guard let entry = entry(row, columns: columns, kind) else {
        let text = Sanitizer.clean(row.fields.joined(separator: ",")).trimmed
        failures.append(
          Failure(
            line: row.line, name: text.count > 40 ? "\(text.prefix(39))…" : text,
            reason: "It is not \(kind.what).", code: "invalid_input"))
        continue
      }
      if seen.insert(entry.key).inserted { entries.append(entry) }
    }
    guard !entries.isEmpty || failures.isEmpty else {
      let first = failures[0]
      throw AppError.validation(
        "This is not a file for \(kind.rawValue): “\(first.name)” in line \(first.line) is not \(kind.what).",
        suggestion: "Export one to see the format: export \(kind.rawValue).")
    }
    return (entries, failures, hasHeader)
  }

  /// The kinds whose files begin with these columns; `nil` for a row of data.
  private static func kinds(ofHeader header: [String]) -> [Kind]? {
    let names = header.map { $0.lowercased() }
    switch names.first {
    case "account address":
      if names.contains("hide notifications") { return [.mutes] }
      if names.contains(where: ["show boosts", "notify on new posts", "languages"].contains) { return [.follows] }
      return [.follows, .blocks, .mutes]
    case "list name": return [.lists]
    case "group name": return [.groups]
    case "server": return [.servers]
    case "post": return [.bookmarkNotes]
    case "#domain", "domain": return [.domainBlocks]
    case "#uri", "uri", "url": return [.bookmarks]
    case "#tag", "tag", "hashtag": return names.count == 1 ? [.followedTags] : nil
    default: return nil
    }
  }

  private static func entry(_ row: CSV.Row, columns: [String], _ kind: Kind) -> Entry? {
    func value(_ column: String) -> String? {
      guard let index = columns.firstIndex(where: { $0.lowercased() == column.lowercased() }),
        row.fields.indices.contains(index)
      else { return nil }
      let value = row.fields[index].trimmed
      return value.isEmpty ? nil : value
    }
    let main = kind == .lists || kind == .groups ? kind.columns[1] : kind.columns[0]
    // Files of earlier versions have hashtags only.
    let earlier = kind == .groups ? value("Hashtag") : nil
    guard let word = value(main) ?? earlier ?? (main == kind.columns[0] ? row.fields.first?.trimmed : nil) else {
      return nil
    }
    var entry = Entry(line: row.line, name: "")
    switch kind {
    case .follows, .lists, .mutes, .blocks:
      guard let address = address(word) else { return nil }
      entry.name = address
    case .domainBlocks:
      guard let domain = domain(word), domain.contains(".") else { return nil }
      entry.name = domain
    case .bookmarks, .bookmarkNotes:
      guard word.hasPrefix("https://") || word.hasPrefix("http://"), word.utf8.count > 10, word.isPlain else {
        return nil
      }
      entry.name = word
    case .servers:
      guard let domain = domain(word), domain.contains(".") || domain.contains(":") else { return nil }
      entry.name = domain
    case .groups:
      guard let source = source(word) else { return nil }
      entry.name = source.text
    case .followedTags:
      let tag = word.first == "#" ? String(word.dropFirst()) : word
      guard !tag.isEmpty, tag.count <= 200,
        tag.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "·" })
      else { return nil }
      entry.name = tag
    }
    switch kind {
    case .lists:
      guard let list = value("List name"), list.isPlainText else { return nil }
      entry.list = list
    case .groups:
      guard let group = value("Group name"), group.isPlainText, group.count <= 60 else { return nil }
      entry.list = group
      let match = value("Match")?.lowercased() ?? "any"
      guard ["any", "all", "none"].contains(match), match == "any" || entry.name.first == "#" else { return nil }
      entry.match = match
      entry.symbol = value("Symbol").flatMap { $0.count == 1 && $0.isPlainText ? $0 : nil }
    case .servers:
      entry.list = value("Name").flatMap { $0.count <= 60 && $0.isPlainText ? $0 : nil } ?? entry.name
    case .follows:
      let languages = value("Languages").map { $0.split(separator: ",").map { String($0).trimmed } }
      let options = FollowOptions(
        showsReblogs: value("Show boosts").flatMap(flag), notifies: value("Notify on new posts").flatMap(flag),
        languages: languages.map { $0.filter { !$0.isEmpty && $0.isPlain } })
      if options != FollowOptions() { entry.options = options }
    case .bookmarkNotes:
      // A cell of a spreadsheet may have several lines.
      (entry.list, entry.note) = (value("Tags").map(Sanitizer.oneLine), value("Note").map(Sanitizer.oneLine))
      guard entry.list != nil || entry.note != nil,
        [entry.list, entry.note].allSatisfy({ $0.map { $0.count <= 2000 } ?? true })
      else { return nil }
    case .mutes: entry.hidesNotifications = value("Hide notifications").flatMap(flag)
    case .blocks, .domainBlocks, .bookmarks, .followedTags: break
    }
    return entry
  }

  /// A source of a group; a word without a sign is a hashtag.
  private static func source(_ word: String) -> GroupSource? {
    guard word.isPlainText, word.count <= 200 else { return nil }
    let source = GroupSource(text: word) ?? GroupSource(text: "#" + word)
    switch source {
    case .tag(let tag):
      return tag.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "·" }) ? source : nil
    case .account(let name): return address(name).map(GroupSource.account)
    case .server(let host): return domain(host).map(GroupSource.server)
    case .list, .search, nil: return source
    }
  }

  private static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "t", "1", "yes", "on": true
    case "false", "f", "0", "no", "off": false
    default: nil
    }
  }

  /// An account's address without the first `@`; `nil` if it is none.
  static func address(_ word: String) -> String? {
    let word = word.first == "@" ? word.dropFirst() : word[...]
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, name.count <= 100, parts.count <= 2,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) })
    else { return nil }
    guard parts.count == 2 else { return String(name) }
    return domain(String(parts[1])).map { "\(name)@\($0)" }
  }

  private static func domain(_ word: String) -> String? {
    let word = word.lowercased()
    guard !word.isEmpty, word.count <= 253, word.first != ".", word.first != "-",
      word.allSatisfy({ $0.isLetter || $0.isNumber || ".-:".contains($0) })
    else { return nil }
    return word
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Whether it has neither white space nor control characters.
  fileprivate var isPlain: Bool { isPlainText && !contains(where: \.isWhitespace) }

  /// Whether it has no control characters.
  fileprivate var isPlainText: Bool { unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
}
