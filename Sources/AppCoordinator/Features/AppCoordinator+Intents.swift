import Accounts
import FeatureKit
import FoundationEssentials
import HomeFeature
import IntentSocket
import IntentsFeature
import Links
import MastodonClient
import MastodonKit
import NotificationsFeature
import TerminalKit

extension AppCoordinator {
  /// Lets other programs find this Howdah, since somebody sits at its prompt.
  public func listenToOtherPrograms() { createIntents().listen(at: dependencies.intents) }

  /// Does what other programs asked for while a line was typed; whether another screen is on top now.
  public func settle() async -> Bool { await intents?.settle() ?? false }

  /// Makes what takes the requests, once.
  private func createIntents() -> IntentDesk {
    if let intents { return intents }
    let desk = IntentDesk(coordinator: self)
    ledger.enter(.intents, desk)
    intents = desk
    return desk
  }

  func createIntentsPlugin() -> Plugin {
    Intents.plugin(
      model: { [weak self] in self?.createIntents().model ?? Intents.Model { (.closed(""), subscribers: 0) } },
      action: Intents.Action(
        compose: { [weak self] text in try await self?.intend(.compose, text: text) ?? .nothing },
        open: { [weak self] link in try await self?.intend(.open, link: link) ?? .nothing },
        unread: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try await unread()
        },
        whoami: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try await whoami()
        },
        events: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try await happenings()
        }))
  }

  // MARK: - As a client

  /// Asks the Howdah that runs; `nil` where none does, or where it is this one, or acts for somebody else.
  private func askRunning(_ kind: IntentRequest.Kind, text: String? = nil, link: String? = nil) async throws
    -> (reply: IntentReply, client: IntentClient)?
  {
    guard let directory = dependencies.intents.directory, intents?.isOpen != true else { return nil }
    // Only who names an account insists on it; otherwise it is whoever is there.
    let wanted =
      choice.usesSandbox ? AccountIdentity.sandboxID : choice.account.map { _ in session.identity.id }
    let request = IntentRequest(kind, text: text, link: link, account: wanted)
    let reply: IntentReply
    let client: IntentClient
    do {
      guard
        let running = try await IntentClient.connect(directory: directory, isTrusted: dependencies.intents.isTrusted)
      else { return nil }
      client = running
      let line = try await client.ask(request.line, within: dependencies.intents.patience)
      reply = try MastodonJSON.decode(IntentReply.self, from: line)
    } catch {
      try Task.checkCancellation()
      throw AppError.unknown("The running Howdah gave no answer.")
    }
    if reply.error?.code == IntentReply.otherAccount { return nil }
    if let error = reply.error { throw AppError(error) }
    return (reply, client)
  }

  private func intend(_ kind: IntentRequest.Kind, text: String? = nil, link: String? = nil) async throws -> Response {
    guard let reply = try await askRunning(kind, text: text, link: link)?.reply else {
      if let obstacle = session.obstacle { throw obstacle }
      return try await open(text.map { .compose(HandedText.clean($0)) } ?? DeepLink(parsing: link ?? ""))
    }
    let isKept = reply.outcome == "kept"
    let words =
      isKept
      ? "The running Howdah keeps it as a draft: something is being written there."
      : "The running Howdah opens it when Return is pressed there."
    return .toast(
      Toast(
        .success, StyledText(words),
        data: [.init("outcome", .optional(reply.outcome)), .init("draft", .optional(reply.draft))]))
  }

  private func unread() async throws -> Intents.Unread {
    guard let reply = try await askRunning(.unread)?.reply else { return try await countUnread() }
    return Intents.Unread(
      account: reply.account ?? "", notifications: reply.notifications ?? 0, hasMore: reply.hasMore ?? false,
      home: reply.home)
  }

  private func whoami() async throws -> Intents.Who {
    let reply = try await askRunning(.whoami)?.reply
    if reply == nil, let obstacle = session.obstacle { throw obstacle }
    return Intents.Who(
      account: reply?.account ?? session.identity.id, isSandbox: reply?.sandbox ?? session.identity.isSandbox,
      process: reply?.process)
  }

  /// Counts on the server what is unread.
  func countUnread() async throws -> Intents.Unread {
    if let obstacle = session.obstacle { throw obstacle }
    let (session, service) = (session, session.client.notificationService)
    do {
      let page = try await service.list(PageRequest(.newest, limit: 40))
      let lastRead = try await service.lastRead()
      let unread = page.elements.count { notification in lastRead.map { notification.id > $0 } ?? true }
      let home = session.home.state
      return Intents.Unread(
        account: session.identity.id, notifications: unread,
        hasMore: unread == page.elements.count && page.older != nil,
        home: home.timeline == .home && home.posts.isLoaded && choice.isConversation ? home.unread : nil)
    } catch {
      throw AppError(error)
    }
  }

  // MARK: - Listening

  /// What happens, from the Howdah that runs, or by a stream of its own.
  private func happenings() async throws -> AsyncThrowingStream<String, any Error> {
    if let running = try await askRunning(.events) {
      let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
      let task = Task {
        // Held while it is read: it closes with its last owner.
        for await line in running.client.lines() {
          // From another process: read and written anew, so that nothing in it reaches the terminal as it is.
          if let line = IntentEvent.safe(line) { continuation.yield(line) }
        }
        continuation.finish(throwing: AppError.unknown("The running Howdah has left."))
      }
      continuation.onTermination = { _ in task.cancel() }
      return stream
    }
    if let obstacle = session.obstacle { throw obstacle }
    await session.introduce()
    let signals = session.streams.signals(.user)
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    let task = Task {
      for await signal in signals {
        switch signal {
        case .event(let event): if let line = IntentEvent.line(for: event) { continuation.yield(line) }
        case .gap: continuation.yield(IntentEvent.gap)
        case .connection(.ended(let error)): return continuation.finish(throwing: AppError(error))
        case .connection: break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

extension AppError {
  /// What the running Howdah said went wrong, in its words.
  fileprivate init(_ failure: IntentReply.Failure) {
    let (words, suggestion) = (
      ExcerptLimit.cut(failure.message, to: 400), ExcerptLimit.cut(failure.suggestion, to: 400)
    )
    self =
      switch failure.code {
      case "not_found": .notFound(words, suggestion: suggestion)
      case "usage", "invalid_request": .usage(words, suggestion: suggestion)
      default: .validation(words, suggestion: suggestion)
      }
  }
}
