public import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Composer {
  /// Keeps posts on this machine for a while before they are sent, so that they can be taken back.
  ///
  /// Each is a saved draft meanwhile; one that was changed, sent or discarded in the meantime is left alone.
  @MainActor
  public final class Holder {
    /// The seconds for which a post is kept; `nil` for none.
    let seconds: () -> Int?
    private let wait: (Int) async throws -> Void
    private let drafts: DraftService
    private let model: (Draft, AnswerLog) -> Model?
    private let report: (Toast) -> Void
    private let withdraw: (Draft.ID) throws -> Bool
    private var waiting: [Draft.ID: (draft: Draft, task: Task<Void, Never>)] = [:]
    /// The posts that were sent after they were kept.
    private var sent: [Draft.ID: Status.ID] = [:]

    /// Creates a holder that keeps nothing yet.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds for which a post is kept; `nil` for none.
    ///   - wait: Waits so many seconds; throws if the task is cancelled.
    ///   - model: Creates the model that sends a draft at once, and notes what its answers lack; `nil` if the user is
    ///     writing it.
    ///   - withdraw: Takes a post out of the outbox; returns whether it was there.
    public init(
      seconds: @escaping () -> Int?, wait: @escaping (Int) async throws -> Void, drafts: DraftService,
      model: @escaping (Draft, AnswerLog) -> Model?, report: @escaping (Toast) -> Void,
      withdraw: @escaping (Draft.ID) throws -> Bool
    ) {
      self.seconds = seconds
      self.wait = wait
      self.drafts = drafts
      self.model = model
      self.report = report
      self.withdraw = withdraw
    }

    public var isEmpty: Bool { waiting.isEmpty }

    /// Sends a saved draft in so many seconds.
    func hold(_ draft: Draft, seconds: Int) {
      waiting[draft.id]?.task.cancel()
      let task = Task { [weak self, wait] in
        // It was taken back, or is sent at once.
        do { try await wait(seconds) } catch { return }
        guard let self, waiting.removeValue(forKey: draft.id) != nil, let toast = await send(draft) else { return }
        report(toast)
      }
      waiting[draft.id] = (draft, task)
    }

    /// Takes a post back, which stays a draft; returns whether it was still waiting.
    func takeBack(_ id: Draft.ID) throws -> Bool {
      guard let held = waiting.removeValue(forKey: id) else { return try withdraw(id) }
      held.task.cancel()
      if var draft = try drafts.find(id) {
        draft.delivery = .editing
        try drafts.save(draft)
      }
      return true
    }

    /// The post that a draft has become.
    func status(of id: Draft.ID) -> Status.ID? { sent[id] }

    /// Sends what is waiting at once, and returns the result for each post.
    public func sendAll() async -> [Toast] {
      let all = waiting.values.sorted { $0.draft.id < $1.draft.id }
      waiting = [:]
      for held in all { held.task.cancel() }
      var toasts: [Toast] = []
      for held in all { if let toast = await send(held.draft) { toasts.append(toast) } }
      return toasts
    }

    private func send(_ held: Draft) async -> Toast? {
      let excerpt = excerpt(held)
      let answers = AnswerLog()
      var toast: Toast
      do {
        guard let draft = try drafts.find(held.id), draft.content == held.content, case .held = draft.delivery,
          let model = model(draft, answers)
        else { return nil }
        // The user was asked before it was kept.
        model.confirm()
        sent[held.id] = try await model.send().status?.id
        let losses = answers.omissions(since: 0).map { " " + $0.sentence }.joined()
        toast = Toast(losses.isEmpty ? .success : .warning, StyledText("Sent: “\(excerpt)”" + losses))
      } catch {
        let error = AppError(error)
        let end = error.isQueued ? "It waits in the outbox." : "It is saved as a draft: draft \(held.id)"
        toast = Toast(.warning, StyledText("Could not send “\(excerpt)”: \(error.message) \(end)"))
      }
      // Records show the excerpt of a public post, and mask that of a private one.
      if held.content.visibility.audience == .limited { toast.audience = .limited }
      return toast
    }
  }

  /// The command that takes a kept post back, or a sent one to be written again; `undo` runs it.
  static func unpostVerb(_ action: GlobalAction) -> Verb {
    Verb(
      "unpost", Parameter<String>.word("DRAFT"), help: "Take back a post that was not sent yet, or redraft it",
      discussion: "DRAFT is the id of its draft. undo runs this after post, reply and quote."
    ) { id in
      if try action.holder.takeBack(id) {
        return .toast(
          Toast(
            .success, "Not sent; saved as a draft.", hint: "draft \(id)", data: [.init("draft", .string(id))]))
      }
      guard let status = action.holder.status(of: id) else {
        throw AppError.notFound(
          "This draft has no post that waits to be sent.", suggestion: "drafts lists your drafts.")
      }
      return try await redraftQuestion(status, action.redrafting)
    }.unlisted
  }
}

extension Composer.Model {
  /// Keeps the post for a while, if that is wanted and it is on disk; returns for how many seconds.
  func hold() -> Int? {
    guard !state.isEdit, state.draft.content.scheduledAt == nil, let holder, let seconds = holder.seconds()
    else { return nil }
    state.draft.delivery = .held(until: now().addingTimeInterval(Double(seconds)))
    save()
    guard state.storage == .saved else {
      state.draft.delivery = .sending
      return nil
    }
    holder.hold(state.draft, seconds: seconds)
    return seconds
  }
}
