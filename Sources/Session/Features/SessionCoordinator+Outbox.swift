import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonClient
import MastodonKit
import NavigationKit
import OutboxFeature
import Synchronization
import TerminalKit

/// What waits until the server can be reached, and the order in which everything is sent.
extension SessionCoordinator {
  func createOutbox() -> Outbox.Model {
    let model = Outbox.Model(
      dependencies: Outbox.Model.Dependencies(
        service: outboxQueue.service, flush: { [outboxQueue] in await outboxQueue.flush(includesOld: $0) },
        problem: { [outboxQueue] in outboxQueue.problem(of: $0) }, status: updates.shown, drafts: drafts,
        post: { [toasts = services.toasts] in
          // A dry run sends nothing.
          if !Effects.areHeldBack { toasts.post($0) }
        }, oldest: { [now = services.dependencies.now] in now().addingTimeInterval(-OutboxQueue.longestWait) }))
    outboxQueue.begin(
      sending: OutboxQueue.Sender(
        send: { [weak self] item in
          // Of a session that was replaced, everything still waits.
          guard let self else { throw MastodonError.cancelled }
          try await send(item)
        }, report: { [weak model] in await model?.report($0) }))
    return model
  }

  /// Sends an item of the outbox.
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
    guard let draft = try drafts.all().first(where: { $0.id == id }) else { throw OutboxObstacle.gone }
    guard !isWriting(id) else { throw OutboxObstacle.open }
    let refusal = ServerRefusal()
    let model = createUnheldModel(.draft(draft), refusal)
    // The user was asked before it was kept.
    model.confirm()
    do {
      let (_, omissions) = try await AnswerCheck.collecting { try await model.send() }
      for omission in omissions { services.toasts.post(StyledText(omission.sentence, .warning)) }
    } catch {
      if let error = refusal.last {
        guard error.isLastingRefusal else { throw error }
        throw OutboxObstacle.refused(error)
      }
      if case .validation = AppError(error).cause { throw OutboxObstacle.problem(error) }
      throw error
    }
  }

  /// Whether a draft is open in a composer.
  private func isWriting(_ draft: Draft.ID) -> Bool {
    router.sheets.contains { ($0.screen.model as? Composer.Model)?.state.draft.id == draft }
  }

  /// The order in which the account's posts are sent.
  func createTurns() -> Composer.Turns {
    let isThere = { [drafts] (id: Draft.ID, isSaved: Bool) in try !isSaved || drafts.all().contains { $0.id == id } }
    return Composer.Turns(
      take: { [outboxQueue, run = services.run] id, isSaved, send in
        try await outboxQueue.send(
          post: id, isKept: run.options.keepsUnsent, isThere: { try isThere(id, isSaved) }, send)
      },
      alone: { [outboxQueue] id, isSaved, send in
        try await outboxQueue.send(alone: { try isThere(id, isSaved) }, send)
      }, isWaiting: { [outboxQueue] in outboxQueue.isWaiting(post: $0) })
  }
}

/// Remembers what the server has refused while a post is sent, apart from what is wrong with it on this machine.
final class ServerRefusal: Sendable {
  private let error = Mutex<MastodonError?>(nil)

  /// The last error of the server, or of the way to it.
  var last: MastodonError? { error.withLock(\.self) }

  /// Takes an error.
  func note(_ error: any Error) {
    guard let error = error as? MastodonError else { return }
    if case .unusableFile = error { return }
    self.error.withLock { $0 = error }
  }
}

extension Composer.AttachmentService {
  /// The same service, which tells of what the server refuses.
  func noting(_ refusal: ServerRefusal?) -> Composer.AttachmentService {
    guard let refusal else { return self }
    var service = self
    service.upload = { [upload] file in
      do { return try await upload(file) } catch {
        refusal.note(error)
        throw error
      }
    }
    return service
  }
}
