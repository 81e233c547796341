import FeatureKit
import FeatureTestKit
import MastodonTestKit
import StatusKit
import Synchronization
import TerminalKit
import Testing
import ThreadFeature

@testable import MastodonKit

@MainActor
@Suite struct ThreadExportTests {
  /// A time that is not over before the server answers.
  private static let wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  private func model(_ focus: Status, _ context: StatusContext? = nil) -> Thread.Model {
    var service = StatusService.failing
    if let context {
      service.status = { _ in focus }
      service.context = { _ in context }
    }
    return Thread.Model(
      state: Thread.State(focus: focus.id), statuses: service, branches: .none, in: .fixture())
  }

  /// Files in memory.
  private final class Files: Sendable {
    let written = Mutex<[String: String]>([:])
    let existing: String?

    init(existing: String? = nil) { self.existing = existing }

    var files: UserFiles {
      UserFiles(
        read: { _ in [] }, exists: { $0 == self.existing },
        write: { path, bytes in self.written.withLock { $0[path] = String(decoding: bytes, as: UTF8.self) } })
    }
  }

  @Test(arguments: ["md", "html", "txt"]) func aThreadIsKeptWithDatesAddressesAndDescriptions(_ ending: String)
    async throws
  {
    var root = Status.fixtures.threadRoot
    root.url = "https://garden.example/@wren/1"
    root.spoilerText = "bees"
    root.mediaAttachments = [.fixtures.heron]
    let files = Files()
    let response = try await Thread.export(
      model(root, .fixtures.root), to: "a.\(ending)", of: files.files, layout: .fixture, sleep: Self.wait)
    guard case .toast(let toast) = response, let text = files.written.withLock({ $0["a.\(ending)"] }) else {
      Issue.record("\(response)")
      return
    }
    #expect(toast.text.plain == "Saved \(StatusContext.fixtures.root.descendants.count + 1) posts in a.\(ending).")
    let wanted = [
      "Content warning: bees", "https://garden.example/@wren/1", "2026-11-", root.mediaAttachments[0].description ?? "",
    ]
    for words in wanted { #expect(text.replacing("\n", with: " ").contains(words.prefix(30)), "\(words) in \(text)") }
    #expect(!text.contains("show 1") && !text.contains("media 1"), "no commands")
  }

  @Test(arguments: [true, false]) func exportWaitsForRepliesAndSaysWhatIsMissing(_ answers: Bool) async throws {
    let root = Status.fixtures.threadRoot
    let asked = Mutex(0)
    var service = StatusService.failing
    service.status = { _ in root }
    service.context = { _ in
      let isFirst = asked.withLock {
        $0 += 1
        return $0 == 1
      }
      var context = isFirst || !answers ? StatusContext() : StatusContext.fixtures.root
      context.pending = PendingReplies(id: "1", retry: 1)
      return context
    }
    service.waitForReplies = { _ in
      if !answers { try await Task.sleep(for: .seconds(3600)) }
    }
    let model = Thread.Model(
      state: Thread.State(focus: root.id), statuses: service, branches: .none, in: .fixture())
    let files = Files()
    let response = try await Thread.export(
      model, to: "a.md", of: files.files, layout: .fixture,
      sleep: { if answers { try await Self.wait($0) } })
    guard case .toast(let toast) = response else { throw AppError.cancelled }
    let count = StatusContext.fixtures.root.descendants.count + 1
    #expect(
      toast.text.plain
        == (answers
          ? "Saved \(count) posts in a.md."
          : "Saved 1 post, without replies that the server is still fetching, in a.md."))
    let text = files.written.withLock { $0["a.md"] ?? "" }
    #expect(text.contains("still fetching replies") == !answers)
  }

  @Test func aThreadReplacesAFileAfterAYesAlone() async throws {
    let files = Files(existing: "a.md")
    let response = try await Thread.export(
      model(.fixtures.plain, .fixtures.empty), to: "a.md",
      of: files.files, layout: .fixture, sleep: Self.wait)
    guard case .confirm(let question) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(question.question == "a.md exists. Replace it?" && files.written.withLock { $0.isEmpty })
    _ = try await question.proceed()
    #expect(files.written.withLock { $0.keys.sorted() } == ["a.md"])
  }

  @Test func aNameWithoutAFormIsRefusedBeforeAnythingIsRead() async {
    await #expect(throws: AppError.self) {
      _ = try await Thread.export(
        self.model(.fixtures.plain), to: "a.pdf", of: .none, layout: .fixture, sleep: Self.wait)
    }
  }
}
