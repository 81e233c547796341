public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// Keeps posts on this machine for a while before they are sent, so that they can be taken back.
  ///
  /// Each is a saved draft meanwhile; one that was changed, sent or discarded in the meantime is left alone.
  @MainActor
  public final class Holder {
    /// How many seconds a post is kept; `nil` for none.
    let seconds: () -> Int?
    private let wait: (Int) async throws -> Void
    private let report: (Toast) -> Void
    private let withdraw: (Draft.ID) -> Bool
    private var waiting: [Draft.ID: (model: Model, task: Task<Void, Never>)] = [:]
    /// The posts that were sent after they were kept.
    private var sent: [Draft.ID: Status.ID] = [:]

    /// Makes a holder that keeps nothing yet.
    ///
    /// - Parameters:
    ///   - seconds: How many seconds a post is kept; `nil` for none.
    ///   - wait: Waits so many seconds; throws if the task is cancelled.
    ///   - report: Shows what became of a post.
    ///   - withdraw: Takes a post out of the outbox; returns whether it was there.
    public init(
      seconds: @escaping () -> Int?, wait: @escaping (Int) async throws -> Void, report: @escaping (Toast) -> Void,
      withdraw: @escaping (Draft.ID) -> Bool
    ) {
      self.withdraw = withdraw
      self.seconds = seconds
      self.wait = wait
      self.report = report
    }

    /// Whether posts are waiting.
    public var isEmpty: Bool { waiting.isEmpty }

    /// Sends a model's post in so many seconds.
    func hold(_ model: Model, seconds: Int) {
      let id = model.state.draft.id
      waiting[id]?.task.cancel()
      let task = Task { [weak self, wait] in
        // It was taken back, or is sent at once.
        do { try await wait(seconds) } catch { return }
        guard let self, let held = waiting.removeValue(forKey: id), let toast = await send(held.model) else { return }
        report(toast)
      }
      waiting[id] = (model, task)
    }

    /// Takes a post back, which stays a draft; returns whether it was still waiting.
    func takeBack(_ id: Draft.ID) -> Bool {
      guard let held = waiting.removeValue(forKey: id) else { return withdraw(id) }
      held.task.cancel()
      return true
    }

    /// The post that a draft has become.
    func status(of id: Draft.ID) -> Status.ID? { sent[id] }

    /// Sends what is waiting at once, and returns what became of each post.
    public func sendAll() async -> [Toast] {
      let all = waiting.sorted { $0.key < $1.key }
      waiting = [:]
      for (_, held) in all { held.task.cancel() }
      var toasts: [Toast] = []
      for (_, held) in all { if let toast = await send(held.model) { toasts.append(toast) } }
      return toasts
    }

    private func send(_ model: Model) async -> Toast? {
      let id = model.state.draft.id
      let excerpt = excerpt(model.state.draft)
      do {
        let (result, omissions) = try await AnswerCheck.collecting { try await model.sendHeld() }
        guard let result else { return nil }
        sent[id] = result.status?.id
        let losses = omissions.map { " " + $0.sentence }.joined()
        return toast(losses.isEmpty ? .success : .warning, "Sent: “\(excerpt)”" + losses, about: model)
      } catch {
        let error = AppError(error)
        let end =
          error.isQueued
          ? "It waits in the outbox." : "It is saved as a draft: draft \(model.state.draft.id)"
        return toast(.warning, "Could not send “\(excerpt)”: \(error.message) \(end)", about: model)
      }
    }

    private func toast(_ kind: Toast.Kind, _ text: String, about model: Model) -> Toast {
      var toast = Toast(kind, StyledText(text))
      // For everyone it is no more than an excerpt, so only a private one has to be marked.
      if model.state.draft.content.visibility.audience == .limited { toast.audience = .limited }
      return toast
    }
  }

  /// The command that takes a kept post back, or a sent one to be written again; `undo` runs it.
  @MainActor
  static func unpostVerb(_ action: GlobalAction) -> Verb {
    Verb(
      "unpost", Parameter<String>.word("DRAFT"), help: "Take back a post that was not sent yet, or redraft it",
      discussion: "DRAFT is the id of its draft. undo runs this after post, reply and quote."
    ) { id in
      if action.holder.takeBack(id) {
        return .toast(
          Toast(
            .success, "Not sent; saved as a draft.", hint: "draft \(id)", data: [.init("draft", .string(id))]))
      }
      guard let status = action.holder.status(of: id) else {
        throw AppError.notFound("No post of this draft waits to be sent.", suggestion: "See what there is: drafts")
      }
      return try await redraftQuestion(status, action.redrafting)
    }.unlisted
  }
}

extension Composer.Model {
  /// Keeps the post for a while, if that is wanted and it is on disk; returns for how many seconds.
  func hold(reusesDuplicate: Bool) -> Int? {
    guard !isReleased, !state.isEdit, state.draft.content.scheduledAt == nil, let holder, let seconds = holder.seconds()
    else { return nil }
    save()
    guard state.storage == .saved else { return nil }
    heldDraft = (state.draft, reusesDuplicate)
    holder.hold(self, seconds: seconds)
    return seconds
  }

  /// Sends a post that was kept; `nil` if its draft was changed, sent or discarded meanwhile.
  func sendHeld() async throws -> Composer.Sent? {
    guard let held = heldDraft else { return nil }
    let saved: Draft?
    do { saved = try drafts.all().first { $0.id == held.draft.id } } catch { throw AppError(error) }
    guard let saved, saved.content == held.draft.content else { return nil }
    isReleased = true
    confirm()
    return try await send(reusesDuplicate: held.reusesDuplicate)
  }
}
