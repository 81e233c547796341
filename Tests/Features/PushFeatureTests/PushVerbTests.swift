import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import PushFeature
import PushKit
import TerminalKit
import Testing

@MainActor @Suite struct PushVerbTests {
  /// The requests, in order.
  @MainActor final class Log { var lines: [String] = [] }

  let log = Log()

  private func plugin(_ service: Push.Service) -> Plugin {
    var service = service
    let (subscribe, unsubscribe, receive) = (service.subscribe, service.unsubscribe, service.receive)
    service.subscribe = { [log] in
      log.lines.append("subscribe \($0 ?? "again")")
      return try await subscribe($0)
    }
    service.unsubscribe = { [log] in
      log.lines.append("unsubscribe")
      return try await unsubscribe()
    }
    service.receive = { [log] in
      log.lines.append(
        "receive \($0.contentEncoding ?? "-") \($0.encryption ?? "-") \($0.cryptoKey ?? "-") \($0.isBase64)")
      return try await receive($0)
    }
    let model = Push.Model(service: service)
    return Push.plugin { Push.Action(model: model) }
  }

  private func type(_ line: String, _ service: Push.Service = .fixtures.willing) async throws -> String {
    switch try await plugin(service).verbs.type(line) {
    case .toast(let toast): return toast.text.plain
    case .ask(let question):
      #expect(question.prompt == "Address" && question.isSecret)
      guard case .toast(let toast) = try await question.answer(" https://push.example/asked ") else { return "" }
      return toast.text.plain
    case .view(let view):
      let renderer = Renderer(
        format: .plain, width: 120, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      return renderer.render(view(Layout(width: 120, now: Date(timeIntervalSince1970: 0))))
    default: return ""
    }
  }

  @Test(arguments: [
    ("push subscribe https://push.example/1", "subscribe https://push.example/1"),
    ("push subscribe", "subscribe again"), ("push subscribe -", "subscribe https://push.example/asked"),
    ("push sub https://push.example/1", "subscribe https://push.example/1"),
    ("push unsubscribe", "unsubscribe"), ("push receive", "receive - - - false"),
    ("push receive --base64 --content-encoding aesgcm", "receive aesgcm - - true"),
    ("push receive --encryption salt=a --crypto-key=dh=b", "receive - salt=a dh=b false"), ("push", ""),
    ("push status", ""),
  ]) func argumentsReachTheService(_ line: String, _ asked: String) async throws {
    _ = try await type(line)
    #expect(log.lines == (asked.isEmpty ? [] : [asked]))
  }

  @Test(arguments: [
    (
      "push subscribe https://push.example/1", "Subscribed: pushes for @wren@shore.example go to push.example.",
      "Subscribed"
    ),
    ("push unsubscribe", "Unsubscribed from pushes.", "This account has no push subscription."),
    ("push receive", "You were mentioned by Rook: @wren Is the tide table of the north pier right?\n", "Nothing is"),
  ]) func resultsAreReported(_ line: String, _ words: String, _ otherwise: String) async throws {
    #expect(try await type(line) == words)
    do { #expect(try await type(line, .fixtures.offline).hasPrefix(otherwise)) } catch {
      #expect(["no_connection", "not_found"].contains(AppError(error).code))
    }
  }

  @Test(arguments: [
    ("push status https://push.example/1", "push status takes no further arguments."),
    ("push receive FILE", "push receive takes no further arguments."),
    ("push wobble", "“wobble” is not one of the choices."),
    ("push s", "“s” is not one of the choices."),
    ("push subscribe --base64", "These options are for push receive only."),
    ("push receive --content-encoding gzip", "“gzip” is not one of the choices."),
    ("push subscribe a b", "Unexpected argument “b”."),
    ("push receive --salt x", "Unknown option “--salt”."),
  ]) func invalidArgumentsAreRefused(_ line: String, _ words: String) async {
    do {
      _ = try await type(line)
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
      #expect(AppError(error).code == "usage")
    }
    #expect(log.lines.isEmpty)
  }

  @Test func statusFailureIsThrown() async {
    var service = Push.Service.fixtures.willing
    service.subscription = { throw AppError.fixtures.diskFull }
    await #expect(throws: AppError.fixtures.diskFull) { try await type("push status", service) }
  }

  @Test func globalCommandsAreTypedLikeThis() {
    let verbs = Push.plugin { .fixtures.none }.verbs
    #expect(
      verbs.map(\.usage) == [
        "push [WHAT] [ADDRESS] [--content-encoding NAME] [--encryption FIELD] [--crypto-key FIELD] [--base64]"
      ])
  }

  @Test func everyFixtureHasAPreview() {
    #expect(
      Push.previews.map(\.id) == [
        "unsubscribed", "subscribed", "choosy", "silenced", "lost", "elsewhere", "offline", "failed",
        "received-mention", "received-follow", "received-another", "received-long", "received-hostile",
      ])
  }

  @Test func pushIsShownOnOneLine() {
    let renderer = Renderer(
      format: .plain, width: 400, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
    let layout = Layout(width: 400, now: Date(timeIntervalSince1970: 0))
    let text = renderer.render(Push.receivedView(.fixtures.hostile, layout: layout))
    #expect(text.split(separator: "\n").count == 1)
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{0}"))
  }

  @Test func failureNamesTheAccount() async {
    var service = Push.Service.fixtures.willing
    service.subscription = { throw AppError.fixtures.noConnection }
    let state = await Push.Model(service: service).load()
    #expect(state.subscription.error == .fixtures.noConnection)
    #expect(state.account == service.account() && !state.account.isEmpty)
  }
}
