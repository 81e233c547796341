public import FeatureKit
import FoundationEssentials
import MastodonKit
public import TerminalKit

/// All previews of an app, their text at each width, and the comparison with the recorded goldens.
///
/// A golden is one file for each preview and form under `Fixtures/previews/<feature>/`: `loaded.80.txt` and
/// `loaded.40.txt` as shown, `loaded.spoken.txt` as read aloud; of the main screens `loaded.140.txt` too.
@MainActor
public struct PreviewGallery {
  @MainActor
  public struct Entry {
    /// The feature and the state: `home/loaded`.
    public let name: String
    private let preview: Preview

    init(name: String, preview: Preview) {
      self.name = name
      self.preview = preview
    }

    /// The view as text, followed by the screen's commands; in JSON the view alone, as scripts get it.
    public func text(width: Int, format: Renderer.Format) -> String {
      let renderer = Renderer(
        format: format, width: width, theme: Theme.all[0], colors: format == .ansi ? .ansi256 : .none, showsHint: true,
        hyperlinks: false)
      let text = renderer.render(document(width: width))
      let commands = preview.verbs().filter(\.isListed).map(\.name).joined(separator: ", ")
      guard !commands.isEmpty, format != .json else { return text }
      let line = StyledText("commands: \(commands)", .secondary, spoken: "Commands: \(commands).")
      return text + (format == .spoken ? "" : "\n") + renderer.render([.paragraph(line)])
    }

    /// The view alone, in all colours of a theme and with links.
    public func picture(width: Int, theme: Theme) -> String {
      Renderer(format: .ansi, width: width, theme: theme, colors: .trueColor, showsHint: true, hyperlinks: true)
        .render(document(width: width))
    }

    private func document(width: Int) -> Document { preview.document(Layout(width: width, now: Self.now)) }

    /// The time in every preview: that of the fixtures.
    private static let now = Date.fixtureNow
  }

  public struct Report: Equatable, Sendable {
    public let text: String
    public let isClean: Bool
  }

  /// All previews, in the order of their features.
  public let entries: [Entry]

  /// Collects the previews of all plugins, then those of the whole app, named `app/…`.
  public init(plugins: [Plugin], app places: [Preview]) {
    entries =
      plugins.flatMap { plugin in plugin.previews().map { Entry(name: "\(plugin.id)/\($0.id)", preview: $0) } }
      + places.map { Entry(name: "app/\($0.id)", preview: $0) }
  }

  public var names: [String] { entries.map(\.name) }

  /// Returns the preview with this name, or all of a feature.
  public func previews(matching name: String) -> [Entry] {
    entries.filter { $0.name == name || $0.name.hasPrefix(name + "/") }
  }

  /// The forms in which each preview is recorded, by the suffix of the file's name.
  static let forms: [(suffix: String, width: Int, format: Renderer.Format)] = [
    ("80.txt", 80, .plain), ("40.txt", 40, .plain), ("spoken.txt", 80, .spoken),
  ]

  /// The main screens, which are recorded as they are on a wide terminal too.
  private static let wide: Set = [
    "bookmarks/found", "bookmarks/tagged", "bookmarks/tags-some", "catch-up/by-boosts", "catch-up/digest-lists",
    "catch-up/digest-loaded", "catch-up/loaded", "collections/loaded", "collections/overview-own",
    "composer/attachments", "conversations/loaded", "groups/loaded", "groups/timeline-mixed",
    "home/accounts-loaded", "home/compact", "home/loaded", "home/polls", "home/quotes", "home/repeats",
    "lists/who-some", "notifications/accounts-loaded", "notifications/grouped", "own-posts/stats-busy",
    "own-posts/stats-weeks", "people/changes-some", "people/loaded", "profile/about", "profile/other", "rules/some",
    "rules/try-some", "server/shore", "settings/defaults", "thread/tree", "translate/plain",
  ]

  /// The expected content of each golden, by its path below the folder of goldens.
  func expectations(matching name: String?) -> [(path: String, text: String)] {
    let entries = name.map(previews(matching:)) ?? entries
    return entries.flatMap { entry in
      (Self.forms + (Self.wide.contains(entry.name) ? [("140.txt", 140, .plain)] : [])).map {
        ("\(entry.name).\($0.suffix)", entry.text(width: $0.width, format: $0.format))
      }
    }
  }

  /// Compares with the goldens: reports differences, missing goldens and goldens without a preview.
  public func check(against folder: String, matching name: String? = nil) -> Report {
    var problems: [String] = []
    let expectations = expectations(matching: name)
    for (path, text) in expectations {
      guard let golden = Self.read(folder, path) else {
        problems.append("\(path): not recorded yet; howdah preview \(Self.entryName(path)) --record writes it")
        continue
      }
      if golden != text { problems.append("\(path): differs\n" + LineDiff.text(from: golden, to: text)) }
    }
    if name == nil { problems += orphans(in: folder).map { "\($0): no preview claims this golden; delete it" } }
    let count = expectations.count
    guard problems.isEmpty else {
      return Report(text: problems.joined(separator: "\n") + "\n\(problems.count) of \(count) differ\n", isClean: false)
    }
    return Report(text: "\(count) previews as recorded\n", isClean: true)
  }

  /// Writes new and changed goldens; clean only if there were none.
  public func record(into folder: String, matching name: String? = nil) -> Report {
    var written: [String] = []
    for (path, text) in expectations(matching: name) where Self.read(folder, path) != text {
      let file = URL(filePath: folder).appending(path: path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
        written.append("\(path): recorded")
      } catch {
        written.append("\(path): cannot be written")
      }
    }
    guard !written.isEmpty else { return Report(text: "nothing to record\n", isClean: true) }
    return Report(text: written.joined(separator: "\n") + "\nRead them before you commit.\n", isClean: false)
  }

  /// Goldens without a preview.
  func orphans(in folder: String) -> [String] {
    let claimed = Set(expectations(matching: nil).map(\.path))
    do {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      return files.filter { $0.hasSuffix(".txt") && !claimed.contains($0) }.sorted()
    } catch {
      // A missing folder contains no orphans.
      return []
    }
  }

  private static func read(_ folder: String, _ path: String) -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(path)").map { String(decoding: $0, as: UTF8.self) }
  }

  private static func entryName(_ path: String) -> String {
    String(path.prefix { $0 != "." })
  }
}
