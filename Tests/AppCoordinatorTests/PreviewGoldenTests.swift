import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import AppCoordinator

@MainActor
@Suite struct PreviewGoldenTests {
  private static let goldens = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/previews").path()

  @Test func everyPreviewIsAsRecordedAndNoGoldenIsLeftOver() async throws {
    let report = try await PreviewGallery.all().check(against: Self.goldens)
    #expect(report.isClean, "\(report.text)")
  }

  @Test func everyFeatureHasPreviews() throws {
    for plugin in try AppCoordinator.createPreviewPlugins() { #expect(!plugin.previews().isEmpty, "\(plugin.id)") }
  }

  @Test func noPreviewIsWiderThanItsWidthOrLeaksAControlCharacter() async throws {
    let gallery = try await PreviewGallery.all()
    for entry in gallery.entries {
      for width in [30, 40, 72, 80, 132] {
        let text = entry.text(width: width, format: .plain)
        for line in text.split(separator: "\n") where line.displayWidth > width {
          Issue.record("\(entry.name) at \(width): \(line)")
        }
        #expect(
          !text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value) },
          "\(entry.name)")
      }
    }
  }

  @Test func aChangedGoldenAMissingOneAndAnOrphanAreEachRefused() async throws {
    let folder = TemporaryFolder()
    let gallery = try await PreviewGallery.all()
    #expect(!gallery.record(into: folder.path).isClean)
    #expect(gallery.record(into: folder.path).isClean)
    #expect(gallery.check(against: folder.path).isClean)
    try Data("changed\n".utf8).write(to: URL(filePath: "\(folder.path)/home/empty.80.txt"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/home/loaded.80.txt")
    try Data().write(to: URL(filePath: "\(folder.path)/home/nobody.80.txt"))
    let report = gallery.check(against: folder.path)
    #expect(report.text.contains("home/empty.80.txt: differs\n"))
    #expect(report.text.contains("  - 1: changed\n"))
    #expect(report.text.contains("home/loaded.80.txt: not recorded yet"))
    #expect(report.text.contains("home/nobody.80.txt: no preview claims this golden"))
    #expect(!report.isClean)
  }
}
