public import FeatureKit
import FoundationEssentials
import MastodonKit
public import PluginKit
import TerminalKit

extension Plugins.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = Plugins.State(folder: folder)
    /// One that may ask for something, one that may not, and one without a description.
    public let several = Plugins.State(
      plugins: [
        Plugins.Entry(
          program: .fixtures.wordcount,
          description: PluginDescription(help: "Count the words of posts", version: "1.2"),
          permission: .allowed(["bookmark", "fav"])),
        Plugins.Entry(program: .fixtures.today, description: PluginDescription(help: "Show today's posts")),
        Plugins.Entry(program: .fixtures.silent),
      ], folder: folder)
    /// One that has changed, one that others can change, and two whose names stand for something else.
    public let troubled = Plugins.State(
      plugins: [
        Plugins.Entry(
          program: .fixtures.wordcount, description: PluginDescription(help: "Count the words of posts"),
          permission: .lapsed(["fav"])),
        Plugins.Entry(program: .fixtures.open),
        Plugins.Entry(program: .fixtures.home, shadow: "“home” is a command of Howdah."),
        Plugins.Entry(
          program: .fixtures.silent, shadow: "/home/rook/.local/share/howdah/plugins/howdah-silent comes first."),
      ], folder: folder)
    /// A folder of `PATH` that does not answer, beside a plugin.
    public let silentFolder = Plugins.State(
      plugins: [Plugins.Entry(program: .fixtures.today, description: PluginDescription(help: "Show today's posts"))],
      folder: folder, silentFolders: ["/net/tools/bin"])
    public let hostile = Plugins.State(
      plugins: [
        Plugins.Entry(
          program: .fixtures.silent,
          description: PluginDescription(
            help: "\u{1B}[2J\u{1B}]0;title\u{7}Clears \u{202E}the screen", version: "\u{9B}1m"))
      ], folder: folder)
  }

  private static let folder = "/home/rook/.local/share/howdah/plugins"
}

extension PluginProgram {
  public static let fixtures = Fixtures()

  /// Programs in the plugin folder and on `PATH`.
  public final class Fixtures: Sendable {
    public let wordcount = program("wordcount", .folder)
    public let today = program("today", .folder)
    /// One on `PATH` that says nothing of itself.
    public let silent = program("silent", .path)
    /// One whose name is a command's.
    public let home = program("home", .path)
    /// One that everybody can change.
    public let open = program(
      "open-house", .path, refusal: "Every user of this machine can change the folder /opt/bin.")
  }

  private static func program(_ name: String, _ origin: Origin, refusal: String? = nil) -> PluginProgram {
    let folder = origin == .folder ? "/home/rook/.local/share/howdah/plugins" : "/opt/bin"
    let changed = Int(Date.fixture(minutesAgo: 3000).timeIntervalSince1970)
    return PluginProgram(
      name: name, path: "\(folder)/howdah-\(name)", origin: origin, stamp: Stamp(modified: changed, size: 1200),
      refusal: refusal)
  }
}

extension Plugins.Answer {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    let documents = Plugins.Answer(
      parts: [
        .heading("Words on this screen"),
        .paragraph("Five posts have 212 words. The longest one is by Rook, and it is about the lock at the canal."),
        .fields([.init(name: "Posts", value: "5"), .init(name: "Words", value: "212")]),
        .heading("By account"),
        .table(columns: ["account", "posts", "words"], rows: [["@rook", "3", "180"], ["@wren", "2", "32"]]),
        .list(["No post is longer than 500 characters.", "Two have no alt text."], isOrdered: false),
        .list(["Read them.", "Write to their authors."], isOrdered: true),
        .status(id: "109501234567890123", text: "The lock is open again", account: "@rook"),
        .status(id: "109501234567890124", text: "Soup", account: nil),
        .link(text: "How words are counted", url: "https://shore.example/words"),
        .warning("Posts in Japanese were left out."),
      ])
    let text = Plugins.Answer(
      parts: [.paragraph("212 words in 5 posts."), .paragraph(""), .paragraph("The longest one is by Rook.")],
      isText: true)
    /// Control sequences, a link that is none, and documents of a later version.
    let hostile = Plugins.Answer(
      parts: [
        .paragraph("\u{1B}[2J\u{1B}[31mred\u{7} \u{202E}txet"), .link(text: "here", url: "javascript:alert(1)"),
        .table(columns: [], rows: [["\u{1B}]52;c;AAAA\u{7}", "x"]]),
      ], unknown: 2)
  }
}

@MainActor extension Plugins {
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
      + Preview.all(of: Answer.fixtures, prefix: "answer") { (answer: Answer, _) in
        answer.document(of: "wordcount")
      }
  }
}
