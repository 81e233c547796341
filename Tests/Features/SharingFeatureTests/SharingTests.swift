import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import SharingFeature

@MainActor @Suite(.timeLimit(.minutes(10))) struct SharingTests {
  private func run(
    _ command: String, _ arguments: String, hasBrowser: Bool = true, status: Status = Status.fixtures.plain,
    asked: @escaping @MainActor (String) -> Void = { _ in }
  ) async throws -> Response {
    let action = Sharing.Action(
      status: { _ in status },
      address: { reference in
        reference.kind == .account ? try Account.fixtures.rook.webAddress() : try status.displayed.webAddress()
      },
      browse: {
        asked($0)
        return hasBrowser
      })
    let verb = try #require(Sharing.plugin(action: action).verbs.first { $0.matches(command) })
    let context = ArgumentContext(
      highestNumber: { 1 }, shown: { _ in [Reference(kind: .status, id: "10001")] },
      resolve: { word, _ in
        guard word.hasPrefix("@") else { throw AppError.cancelled }
        return .account(Account.fixtures.rook.id)
      })
    let words = arguments.split(separator: " ").map(String.init)
    return try await verb.run(ArgumentReader(ArgumentList(shellArguments: words), for: verb, context: context))
  }

  @Test func linkAndTextAreCopied() async throws {
    guard case .copy(let link, noun: "link") = try await run("copy", "1") else { throw AppError.cancelled }
    #expect(link == Status.fixtures.plain.url)
    guard case .copy(let text, noun: "text") = try await run("copy", "1 text") else { throw AppError.cancelled }
    #expect(!text.contains("<p>") && !text.isEmpty)
    await #expect(throws: AppError.self) { try await run("copy", "1 picture") }
  }

  @Test func anAccountHasALinkAndNoText() async throws {
    guard case .copy(let link, noun: "link") = try await run("copy", "@rook") else { throw AppError.cancelled }
    #expect(link == Account.fixtures.rook.url)
    await #expect(throws: AppError.self) { try await run("copy", "@rook text") }
    let opened = Record()
    _ = try await run("browse", "@rook", asked: { opened.paths.append($0) })
    #expect(opened.paths == [Account.fixtures.rook.url])
  }

  /// A shell runs what is pasted into it.
  @Test(arguments: [
    "https://shore.example/1\nrm -rf ~\n", "https://shore.example/1\u{1B}[201~rm",
    "https://bank.example@evil.example/1",
    "file:///etc/passwd",
  ]) func onlyAnAddressOfTheWebIsCopied(_ url: String) async throws {
    var status = Status.fixtures.plain
    status.url = url
    for command in ["copy", "browse"] {
      await #expect(throws: AppError.self) { try await run(command, "1", status: status) }
    }
  }

  @Test func copiedTextHasWholeLinks() async throws {
    var status = Status.fixtures.plain
    status.content =
      #"<p>Read <a href="https://shore.example/a/very/long/path"><span class="invisible">https://</span><span class="ellipsis">shore.example/a/very</span><span class="invisible">/long/path</span></a></p>"#
    guard case .copy(let text, noun: "text") = try await run("copy", "1 text", status: status) else {
      throw AppError.cancelled
    }
    #expect(text.hasSuffix("Read https://shore.example/a/very/long/path"))
  }

  @Test func copiedTextHasNoControlCharacters() async throws {
    var status = Status.fixtures.plain
    status.spoilerText = "a\u{1B}[201~b"
    guard case .copy(let text, noun: "text") = try await run("copy", "1 text", status: status) else {
      throw AppError.cancelled
    }
    #expect(text.hasPrefix("ab") && !text.contains("\u{1B}"))
  }

  @Test func aPostIsOpenedInTheBrowserOrItsAddressIsSaid() async throws {
    let opened = Record()
    guard case .toast(let toast) = try await run("browse", "1", asked: { opened.paths.append($0) }) else {
      throw AppError.cancelled
    }
    #expect(opened.paths == [Status.fixtures.plain.url])
    #expect(toast.text.plain.hasPrefix("Opened https://"))
    await #expect(throws: AppError.self) { try await run("browse", "1", hasBrowser: false) }
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "--help", "https://", "/etc/passwd",
    "https://x.example/\u{1B}]0;x\u{7}",
  ])
  func aLinkThatIsNoWebPageIsGivenToNoProgram(_ url: String) async throws {
    let opened = Record()
    var status = Status.fixtures.plain
    status.url = url
    await #expect(throws: AppError.self) {
      try await run("browse", "1", status: status, asked: { opened.paths.append($0) })
    }
    #expect(opened.paths.isEmpty)
  }
}

/// The requests of an action.
@MainActor
private final class Record {
  var paths: [String] = []
}
