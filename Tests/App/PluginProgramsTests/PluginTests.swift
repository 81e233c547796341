import FileTestKit
import Foundation
import Glibc
import LocalStore
import PluginKit
import Testing

@testable import PluginPrograms

/// Programs that are broken, slow, chatty or hostile: each ends, and harms nothing.
@Suite(.timeLimit(.minutes(10))) struct PluginTests {
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private var folder: String { "\(home.path)/.local/share/howdah/plugins" }

  /// The plugins, which may take as long as this machine needs to describe themselves, or a second.
  private func service(_ environment: [String: String] = [:], descriptionLimit: Int = 120_000) -> PluginService {
    let base = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TMPDIR": home.path]
    return .live(
      locations: FileLocations(
        config: "\(home.path)/.config/howdah", data: "\(home.path)/.local/share/howdah",
        state: "\(home.path)/.local/state/howdah", cache: "\(home.path)/.cache/howdah"),
      environment: base.merging(environment) { _, last in last }, now: { Date() }, report: { _ in },
      descriptionLimit: descriptionLimit, searchLimit: 120_000)
  }

  /// Puts a script into the plugin folder, or another one.
  @discardableResult
  private func plugin(
    _ name: String, _ script: String, in other: String? = nil, mode: mode_t = 0o700
  ) throws -> PluginProgram {
    let path = "\(other ?? folder)/howdah-\(name)"
    try home.put("#!/bin/sh\n\(script)\n", at: path, mode: mode)
    return PluginProgram(
      name: name, path: path, origin: .folder, stamp: try #require(PluginFiles.stamp(of: path)))
  }

  private func plugin(_ script: String) throws -> PluginProgram { try plugin("probe", script) }

  private func run(_ program: PluginProgram, limit: Int = 280_000, input: String = "{}") async throws -> PluginResult {
    try await service().run(
      program, PluginCall(arguments: ["one", "two words"], input: Array(input.utf8), limit: limit))
  }

  private func text(_ script: String, input: String = "{}") async throws -> String {
    String(decoding: try await run(try plugin(script), input: input).output, as: UTF8.self)
  }

  /// Whether a process is gone, or waits for its parent to count it.
  private func hasEnded(_ id: Int32) async throws -> Bool {
    for _ in 0..<500 {
      // Where it is gone, its file is too.
      let text = (try? home.text(at: "/proc/\(id)/stat")) ?? ""
      guard let state = text.split(separator: ")").last?.first(where: { $0 != " " }), state != "Z" else { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  // MARK: - Running

  @Test func argumentsAndInputArriveWhole() async throws {
    let input = String(repeating: "{\"screen\": \"home; $(rm -rf /)\"}\n", count: 20_000)
    #expect(try await text("printf '%s|' \"$@\"; wc -c", input: input) == "one|two words|\(input.utf8.count)\n")
  }

  @Test func environmentHasNoSecrets() async throws {
    let names = ["HOWDAH_TOKEN", "HOWDAH_PASSPHRASE", "GITHUB_TOKEN", "MASTODON_ACCESS_TOKEN", "http_proxy"]
    var environment = Dictionary(uniqueKeysWithValues: names.map { ($0, "hunter2") })
    environment["LC_ALL"] = "C.UTF-8"
    let call = PluginCall(arguments: [], variables: ["HOWDAH_PLUGIN": "probe"])
    let result = try await service(environment).run(try plugin("env"), call)
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(!text.contains("hunter2"))
    #expect(text.contains("LC_ALL=C.UTF-8"))
    #expect(text.contains("HOWDAH_PLUGIN=probe"))
    #expect(text.contains("HOWDAH_PROGRAM=/"))
  }

  @Test func codeAndComplaintAreKept() async throws {
    let result = try await run(try plugin("echo out; echo no such post >&2; exit 4"))
    #expect(result.code == 4)
    #expect(String(decoding: result.complaint, as: UTF8.self) == "no such post\n")
    #expect(try await run(try plugin("kill -KILL $$")).code == 137)
  }

  @Test func inputNeedNotBeRead() async throws {
    #expect(try await text("exec <&-; echo done", input: String(repeating: "x", count: 1 << 20)) == "done\n")
  }

  @Test func slowOneIsEndedAndSaysSo() async throws {
    let program = try plugin("sleep 600")
    await #expect(throws: PluginFailure.timedOut(seconds: 0)) { try await run(program, limit: 200) }
  }

  @Test func programThatIgnoresSignalsIsKilled() async throws {
    let program = try plugin("trap '' TERM INT HUP; while :; do sleep 1; done")
    await #expect(throws: PluginFailure.timedOut(seconds: 0)) { try await run(program, limit: 200) }
  }

  @Test func stoppedProgramIsEnded() async throws {
    let program = try plugin("kill -STOP $$; sleep 600")
    await #expect(throws: PluginFailure.timedOut(seconds: 0)) { try await run(program, limit: 200) }
  }

  @Test func detachedProgramIsNotWaitedFor() async throws {
    let path = "\(home.path)/daemon"
    let result = try await run(
      try plugin(
        "setsid sh -c 'echo $$ > \(path).new; mv \(path).new \(path); exec sleep 600' & "
          + "while ! [ -e \(path) ]; do sleep 0.01; done; echo done"))
    #expect(String(decoding: result.output, as: UTF8.self) == "done\n")
    let daemon = try #require(Int32(try home.text(at: path).split(separator: "\n")[0]))
    #expect(kill(daemon, SIGKILL) == 0)
  }

  @Test(arguments: ["yes", "yes >&2 & yes", "head -c 104857600 /dev/zero"])
  func chattyOneIsEnded(script: String) async throws {
    let program = try plugin(script)
    await #expect(throws: PluginFailure.tooMuch(limit: 1 << 20)) { try await run(program) }
  }

  @Test func endlessComplaintsCostNoMemoryAndEndWithTheTime() async throws {
    let program = try plugin("yes >&2")
    await #expect(throws: PluginFailure.timedOut(seconds: 0)) { try await run(program, limit: 300) }
  }

  @Test func remainingChildrenAreEnded() async throws {
    let result = try await run(
      try plugin(
        "(trap '' TERM; sleep 600 & echo $! > \(home.path)/left; wait) & while ! [ -s \(home.path)/left ]; do sleep 0.01; done; echo done"
      ))
    #expect(String(decoding: result.output, as: UTF8.self) == "done\n")
    let left = try #require(Int32(try home.text(at: "\(home.path)/left").split(separator: "\n")[0]))
    #expect(try await hasEnded(left))
  }

  @Test func terminalIsOutOfReach() async throws {
    #expect(try await text("if (: > /dev/tty) 2>/dev/null; then echo open; else echo closed; fi") == "closed\n")
  }

  @Test func stoppingEndsItsChildren() async throws {
    let program = try plugin("sleep 600 & echo $! > \(home.path)/id; wait")
    let task = Task { try await run(program) }
    var id: Int32?
    while id == nil, !Task.isCancelled {
      id = (try? home.text(at: "\(home.path)/id")).flatMap { Int32($0.dropLast()) }
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: PluginFailure.stopped) { try await task.value }
    #expect(try await hasEnded(try #require(id)))
  }

  @Test func programThatCannotStartIsReported() async throws {
    let program = try plugin("x")
    try home.put("no program", at: program.path, mode: 0o700)
    await #expect(throws: PluginFailure.cannotStart) { try await run(program) }
  }

  @Test func missingInterpreterOrFileIsReported() async throws {
    let program = try plugin("x")
    try home.put("#!/nonexistent/python\n", at: program.path, mode: 0o700)
    await #expect(throws: PluginFailure.cannotStart) { try await run(program) }
    unlink(program.path)
    await #expect(throws: PluginFailure.gone) { try await run(program) }
  }

  // MARK: - Finding

  @Test func onlyProgramsAreFound() async throws {
    try plugin("one", ":")
    try FileLocations.make("\(folder)/howdah-folder")
    symlink("/nonexistent/program", "\(folder)/howdah-gone")
    symlink("howdah-loop", "\(folder)/howdah-loop")
    mkfifo("\(folder)/howdah-pipe", 0o700)
    #expect(await service(["PATH": "/nonexistent"]).find().programs.map(\.name) == ["one"])
  }

  private func refusals() async -> [String?] { await service().find().programs.map(\.refusal) }

  @Test func folderComesFirstThenPathInItsOrder() async throws {
    for name in ["a", "b"] { try FileLocations.make("\(home.path)/\(name)") }
    try plugin("one", ":", in: "\(home.path)/b")
    try plugin("two", ":", in: "\(home.path)/b")
    try plugin("one", ":", in: "\(home.path)/a")
    try plugin("one", ":")
    try plugin("text", "x", in: "\(home.path)/a", mode: 0o600)
    try plugin("Upper", ":", in: "\(home.path)/a")
    let found = await service(["PATH": "\(home.path)/a:.:\(home.path)/b:\(home.path)/a"]).find().programs
    #expect(
      found.map(\.path) == [
        "\(folder)/howdah-one", "\(home.path)/a/howdah-one", "\(home.path)/b/howdah-one",
        "\(home.path)/b/howdah-two",
      ])
    #expect(found.map(\.origin) == [.folder, .path, .path, .path])
  }

  @Test func fileThatOthersCanChangeIsRefused() async throws {
    let program = try plugin("echo ran")
    #expect(await refusals() == [nil])
    chmod(program.path, 0o777)
    let file = "Every user of this machine can change \(program.path)."
    #expect(await refusals() == [file])
    await #expect(throws: PluginFailure.refused(file)) { try await run(program) }
    chmod(program.path, 0o755)
    chmod(folder, 0o777)
    #expect(await refusals() == ["Every user of this machine can change the folder \(folder)."])
    chmod(folder, 0o755)
    let above = "\(home.path)/.local"
    chmod(above, 0o777)
    #expect(await refusals() == ["Every user of this machine can change the folder \(above)."])
  }

  @Test func linkToAFileThatOthersCanChangeIsRefused() async throws {
    let target = "\(home.path)/target"
    try home.put("#!/bin/sh\n", at: target, mode: 0o777)
    try FileLocations.make(folder)
    #expect(symlink(target, "\(folder)/howdah-probe") == 0)
    #expect(await refusals() == ["Every user of this machine can change \(target)."])
  }

  @Test(.enabled(if: getuid() == 0)) func filesOfOtherUsersAreRefused() async throws {
    let program = try plugin(":")
    #expect(chown(program.path, 65_534, 65_534) == 0)
    #expect(await refusals() == ["\(program.path) belongs to another user."])
  }

  @Test func descriptionIsAskedForOnceUntilTheFileChanges() async throws {
    let count = "\(home.path)/count"
    let program = try plugin("echo x >> \(count); echo '{\"help\": \"Count words\"}'")
    #expect(await service().described(program) == nil)
    #expect(await service().describe(program)?.help == "Count words")
    #expect(await service().describe(program)?.help == "Count words")
    #expect(await service().described(program)?.help == "Count words")
    #expect(try home.text(at: count) == "x\n")
    let changed = try plugin("echo x >> \(count); echo '{\"help\": \"Count all words\"}'")
    #expect(await service().describe(changed)?.help == "Count all words")
  }

  @Test(arguments: ["exit 1", "echo hello", "echo '{'", "yes", "sleep 600"])
  func programWithoutDescriptionHasNone(script: String) async throws {
    let program = try plugin(script)
    #expect(await service(descriptionLimit: 1000).describe(program) == nil)
  }

  @Test func permissionsAreKeptInAFileOfTheirOwnersOnly() throws {
    let permission = PluginPermission(name: "probe", path: "/x", digest: "00", commands: ["fav"])
    try service().allow("probe", permission)
    #expect(try service().permissions() == [permission])
    #expect(try home.mode(of: "\(home.path)/.config/howdah/plugins.json") == "600")
    try service().allow("probe", nil)
    #expect(try service().permissions() == [])
  }

  @Test func digestCoversTheContent() async throws {
    let program = try plugin("x")
    try home.put("abc", at: program.path, mode: 0o700)
    #expect(
      try await service().digest(program) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
