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
}

extension DraftConflict: AppErrorConvertible {
  public var appError: AppError {
    switch self {
    case .elsewhere:
      .validation("The draft is open in another Howdah now.", suggestion: "Send it there, or type drafts.")
    case .gone:
      .validation("The draft was sent or discarded elsewhere.", suggestion: "drafts lists your drafts.")
    }
  }
}
