public import FeatureKit
public import FoundationEssentials
public import MastodonKit
import StatusKit
public import TerminalKit

extension Outbox {
  /// Lists what waits, and sends it once the server can be reached.
  @MainActor
  public final class Model {
    /// What the model needs of the session.
    public struct Dependencies {
      /// Stores the items.
      public var service: OutboxService
      /// Sends an item; throws what a server's refusal or an unreachable server throws.
      public var send: @MainActor (OutboxItem) async throws -> Void
      /// A post as some screen shows it; `nil` if none does.
      public var status: @MainActor (Status.ID) -> Status?
      /// The drafts, which have the texts of posts.
      public var drafts: DraftService
      /// Prints a line above the prompt.
      public var post: @MainActor (StyledText) -> Void
      /// The clock.
      public var now: @Sendable () -> Date

      /// Makes the dependencies.
      public init(
        service: OutboxService, send: @escaping @MainActor (OutboxItem) async throws -> Void,
        status: @escaping @MainActor (Status.ID) -> Status?, drafts: DraftService,
        post: @escaping @MainActor (StyledText) -> Void,
        now: @escaping @Sendable () -> Date
      ) {
        self.service = service
        self.send = send
        self.status = status
        self.drafts = drafts
        self.post = post
        self.now = now
      }
    }

    private let dependencies: Dependencies
    private var isSending = false

    /// Makes a model; nothing is read yet.
    public init(dependencies: Dependencies) { self.dependencies = dependencies }

    /// What waits now.
    ///
    /// - Throws: an error of the disk.
    public func state() throws -> State {
      let now = dependencies.now()
      return State(
        entries: try dependencies.service.all().map { item in
          Entry(
            item: item, subject: try subject(of: item), isOld: now.timeIntervalSince(item.date) > Outbox.longestWait)
        })
    }

    private func subject(of item: OutboxItem) throws -> String? {
      switch item.content {
      case .request(let request):
        request.status.flatMap(dependencies.status).map {
          "\(ExcerptText.cut($0.displayed.account.shownName, to: 30)): \(ExcerptText.of($0))"
        }
      case .post(let id):
        try dependencies.drafts.all().first { $0.id == id }.map { ExcerptText.cut($0.content.text, to: 60) }
      }
    }

    /// Deletes items; what they were about stays as it is on the server.
    ///
    /// - Throws: an error of the disk.
    public func discard(_ ids: [OutboxItem.ID]) throws {
      for id in ids { try dependencies.service.delete(id) }
    }

    /// Sends what waits, the oldest first, until the server is out of reach again.
    ///
    /// What the server refuses is reported and no longer kept; the text of a post stays a draft.
    ///
    /// - Parameter includesOld: Whether also what waits longer than ``Outbox/longestWait`` is sent.
    /// - Returns: how many were sent, and the error that ended it.
    @discardableResult
    public func flush(includesOld: Bool = false) async -> (sent: Int, error: AppError?) {
      guard !isSending else { return (0, nil) }
      isSending = true
      defer { isSending = false }
      var sent: [Entry] = []
      var failure: AppError?
      do {
        for entry in try state().entries where includesOld || !entry.isOld {
          // Another prompt may send the same outbox now.
          let now = dependencies.now()
          guard try dependencies.service.claim(entry.id, now, now.addingTimeInterval(Outbox.longestSending)) else {
            continue
          }
          do {
            try await dependencies.send(entry.item)
            sent.append(entry)
          } catch {
            let error = AppError(error)
            if case .network = error.cause {
              failure = error
              try dependencies.service.release(entry.id, false)
              break
            }
            refuse(entry, error)
          }
          try dependencies.service.release(entry.id, true)
        }
      } catch {
        failure = AppError(error)
      }
      report(sent)
      return (sent.count, failure)
    }

    private func refuse(_ entry: Entry, _ error: AppError) {
      let end = if case .post = entry.item.content { " Its text is kept: drafts." } else { "" }
      dependencies.post(
        StyledText("From the outbox: could not \(entry.item.operation). \(error.message)\(end)", .warning))
    }

    private func report(_ sent: [Entry]) {
      guard let first = sent.first else { return }
      let words =
        sent.count == 1
        ? "Sent from the outbox: \(first.item.operation)\(first.subject.map { ", “\($0)”" } ?? "")."
        : "Sent from the outbox: \(CountText.of(sent.count, "item"))."
      dependencies.post(StyledText(words, .secondary))
    }
  }
}
