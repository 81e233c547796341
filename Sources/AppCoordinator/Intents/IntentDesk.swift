import Accounts
import AppPreferences
import ComposerFeature
import FeatureKit
import FoundationEssentials
import HomeFeature
import IntentSocket
import IntentsFeature
import Links
import MastodonKit
import NavigationKit
import TerminalKit

/// Takes what other programs ask of this Howdah while somebody types at its prompt.
///
/// Nothing that is asked changes what the line means that is being typed: what is to be shown waits until that line is
/// done, and is said above it meanwhile.
@MainActor
final class IntentDesk {
  /// What waits for the end of the line.
  private enum Errand {
    case route(Route)
    case tab(String)
    case draft(Draft)
  }

  private weak var coordinator: AppCoordinator?
  private var server: IntentServer?
  private var waiting: [(errand: Errand, identity: AccountIdentity, request: Int)] = []
  /// How many requests were noted, and which of them are texts that are drafts now.
  private var noted = 0
  private var texts: [Draft.ID: Int] = [:]
  private var asked: [Date] = []
  private var counted: (time: Date, identity: AccountIdentity, unread: Intents.Unread)?
  private var reason = "No prompt is open."

  /// What was asked, for the screen that shows it.
  private(set) lazy var model = Intents.Model { [weak self] in
    guard let self, let server else { return (.closed(self?.reason ?? ""), subscribers: 0) }
    return (server.holdsName ? .open(server.path) : .taken(server.path), subscribers: server.subscribers)
  }

  /// How many requests there may be in a minute that somebody sees.
  static let mostPerMinute = 20
  /// How much may wait for the end of a line.
  static let mostWaiting = 4
  /// For how long a count is given again.
  static let countLasts: TimeInterval = 10

  init(coordinator: AppCoordinator) { self.coordinator = coordinator }

  /// Whether other programs find this Howdah.
  var isOpen: Bool { server?.holdsName ?? false }

  /// Begins to take requests; where that cannot be, the screen says why, and nobody is kept from reading.
  func listen(at port: IntentPort) {
    guard let directory = port.directory else {
      reason = "XDG_RUNTIME_DIR is not set."
      return
    }
    do {
      server = try IntentServer(
        directory: directory, limits: port.limits,
        manners: IntentServer.Manners(
          isTrusted: port.isTrusted,
          answer: { [weak self] line in
            await self?.answer(line) ?? IntentAnswer(IntentReply.failure(.cancelled))
          },
          refusal: { IntentReply.failure($0.appError, code: $0.code) },
          missed: { IntentEvent.missed($0) }))
    } catch {
      reason = error.words
    }
  }

  /// Sends everybody away and gives the socket's name back.
  func stop() async {
    await server?.stop()
    server = nil
  }

  /// Tells whoever listens what happened.
  func tell(_ event: StreamEvent) {
    guard let server, server.subscribers > 0, let line = IntentEvent.line(for: event) else { return }
    if case .notification = event { counted = nil }
    server.tell(line)
  }

  /// Tells whoever listens a line that is no event of the stream.
  func tell(line: @autoclosure () -> String) { server?.tell(line()) }

  // MARK: - Requests

  /// Answers one line.
  func answer(_ line: String) async -> IntentAnswer {
    let request: IntentRequest
    do { request = try IntentRequest(parsing: line) } catch {
      return IntentAnswer(IntentReply.failure(AppError(error), code: "invalid_request"))
    }
    do {
      return try await carryOut(request)
    } catch {
      let error = AppError(error)
      if ["compose", "open"].contains(request.intent) { note(request, "refused: \(error.words)") }
      return IntentAnswer(IntentReply.failure(error, id: request.id))
    }
  }

  private func carryOut(_ request: IntentRequest) async throws -> IntentAnswer {
    guard let coordinator else { throw AppError.cancelled }
    let kind = try request.kind()
    let identity = coordinator.session.identity
    if let account = request.account, account != identity.id {
      return IntentAnswer(
        IntentReply.failure(
          .unknownAccount(ExcerptLimit.cut(account), known: [identity.id]), code: IntentReply.otherAccount,
          id: request.id))
    }
    switch kind {
    case .compose:
      try admit()
      return try await compose(request, in: coordinator)
    case .open:
      try admit()
      return try await open(request, in: coordinator)
    case .unread: return IntentAnswer(IntentReply.success(request, Self.members(try await unread(in: coordinator))))
    case .whoami:
      return IntentAnswer(
        IntentReply.success(
          request,
          [
            .init("account", .string(identity.id)), .init("sandbox", .bool(identity.isSandbox)),
            .init("process", .int(Int(IntentPeer.this.process))), .init("version", .string(AppVersion.current)),
          ]))
    case .events:
      return IntentAnswer(
        IntentReply.success(
          request,
          [
            .init("account", .string(identity.id)),
            .init("live", .bool(coordinator.choice.isLive && coordinator.preferences.live != .off)),
          ]), subscribes: true)
    }
  }

  /// Lets through what somebody will see, as long as it is not a flood.
  private func admit() throws {
    guard let now = coordinator?.dependencies.now() else { throw AppError.cancelled }
    asked.removeAll { now.timeIntervalSince($0) >= 60 }
    guard asked.count < Self.mostPerMinute else {
      throw AppError.network(.rateLimited(host: "This Howdah", seconds: 60))
    }
    asked.append(now)
  }

  private func compose(_ request: IntentRequest, in coordinator: AppCoordinator) async throws -> IntentAnswer {
    guard let text = request.text else {
      throw AppError.usage("The text is missing.", suggestion: #"Say "text":"…" in the request."#)
    }
    let draft = try await coordinator.keep(handed: HandedText.clean(text))
    return hand(draft, for: request, in: coordinator)
  }

  /// A text waits for the line's end, or stays a draft where something is being written already.
  private func hand(_ draft: Draft, for request: IntentRequest, in coordinator: AppCoordinator) -> IntentAnswer {
    let isWriting =
      coordinator.router.current.sheet != nil || waiting.contains { if case .draft = $0.errand { true } else { false } }
    let members = [JSONValue.Member("draft", .string(draft.id))]
    guard !isWriting, waiting.count < Self.mostWaiting else {
      say("Another program has a text for you; it is kept as a draft: drafts")
      texts[draft.id] = note(request, "kept as a draft")
      return IntentAnswer(IntentReply.success(request, [.init("outcome", "kept")] + members))
    }
    say("Another program has a text for you to go on with: Return opens it.")
    texts[draft.id] = wait(.draft(draft), for: request, in: coordinator)
    return IntentAnswer(IntentReply.success(request, [.init("outcome", "waiting")] + members))
  }

  private func open(_ request: IntentRequest, in coordinator: AppCoordinator) async throws -> IntentAnswer {
    guard let text = request.link else {
      throw AppError.usage("The link is missing.", suggestion: #"Say "link":"…" in the request."#)
    }
    guard waiting.count < Self.mostWaiting else {
      throw AppError.validation("Enough waits already for Return.", suggestion: "Ask again when that was seen.")
    }
    let identity = coordinator.session.identity
    let destination = try await coordinator.deepLinks.destination(of: DeepLink(parsing: text))
    guard coordinator.session.identity == identity else { throw AppError.cancelled }
    let errand: Errand
    switch destination {
    case .compose(let text): return hand(try await coordinator.keep(handed: text), for: request, in: coordinator)
    case .status, .account, .tag:
      guard let route = Route(destination) else { throw AppError.cancelled }
      errand = .route(route)
    case .tab(let name):
      guard coordinator.router.tabs.contains(name) else {
        throw AppError.usage(
          "There is no tab “\(name)”.", suggestion: "There are \(coordinator.router.tabs.joined(separator: ", ")).")
      }
      errand = .tab(name)
    }
    say("Another program opens \(ExcerptLimit.cut(text)): Return shows it.")
    wait(errand, for: request, in: coordinator)
    return IntentAnswer(IntentReply.success(request, [.init("outcome", "waiting")]))
  }

  @discardableResult
  private func wait(_ errand: Errand, for request: IntentRequest, in coordinator: AppCoordinator) -> Int {
    let number = note(request, "waits for Return")
    waiting.append((errand, coordinator.session.identity, number))
    return number
  }

  /// How much is unread; asked again so soon, the same.
  func unread(in coordinator: AppCoordinator) async throws -> Intents.Unread {
    let (now, identity) = (coordinator.dependencies.now(), coordinator.session.identity)
    if let counted, counted.identity == identity, abs(now.timeIntervalSince(counted.time)) < Self.countLasts {
      return counted.unread
    }
    let unread = try await coordinator.countUnread()
    counted = (now, identity, unread)
    return unread
  }

  private static func members(_ unread: Intents.Unread) -> [JSONValue.Member] {
    [
      .init("account", .string(unread.account)), .init("notifications", .int(unread.notifications)),
      .init("has_more", .bool(unread.hasMore)), .init("home", .optional(unread.home)),
    ]
  }

  // MARK: - The end of a line

  /// Does what waited for the line's end; whether there is another screen to print.
  func settle() async -> Bool {
    guard !waiting.isEmpty, let coordinator else { return false }
    let errands = waiting
    waiting = []
    var isNew = false
    for (errand, identity, request) in errands {
      // What was meant for another account is nothing to this one; its text is among its drafts.
      guard identity == coordinator.session.identity else {
        model.update(request, "not opened: the account is another one now")
        continue
      }
      model.update(request, "opened")
      switch errand {
      case .draft(let draft):
        if coordinator.router.current.sheet == nil {
          coordinator.presentComposer(.draft(draft))
          isNew = true
        } else {
          say("The other program's text is kept as a draft: drafts")
          model.update(request, "kept as a draft")
        }
      case .tab(let name):
        coordinator.router.select(name)
        isNew = true
      case .route(let route):
        do {
          try await coordinator.push(route)
          if coordinator.router.current.sheet == nil { isNew = true } else { say("It is behind what you are writing.") }
        } catch {
          say("The other program's link does not open: \(AppError(error).words)")
          model.update(request, "refused: \(AppError(error).words)")
        }
      }
    }
    return isNew
  }

  private func say(_ words: String) { coordinator?.notices.post(StyledText(words, .secondary)) }

  /// Says what has become of a text that another program had, if this draft is one.
  func became(_ outcome: String, of draft: Draft.ID) {
    if let request = texts[draft] { model.update(request, outcome) }
  }

  @discardableResult
  private func note(_ request: IntentRequest, _ outcome: String) -> Int {
    guard let coordinator else { return 0 }
    noted += 1
    let words =
      request.intent == "compose" ? "write a text" : "open \(ExcerptLimit.cut(request.link ?? "a link", to: 40))"
    model.add(Intents.Request(time: coordinator.dependencies.now(), words: words, outcome: outcome, number: noted))
    return noted
  }
}

/// A text from elsewhere, as one would type it.
enum HandedText {
  /// Lines end with line feeds, and nothing is in it that a terminal would obey.
  static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars {
      if scalar == "\t" {
        result.append(" ")
      } else if scalar == "\n" || !scalar.isHidden {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
