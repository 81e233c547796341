import FeatureKit
import FoundationEssentials
import Previews
import TerminalKit
import Testing

@MainActor @Suite struct PreviewGalleryTests {
  private func gallery(_ states: [String: String]) -> PreviewGallery {
    let previews = states.sorted { $0.key < $1.key }.map { name, text in
      Preview(id: name) { _ in
        Document(kind: "home", title: Document.Title("Home"), blocks: [.paragraph(StyledText(text))])
      }
    }
    return PreviewGallery(
      plugins: [Plugin(id: "home", title: "Home", symbol: "⌂", verbs: [], previews: { previews })], app: [previews[0]])
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "previews-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try body(folder.path())
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test func previewsAreNamedForTheirFeatureAndState() {
    let gallery = gallery(["empty": "Nothing here.", "loaded": "A post."])
    #expect(gallery.names == ["home/empty", "home/loaded", "app/empty"])
    #expect(gallery.previews(matching: "home").map(\.name) == ["home/empty", "home/loaded"])
    #expect(gallery.previews(matching: "home/loaded").map(\.name) == ["home/loaded"])
    #expect(gallery.previews(matching: "hom").isEmpty)
  }

  @Test func commandsOfAScreenAreListedBelowItInTheirOrder() throws {
    let screen = Preview(id: "loaded") {
      Screen(
        id: "home", model: nil, label: { "home" },
        document: { _ in Document(kind: "home", blocks: [.paragraph("A post.")]) },
        verbs: {
          ["open", "fav", "boost"].map { Verb($0, help: "Does it") { .nothing } }
            + [.absent("save", "Nothing is saved here.", suggestion: "Type fav.")]
        })
    }
    let gallery = PreviewGallery(
      plugins: [Plugin(id: "home", title: "Home", symbol: "⌂", verbs: [], previews: { [screen] })], app: [])
    let entry = try #require(gallery.entries.first)
    #expect(entry.text(width: 80, format: .plain) == "A post.\n\ncommands: open, fav, boost\n")
    #expect(entry.text(width: 20, format: .plain) == "A post.\n\ncommands: open, fav,\nboost\n")
    #expect(entry.text(width: 80, format: .spoken) == "A post.\nCommands: open, fav, boost.\n")
    #expect(!entry.text(width: 80, format: .json).contains("commands"))
  }

  @Test func recordingSucceedsOnlyWhenNothingWasWritten() throws {
    try withFolder { folder in
      let gallery = gallery(["empty": "Nothing here."])
      #expect(!gallery.record(into: folder).isClean)
      #expect(gallery.record(into: folder).isClean)
      #expect(gallery.check(against: folder).isClean)
    }
  }

  @Test func changedMissingAndOrphanedGoldensAreReported() throws {
    try withFolder { folder in
      let gallery = gallery(["empty": "Nothing here.", "loaded": "A post."])
      _ = gallery.record(into: folder)
      try write("changed\n", to: "\(folder)/home/empty.80.txt")
      try FileManager.default.removeItem(atPath: "\(folder)/home/loaded.80.txt")
      try write("", to: "\(folder)/home/nobody.80.txt")
      let report = gallery.check(against: folder)
      #expect(report.text.contains("home/empty.80.txt: differs\n"))
      #expect(report.text.contains("  - 1: changed\n"))
      #expect(report.text.contains("home/loaded.80.txt: not recorded yet"))
      #expect(report.text.contains("home/nobody.80.txt: no preview claims this golden"))
      #expect(!report.isClean)
    }
  }

  @Test func checkingOneFeatureIgnoresOrphansOfOthers() throws {
    try withFolder { folder in
      let gallery = gallery(["empty": "Nothing here."])
      _ = gallery.record(into: folder)
      try write("", to: "\(folder)/home/nobody.80.txt")
      #expect(gallery.check(against: folder, matching: "home").isClean)
    }
  }
}
