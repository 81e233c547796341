import FeatureKit
public import FoundationEssentials
public import MastodonKit
import StatusKit
public import TerminalKit

extension Outbox {
  /// Lists what waits, and sends it once the server can be reached.
  @MainActor
  public final class Model {
    public struct Dependencies {
      public var service: OutboxService
      /// Sends what waits, and tells the user; the flags say whether what is old is sent too, and whether the user asks for it.
      public var flush: @MainActor (_ includesOld: Bool, _ isRequested: Bool) async -> OutboxFlush
      /// Why an item cannot be sent as it is; `nil` if nothing is known against it.
      public var problem: @MainActor (OutboxItem.ID) -> (any Error)?
      /// A post as some screen shows it; `nil` if none does.
      public var status: @MainActor (Status.ID) -> Status?
      /// A post as it was last read; `nil` if it is not kept.
      public var kept: @MainActor (Status.ID) async -> Status?
      /// The lists as they were last read.
      public var lists: @MainActor () async -> [MastodonKit.List]
      /// The drafts, which have the texts of posts.
      public var drafts: DraftService
      /// Prints a line above the prompt.
      public var post: @MainActor (StyledText) -> Void
      /// The date before which items are sent only on demand.
      public var oldest: @MainActor () -> Date

      public init(
        service: OutboxService,
        flush: @escaping @MainActor (_ includesOld: Bool, _ isRequested: Bool) async -> OutboxFlush,
        problem: @escaping @MainActor (OutboxItem.ID) -> (any Error)?,
        status: @escaping @MainActor (Status.ID) -> Status?, kept: @escaping @MainActor (Status.ID) async -> Status?,
        lists: @escaping @MainActor () async -> [MastodonKit.List], drafts: DraftService,
        post: @escaping @MainActor (StyledText) -> Void, oldest: @escaping @MainActor () -> Date
      ) {
        self.service = service
        self.flush = flush
        self.problem = problem
        self.status = status
        self.kept = kept
        self.lists = lists
        self.drafts = drafts
        self.post = post
        self.oldest = oldest
      }
    }

    private let dependencies: Dependencies

    public init(dependencies: Dependencies) { self.dependencies = dependencies }

    /// The waiting items.
    ///
    /// - Throws: an error of the disk.
    public func state() throws -> State {
      let oldest = dependencies.oldest()
      let contents = try dependencies.service.all()
      let hasPosts = contents.items.contains { if case .post = $0.item.content { true } else { false } }
      // Drafts that cannot be read cost their texts in the list.
      let known = hasPosts ? try? dependencies.drafts.all() : nil
      let drafts = known ?? []
      return State(
        entries: contents.items.map { waiting in
          let item = waiting.item
          var entry = Entry(
            item: item, subject: subject(of: item, drafts), isOld: waiting.stamp < oldest.timeIntervalSince1970,
            problem: dependencies.problem(item.id).map { AppError($0).message } ?? item.problem)
          if case .post(let id) = item.content, known != nil {
            let draft = drafts.first { $0.id == id }
            entry.isEdit = draft?.content.editedStatusID != nil
            if draft?.delivery == .reopened {
              entry.problem = "is being changed: draft \(id), then /send or /close"
            }
            if draft == nil { entry.problem = entry.problem ?? AppError(OutboxObstacle.missingText).message }
          }
          return entry
        }, unreadable: contents.unreadable)
    }

    /// The waiting items, with the subjects that no screen shows but the archive has.
    ///
    /// - Throws: an error of the disk.
    public func namedState() async throws -> State {
      var state = try state()
      for index in state.entries.indices where state.entries[index].subject == nil {
        guard case .request(let request) = state.entries[index].item.content else { continue }
        if let id = request.status {
          state.entries[index].subject = await dependencies.kept(id).map(Self.subject)
        } else if request.template.hasPrefix("/api/v1/lists/:id"), let id = request.arguments.first {
          state.entries[index].subject = await dependencies.lists().first { $0.id.rawValue == id }?.title
        }
      }
      return state
    }

    /// What waits for each post, such as `favourite`.
    public func waiting() -> [Status.ID: [String]] {
      // `outbox` says what can't be read.
      let items = (try? dependencies.service.all().items.map(\.item)) ?? []
      // As above.
      let drafts = (try? dependencies.drafts.all()) ?? []
      return items.reduce(into: [:]) { waiting, item in
        switch item.content {
        case .request(let request):
          guard let id = request.status else { return }
          waiting[id, default: []].append(request.operation.replacing(" the post", with: ""))
        case .post(let id):
          guard let edited = drafts.first(where: { $0.id == id })?.content.editedStatusID else { return }
          waiting[edited, default: []].append("edit")
        }
      }
    }

    private func subject(of item: OutboxItem, _ drafts: [Draft]) -> String? {
      switch item.content {
      case .request(let request): request.status.flatMap { subject(of: $0, drafts) }
      case .post(let id): text(of: id, drafts)
      }
    }

    private func subject(of id: Status.ID, _ drafts: [Draft]) -> String? {
      if let draft = WaitingPost.draft(id) { return text(of: draft, drafts) }
      return dependencies.status(id).map(Self.subject)
    }

    private static func subject(_ status: Status) -> String {
      "\(ExcerptText.cut(status.displayed.account.shownName, to: 30)): \(ExcerptText.of(status))"
    }

    private func text(of draft: Draft.ID, _ drafts: [Draft]) -> String? {
      drafts.first { $0.id == draft }.map { ExcerptText.cut($0.content.text, to: 60) }
    }

    /// Deletes items, `nil` for all; what they were about stays as it is on the server.
    ///
    /// - Throws: an error of the disk.
    public func discard(_ ids: [OutboxItem.ID]?) throws { try dependencies.service.delete(ids) }

    /// Sends what waits, the oldest first, until the server is out of reach again.
    ///
    /// What the server refuses is reported and no longer kept; the text of a post stays a draft.
    ///
    /// - Parameters:
    ///   - includesOld: Whether also what waits longer than a day is sent.
    ///   - isRequested: Whether the user asks for it, whose command says what was sent.
    @discardableResult
    public func flush(includesOld: Bool = false, isRequested: Bool = false) async -> OutboxFlush {
      await dependencies.flush(includesOld, isRequested)
    }

    /// Reports what happened to the waiting items.
    public func report(_ flush: OutboxFlush) {
      for (item, error) in flush.refused {
        let end = if case .post = item.content { " Its text is kept: drafts." } else { "" }
        warn("could not \(item.operation). \(AppError(error).message)\(end)")
      }
      for (item, error) in flush.problems {
        let error = AppError(error)
        let way =
          if case .post(let id) = item.content, isThere(id) {
            "It still waits: draft \(id) opens it."
          } else {
            error.suggestion
          }
        warn("could not \(item.operation). \(error.message) \(way)")
      }
      guard let first = flush.sent.first, !flush.isRequested else { return }
      for omission in flush.omissions { warn(omission.sentence) }
      // The text of a post is no longer a draft.
      let subject = subject(of: first, []).map { ", “\($0)”" } ?? ""
      let words =
        flush.sent.count == 1
        ? "Sent from the outbox: \(first.operation)\(subject)."
        : "Sent from the outbox: \(CountText.of(flush.sent.count, "item"))."
      dependencies.post(StyledText(words, .secondary))
    }

    /// Whether a draft can be opened.
    private func isThere(_ draft: Draft.ID) -> Bool {
      // What can't be read can't be opened either.
      (try? dependencies.drafts.find(draft)) ?? nil != nil
    }

    private func warn(_ words: String) { dependencies.post(StyledText("From the outbox: \(words)", .warning)) }
  }
}
