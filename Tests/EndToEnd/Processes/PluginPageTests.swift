import Foundation
import Testing

/// docs/plugins.md: its samples run as they are on the page, and its tables are those of docs/json.md.
@Suite(.serialized, .ownThread)
struct PluginPageTests {
  private let page: String
  private let machine: Machine

  init() throws {
    page = try String(contentsOf: CommandLines.root.appending(path: "docs/plugins.md"), encoding: .utf8)
    machine = try Machine()
  }

  /// The indented blocks of the page, without the indentation.
  private var blocks: [String] {
    var blocks: [[Substring]] = [[]]
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    ") {
        blocks[blocks.count - 1].append(line.dropFirst(4))
      } else if !blocks[blocks.count - 1].isEmpty {
        blocks.append([])
      }
    }
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
  }

  /// The script on the page whose second line says that it is this plugin.
  private func script(_ name: String) throws -> String {
    try #require(blocks.first { $0.hasPrefix("#!") && $0.contains("\n# howdah-\(name): ") })
  }

  /// Follows the page's first steps, which make the plugin folder, and adds scripts of the page.
  private func install(_ names: String...) throws {
    let steps = try #require(blocks.first { $0.hasPrefix("mkdir ") })
    let run = try shell(steps)
    #expect(run.code == 0 && run.everything.isEmpty, "\(run.everything)")
    for name in names {
      let path = machine.folder.file(".local/share/howdah/plugins/howdah-\(name)")
      try Files.write(try script(name), to: path)
      chmod(path, 0o755)
    }
  }

  private func shell(_ script: String) throws -> Machine.Run {
    try machine.shell(script, environment: ["XDG_DATA_HOME": machine.folder.file(".local/share")])
  }

  @Test func firstStepsMakeACommand() throws {
    try install()
    #expect(try shell("howdah --sandbox hello Rook").output == "Hello, Rook.\n")
    #expect(try shell("howdah --sandbox -c 'hello Rook'").output.contains("Hello, Rook.\n"))
    let alone = try #require(page.firstMatch(of: #/`(echo '\{\}' \| [^`]*)`/#))
    #expect(try shell(String(alone.1)).output == "Hello, Rook.\n")
  }

  @Test(.enabled(if: access("/usr/bin/jq", X_OK) == 0)) func samplesInShellRun() throws {
    try install("authors", "like-all")
    let authors = try shell("howdah --sandbox -c 'home --limit 5; authors'")
    #expect(authors.code == 0, "\(authors.everything)")
    #expect(authors.output.contains(#/\n@[a-z@.]+\n/#), "\(authors.output)")
    #expect(try shell("howdah --sandbox authors").everything.isEmpty)
    let refused = try shell("howdah --sandbox -c 'home --limit 5; like-all 1-3'")
    #expect(refused.code == 7)
    #expect(refused.error.contains("like-all asks for “fav”, which you have not allowed."), "\(refused.error)")
    let allow = try #require(page.firstMatch(of: #/`(plugins allow like-all [^`]*)`/#))
    let allowed = try shell("howdah --sandbox -c '\(allow.1); home --limit 5; like-all 1-3; favourites --json'")
    #expect(allowed.code == 0, "\(allowed.everything)")
    #expect(allowed.output.contains("Favourited"))
  }

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) func sampleInPythonRuns() throws {
    try install("undescribed")
    for screen in ["home --all", "notifications", "profile @heron", "followers", "settings"] {
      let run = try shell("howdah --sandbox -c '\(screen); undescribed'")
      #expect(run.code == 0, "\(screen): \(run.everything)")
    }
    #expect(try shell("howdah --sandbox undescribed").everything.isEmpty)
    let post = #"{"id": "7", "account": {"acct": "rook"}, "media": [{"description": null}, {"description": "Fog"}]}"#
    let items = #"[{"status": null}, {"status": \#(post)}, {"acct": "zoe"}]"#
    let path = machine.folder.file(".local/share/howdah/plugins/howdah-undescribed")
    let answer = try shell("echo '{\"screen\": {\"items\": \(items)}}' | \(path)")
    #expect(
      try JSON(answer.output)["text"]?.string == "Attachments without alt text: 1", "\(answer.everything)")
  }

  @Test func descriptionIsUnderstood() throws {
    try install()
    let description = try #require(blocks.first { $0.hasPrefix("{\"help\"") })
    let path = machine.folder.file(".local/share/howdah/plugins/howdah-count")
    try Files.write("#!/bin/sh\ncat <<'END'\n\(description)END\n", to: path)
    chmod(path, 0o755)
    let help = try shell("howdah --sandbox help count").output
    for part in ["Count the words of the posts on the screen", "count [N…]", "Bookmark the longest post"] {
      #expect(help.contains(part), "\(help)")
    }
    #expect(try shell("howdah __complete zsh count --").output.contains("--top"))
    #expect(try shell("howdah __complete zsh count ''").output == "today\nweek\n")
  }

  /// The types that the page lists, by the words before their tables.
  @Test(arguments: [
    ("A post", "post"), ("An account", "profile"), ("A relationship", "relationship"),
    ("A notification", "notification"), ("An attachment", "attachment"), ("A poll", "poll"),
  ])
  func tableNamesEveryMember(title: String, type: String) throws {
    let reference = try String(contentsOf: CommandLines.root.appending(path: "docs/json.md"), encoding: .utf8)
    let expected = rows(of: reference, after: "### \(type)\n").filter { !$0.hasPrefix("| `quote.status") }
    let listed = rows(of: page, after: "**\(title)**").filter { !$0.hasPrefix("| `quote.status") }
    #expect(!expected.isEmpty && listed == expected)
  }

  /// The rows of the first table after a text, which name a member.
  private func rows(of text: String, after title: String) -> [Substring] {
    guard let start = text.range(of: title)?.upperBound else { return [] }
    return text[start...].split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
      .filter { $0.hasPrefix("| `") }
  }
}
