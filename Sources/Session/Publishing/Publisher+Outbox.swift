import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonClient
import MastodonKit
import OutboxFeature
import TerminalKit

/// The items that wait until the server can be reached, and the order in which everything is sent.
extension Publisher {
  func createOutbox() -> Outbox.Model {
    let (queue, services) = (outboxQueue, services)
    let model = Outbox.Model(
      dependencies: Outbox.Model.Dependencies(
        service: queue.service, flush: { await queue.flush(includesOld: $0) }, problem: { queue.problem(of: $0) },
        status: updates.shown, drafts: drafts,
        post: { [toasts = services.toasts] in
          // A dry run sends nothing.
          if !services.dependencies.isDry { toasts.post($0) }
        }, oldest: { [now = services.dependencies.now] in now().addingTimeInterval(-OutboxQueue.longestWait) }))
    queue.begin(
      sending: OutboxQueue.Sender(
        send: { [weak self] item in
          // Of a session that was replaced, everything still waits.
          guard let self else { throw MastodonError.cancelled }
          try await send(item)
        }, report: { [weak model] in await model?.report($0) }))
    return model
  }

  private func send(_ item: OutboxItem) async throws {
    switch item.content {
    case .request(let request):
      do { try await client.send(request) } catch {
        if error.isLastingRefusal { throw OutboxObstacle.refused(error) }
        throw error
      }
    case .post(let id): try await send(post: id)
    }
  }

  private func send(post id: Draft.ID) async throws {
    guard let draft = try drafts.find(id) else { throw OutboxObstacle.gone }
    guard !isOpen(id) else { throw OutboxObstacle.open }
    // It is its turn.
    let model = model(.draft(draft), inTurn: { _, _, _, send in try await send() }, holder: nil)
    // The user was asked before it was kept.
    model.confirm()
    do {
      let (_, omissions) = try await AnswerCheck.collecting { try await model.sendUnattended() }
      for omission in omissions { services.toasts.post(StyledText(omission.sentence, .warning)) }
    } catch let error as MastodonError {
      if case .unusableFile = error { throw OutboxObstacle.problem(error) }
      if error.isLastingRefusal { throw OutboxObstacle.refused(error) }
      throw error
    } catch {
      if case .validation = AppError(error).cause { throw OutboxObstacle.problem(error) }
      throw error
    }
  }

  /// Sends a draft after what waits, as the only prompt and process of the account that does.
  var turn: Composer.Turn {
    { [drafts, outboxQueue, services] id, isOrdered, isSaved, send in
      let isThere = { try !isSaved || drafts.find(id) != nil }
      if isOrdered {
        try await outboxQueue.send(
          post: id, isKept: services.run.options.keepsUnsent, isThere: isThere, send)
      } else {
        try await outboxQueue.send(alone: isThere, send)
      }
    }
  }
}
