import FeatureKit
import FoundationEssentials
import Previews
import TerminalKit
import Testing

@testable import AppCoordinator

@MainActor
@Suite struct PreviewGoldenTests {
  private static let goldens = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/previews").path()

  @Test func everyPreviewIsAsRecordedAndNoGoldenIsLeftOver() async throws {
    let report = try await AppCoordinator.createPreviewGallery().check(against: Self.goldens)
    #expect(report.isClean, "\(report.text)")
  }

  @Test func everyFeatureHasPreviews() throws {
    for plugin in try AppCoordinator.createPreviewPlugins() { #expect(!plugin.previews().isEmpty, "\(plugin.id)") }
  }

  @Test func noPreviewIsWiderThanItsWidthOrLeaksAControlCharacter() async throws {
    let gallery = try await AppCoordinator.createPreviewGallery()
    for entry in gallery.entries {
      for width in [30, 40, 72, 80, 132] {
        let text = entry.text(width: width, format: .plain)
        for line in text.split(separator: "\n") where line.displayWidth > width && !line.contains("://") {
          Issue.record("\(entry.name) at \(width): \(line)")
        }
        #expect(
          !text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value) },
          "\(entry.name)")
      }
    }
  }
}
