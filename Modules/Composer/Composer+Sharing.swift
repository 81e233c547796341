public import FeatureKit
public import MastodonKit

/// A draft that is open in one composer only, whichever process that is in.
extension Composer.Model {
  /// Makes this the only composer of the saved draft.
  func take() {
    do { try drafts.take(state.draft.id) } catch { state.storage.fail(error) }
  }

  /// Why the draft must not be sent here: it was sent, discarded or opened elsewhere since it was saved.
  ///
  /// `nil` too if it was never saved or cannot be read.
  public var conflict: DraftConflict? {
    guard state.storage.isOnDisk else { return nil }
    // Saving it says what is wrong with the disk.
    do { return try drafts.conflict(state.draft.id) } catch { return nil }
  }

  /// Makes what is written a draft of its own, because the one that it was added to was sent, discarded or opened elsewhere.
  public func keepAsOwnDraft() {
    (state.draft.id, state.draft.contentKey, state.draft.triedAt) = (makeID(), nil, nil)
    (state.draft.delivery, state.error, state.storage) = (.editing, nil, .none)
    // An upload belongs to the post that was sent with it.
    for index in state.draft.content.files.indices { state.draft.content.files[index].mediaID = nil }
    state.draft.updatedAt = now()
    save()
  }
}

extension DraftConflict: AppErrorConvertible {
  /// What happened to the draft, as part of a sentence.
  public var event: String {
    switch self {
    case .elsewhere: "opened in another Howdah"
    case .gone: "sent or discarded elsewhere"
    }
  }

  public var appError: AppError {
    switch self {
    case .elsewhere:
      .validation("The draft is open in another Howdah now.", suggestion: "Send it there, or type drafts.")
    case .gone:
      .validation("The draft was sent or discarded elsewhere.", suggestion: "drafts lists your drafts.")
    }
  }
}
