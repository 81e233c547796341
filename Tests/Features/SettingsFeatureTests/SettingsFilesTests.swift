import FeatureKit
import FeatureTestKit
import Foundation
import SettingsFeature
import TerminalKit
import Testing

@MainActor @Suite struct SettingsFilesTests {
  private final class Files {
    var written: [String: String] = [:]
    var stored: [String: [String: String]] = [:]
  }

  private let disk = Disk()
  private let files = Files()

  private func type(_ words: [String]) async throws -> Response {
    let model = Settings.Model(settings: disk.settings)
    let files = files
    let action = Settings.Action(
      model: model, themes: { .fixtures.own }, load: {},
      files: Settings.Files(
        text: { $0.map { "\($0.name) = \($0.value)\n" }.joined() }, exists: { files.written[$0] != nil },
        write: { files.written[$0] = $1 },
        read: { path in
          guard let values = files.stored[path] else { throw AppError.notFound("There is no file \(path).") }
          return values
        }), store: { _, _ in nil }, show: { .screen })
    let verb = try #require(Settings.plugin(model: model, action: action).verbs.first { $0.matches("settings") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("nobody") })
    return try await verb.run(
      ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context))
  }

  private func words(_ response: Response) -> String {
    switch response {
    case .toast(let toast): toast.text.plain
    case .document(let document):
      Renderer(format: .plain, width: 200, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
        .render(document)
    default: "(else)"
    }
  }

  @Test func localSettingsSurviveExportAndImport() async throws {
    disk.values["theme"] = "day"
    #expect(words(try await type(["export", "my.settings"])) == "Wrote 1 setting to my.settings.")
    #expect(files.written == ["my.settings": "theme = day\n"])
    disk.values["theme"] = nil
    files.stored["my.settings"] = ["theme": "day"]
    let answer = words(try await type(["import", "my.settings"]))
    #expect(answer.hasPrefix("Set 1 setting from my.settings.\n"))
    #expect(answer.contains("dusk → day"), "\(answer)")
    #expect(disk.writes == ["theme=day"])
  }

  @Test func anExportWithoutSettingsIsTheSameScreen() async throws {
    guard case .document(let document) = try await type(["export"]) else {
      Issue.record("no document")
      return
    }
    #expect(document.kind == "settings-export" && document.data == [JSONValue.Member("settings", .object([]))])
    #expect(words(.document(document)).hasPrefix("Nothing was set here."))
  }

  @Test func anExistingFileIsReplacedOnlyAfterAYes() async throws {
    disk.values["theme"] = "day"
    files.written["my.settings"] = "old"
    guard case .confirm(let question) = try await type(["export", "my.settings"]) else {
      Issue.record("no question")
      return
    }
    #expect(files.written["my.settings"] == "old")
    #expect(words(try await question.proceed()) == "Wrote 1 setting to my.settings.")
    #expect(files.written["my.settings"] == "theme = day\n")
  }

  @Test func dryRunListsChangesAndMakesNone() async throws {
    disk.values["theme"] = "day"
    files.stored["f"] = ["theme": "paper", "wings": "on"]
    let answer = words(try await type(["import", "f", "--dry-run"]))
    #expect(answer.hasPrefix("Would set 1 setting from f.\n"), "\(answer)")
    #expect(answer.contains("Not set: wings: "), "\(answer)")
    #expect(disk.writes.isEmpty)
    await #expect(throws: AppError.self) { _ = try await type(["export", "f", "--dry-run"]) }
  }

  @Test func unchangedEntriesAreCountedAndNotWritten() async throws {
    disk.values["theme"] = "day"
    files.stored["f"] = ["theme": "day"]
    #expect(
      words(try await type(["import", "f"])).hasPrefix("Set 0 settings from f. 1 setting had the value already."))
    #expect(disk.writes.isEmpty)
  }

  @Test func invalidSettingsAreReportedAndTheRestIsSet() async throws {
    files.stored["f"] = ["theme": "day", "wings": "on", "width": "wide"]
    let failure = try await #require(throws: PartialFailure.self) { _ = try await type(["import", "f"]) }
    let answer = words(failure.done)
    #expect(answer.hasPrefix("Set 1 setting from f.") && answer.contains("Not set: "))
    #expect(answer.contains("width: ") && answer.contains("wings: "))
    #expect(failure.isPartial && failure.left == ["width", "wings"])
    #expect(disk.writes == ["theme=day"])
  }

  @Test(arguments: [["import"], ["import", "nowhere"], ["reading", "file"]])
  func missingPartsAreReported(_ line: [String]) async {
    await #expect(throws: AppError.self) { _ = try await type(line) }
    #expect(disk.writes.isEmpty)
  }
}
