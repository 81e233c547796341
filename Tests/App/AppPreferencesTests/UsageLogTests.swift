import FeatureKit
import FoundationEssentials
import LocalStore
import Testing

@testable import AppPreferences

@MainActor
@Suite struct UsageLogTests {
  let folder: PreferencesFolder

  init() throws { folder = try PreferencesFolder() }

  @Test func commandThatClearsTheLogIsNotInIt() throws {
    let log = UsageLog(file: folder.usage, now: { Date(timeIntervalSince1970: 1_795_000_002) }) { Issue.record($0) }
    log.record("fav", took: .seconds(2))
    #expect(
      try log.entries() == [
        UsageFile.Line(time: Date(timeIntervalSince1970: 1_795_000_000), verb: "fav", milliseconds: 2000)
      ])
    try log.clear()
    log.record("log", took: .milliseconds(1))
    #expect(try log.entries().isEmpty)
    log.record("home", took: .milliseconds(12))
    #expect(try log.entries().map(\.verb) == ["home"])
  }

  @Test func onlyTheFirstFailureIsReported() throws {
    var reports = 0
    let log = UsageLog(file: folder.usage, now: { Date(timeIntervalSince1970: 0) }) { _ in reports += 1 }
    // A folder in place of the file.
    try FileManager.default.createDirectory(atPath: log.path, withIntermediateDirectories: true)
    for _ in 1...3 { log.record("home", took: .milliseconds(12)) }
    #expect(reports == 1)
    #expect(throws: AppError.self) { try log.entries() }
  }
}
