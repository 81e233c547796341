import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonClient
import MastodonKit
import NavigationKit
import OutboxFeature
package import TerminalKit

/// The items that wait until the server can be reached, and the order in which everything is sent.
extension Publisher {
  func createOutbox() -> Outbox.Model {
    let (queue, services) = (outboxQueue, services)
    let model = Outbox.Model(
      dependencies: Outbox.Model.Dependencies(
        service: queue.service, flush: { await queue.flush(includesOld: $0, isRequested: $1) },
        problem: { queue.problem(of: $0) },
        status: updates.shown,
        kept: { [archive = account.archive] id in
          let request = ArchiveRequest(path: "/api/v1/statuses/\(id)", parameters: "", page: nil, isPagedByID: false)
          // An archive that can't be read costs the names.
          guard let answer = try? await archive.answer(request) else { return nil }
          // As above.
          return try? MastodonJSON.decode(Status.self, from: answer.body)
        },
        // As above.
        lists: { [archive = account.archive] in (try? await archive.lists()) ?? [] }, drafts: drafts,
        post: { [toasts = services.toasts] in
          // A dry run sends nothing.
          if !services.dependencies.isDry { toasts.post($0) }
        }, oldest: { [now = services.dependencies.now] in now().addingTimeInterval(-OutboxQueue.longestWait) }))
    queue.begin(
      sending: OutboxQueue.Sender(
        send: { [weak self] item in
          // Of a session that was replaced, everything still waits.
          guard let self else { throw MastodonError.cancelled }
          return try await send(item)
        }, report: { [weak model] in await model?.report($0) }))
    return model
  }

  /// Finds the post that a waiting one has become; one that still waits is itself.
  ///
  /// - Throws: ``AppError`` if it neither waits nor was sent from here.
  package func post(ofDraft id: String) throws -> Reference {
    // One that was not sent yet may still wait.
    if let sent = try? outboxQueue.sentPost(id) { return Reference(kind: .status, id: sent.rawValue) }
    if try outboxQueue.service.find(OutboxItem.id(ofPost: id)) != nil { return .waitingPost(id) }
    throw AppError.notFound(
      "No post “draft:\(Sanitizer.clean(id))” waits in the outbox.",
      suggestion: try drafts.find(id) == nil ? "outbox lists what waits." : "It is a draft: draft \(id)")
  }

  private func send(_ item: OutboxItem) async throws -> [Omission] {
    let answers = AnswerLog()
    switch item.content {
    case .request(let request):
      do { try await client.noting(answers).send(request) } catch {
        if error.isLastingRefusal { throw try await refusal(error) }
        throw obstacle(error, to: request.status)
      }
    case .post(let id): try await send(post: id, keptAt: item.date, noting: answers)
    }
    return answers.omissions(since: 0)
  }

  /// The end of an item that was refused, once it is known that the server itself does that.
  ///
  /// A proxy or a page about maintenance refuses everything, and so does the server for an account that is disabled: nothing is
  /// dropped because of that.
  private func refusal(_ error: MastodonError) async throws -> OutboxObstacle {
    if error.mayBeAboutEverything { _ = try await client.send(.verifyCredentials) }
    return .refused(error)
  }

  /// What stands in the way of an item about a post that was not sent: it waits for that, or is of no use any more.
  private func obstacle(_ error: MastodonError, to status: Status.ID?) -> any Error {
    guard error == MastodonError.notSentYet, let draft = status.flatMap(WaitingPost.draft) else { return error }
    do {
      let isWaiting = try outboxQueue.service.find(OutboxItem.id(ofPost: draft)) != nil
      return isWaiting ? OutboxObstacle.problem(error) : OutboxObstacle.refused(error)
    } catch {
      return error
    }
  }

  /// The time after which a post whose answer was lost is on the server, or will not be.
  private static var settlingTime: Duration { .seconds(5) }

  private func send(post id: Draft.ID, keptAt date: Date, noting answers: AnswerLog) async throws {
    guard let draft = try drafts.find(id) else { throw OutboxObstacle.gone }
    guard draft.delivery != .reopened else { throw OutboxObstacle.open }
    sendingFromOutbox = id
    defer { settleComposer(of: id) }
    // A server that ignores keys may still work on the request of a process that was killed a moment ago.
    if draft.triedAt != nil, await !client.honoursKeys() { try await services.dependencies.sleep(Self.settlingTime) }
    // It is its turn.
    let model = model(.draft(draft), inTurn: { _, _, _, send in try await send() }, holder: nil, noting: answers)
    // The user was asked before it was kept, but not about what was changed since.
    if draft.updatedAt <= date { model.confirmAsWritten() }
    do {
      for file in draft.content.files where file.mediaID == nil {
        try file.requireUnchanged(since: max(date, draft.updatedAt))
      }
      if let status = try await model.sendUnattended().status { outboxQueue.note(status, of: id) }
    } catch let error as MastodonError {
      // The draft keeps the text.
      if error.isLastingRefusal || error.isAboutFile { throw try await refusal(error) }
      let content = draft.content
      let about = [content.inReplyToID, content.quotedStatusID, content.editedStatusID].compactMap(\.self)
        // What was sent meanwhile is in nobody's way; the only error is that it was not.
        .first { id in WaitingPost.draft(id).map { (try? outboxQueue.sentPost($0)) == nil } ?? false }
      throw obstacle(error, to: about)
    } catch let doubts as Composer.Doubts {
      throw OutboxObstacle.problem(doubts.appError)
    } catch {
      if case .validation = AppError(error).cause { throw OutboxObstacle.problem(error) }
      throw error
    }
  }

  /// Closes the composer of a post that was sent from the outbox; what was typed there meanwhile is kept.
  private func settleComposer(of id: Draft.ID) {
    sendingFromOutbox = nil
    guard let model = openComposers.first(where: { $0.state.draft.id == id }) else { return }
    let isChanged = model.state.draft.delivery == .reopened
    guard model.conflict == .gone else {
      // The draft that was sent is an earlier version.
      if isChanged { model.save() }
      return
    }
    guard isChanged else { return navigator.dismiss(sheetOf: model) }
    model.keepAsOwnDraft()
    services.toasts.warn(
      "Your \(model.state.noun) was sent without what you changed meanwhile, which is a draft of its own.")
  }

  /// Sends a draft after what waits, as the only prompt and process of the account that does.
  var turn: Composer.Turn {
    { [drafts, outboxQueue] id, isOrdered, isSaved, send in
      let isThere = { try !isSaved || drafts.find(id) != nil }
      if isOrdered {
        try await outboxQueue.send(post: id, isThere: isThere, send)
      } else {
        try await outboxQueue.send(alone: isThere, send)
      }
    }
  }
}

extension MastodonError {
  /// Whether a file of the user's cannot be sent.
  fileprivate var isAboutFile: Bool { if case .unusableFile = self { true } else { false } }
}
