import FeatureKit
import Foundation
import LocalStore
import MastodonClient
import Sandbox
import Synchronization
import Testing

@testable import SandboxHost

@Suite(.timeLimit(.minutes(10))) struct SandboxServingTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", false), ("::1", "[::1]", false), ("localhost", "localhost", false),
    ("0.0.0.0", "127.0.0.1", true), ("::", "[::1]", true), ("192.0.2.7", "192.0.2.7", true),
    ("2001:db8::7", "[2001:db8::7]", true),
  ])
  func reachableAddressGetsAWarning(_ address: String, _ host: String, _ isWarned: Bool) {
    var options = SandboxOptions()
    #expect(SandboxServing.warning(for: options) == nil)
    options.address = address
    #expect(options.host == host)
    #expect((SandboxServing.warning(for: options)?.contains(address) ?? false) == isWarned)
  }

  @Test func busyIsARatePerSecond() {
    var options = SandboxOptions(isQuiet: true)
    #expect(options.activity == .quiet)
    options.busy = 7
    #expect(options.activity == .busy(perSecond: 7))
    #expect(SandboxOptions().activity == .resident)
  }

  @Test func unusableFileIsReportedWithOneSolution() {
    let version = SandboxError.unknownVersion(99).appError
    #expect(version.message == "The sandbox's file was written by another version of Howdah.")
    #expect(version.suggestion == "Update Howdah, or move the file away for a new one." && version.code == "unknown")
    let damaged = SandboxError.unreadable("/home/you/sandbox.sqlite").appError
    #expect(damaged.message == "/home/you/sandbox.sqlite is damaged." && damaged.suggestion.hasPrefix("Move it away."))
  }

  @Test func fileOfTheServerIsReadableByItsOwnerOnly() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "howdah-state-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    var options = SandboxOptions(isQuiet: true)
    options.state = folder.appending(path: "state.sqlite").path
    let server = try await SandboxServing.start(options, process: 1, version: "1")
    await server.stop()
    let attributes = try FileManager.default.attributesOfItem(atPath: options.state ?? "")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func damagedFileIsRenamedAndReplaced() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "howdah-house-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let file = folder.appending(path: "sandbox.sqlite")
    try Data("garbage".utf8).write(to: file)
    var options = SandboxOptions(isQuiet: true)
    options.state = file.path
    let renamed = Mutex<[String]>([])
    let sandbox = EmbeddedSandbox(
      options: options, clock: .system, isLive: false, prepare: { try FileLocations.makeFile($0) },
      setAside: { path in
        let kept = try FileLocations.setAsideDatabase(path, at: Date(timeIntervalSince1970: 1_790_000_000))
        renamed.withLock { $0.append("\(path) is kept as \(kept)") }
      })
    #expect(!(await sandbox.token().reveal.isEmpty))
    await sandbox.close()
    let notices = renamed.withLock(\.self)
    #expect(notices.count == 1 && notices[0].hasPrefix("\(file.path) is kept as \(file.path).damaged-"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".damaged-") }
    #expect(try kept.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) } == ["garbage"])
  }
}
