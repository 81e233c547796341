import DiagnoseFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import TerminalKit
import Testing

@MainActor @Suite struct DiagnoseTests {
  private final class Disk {
    var files: [String: String] = [:]
  }

  private func run(_ words: [String], on disk: Disk) async throws -> Response {
    let plugin = Diagnose.plugin(
      action: Diagnose.Action(report: { .fixtures.full }, write: { disk.files[$0] = $1 }))
    let verb = plugin.verbs[0]
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("nobody") })
    return try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
  }

  @Test func theReportIsPrinted() async throws {
    guard case .view(let view) = try await run([], on: Disk()) else {
      Issue.record("no view")
      return
    }
    let document = view(Layout(width: 72, now: .init(timeIntervalSince1970: 0)))
    #expect(document.data.first == JSONValue.Member("version", .string("0.1.0")))
    #expect(document.data.contains(JSONValue.Member("server_lacks", .string("translation"))))
  }

  @Test func theReportIsWrittenToAFile() async throws {
    let disk = Disk()
    guard case .toast(let toast) = try await run(["report.txt"], on: disk) else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Wrote 14 lines to report.txt.")
    #expect(toast.data == [JSONValue.Member("file", .string("report.txt"))])
    #expect(disk.files["report.txt"]?.hasPrefix("version: 0.1.0\nsystem: Linux") == true)
  }

  @Test func serverDescriptionIsOneLine() {
    for preview in Diagnose.previews {
      let document = preview.document(Layout(width: 40, now: .init(timeIntervalSince1970: 0)))
      let text = Renderer(
        format: .plain, width: 40, theme: .mono, colors: .none, showsHint: true, hyperlinks: false
      ).render(document)
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }
  }
}
