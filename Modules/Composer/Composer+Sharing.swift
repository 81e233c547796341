public import FeatureKit
public import MastodonKit

/// A draft that is open in one composer only, whichever process that is in.
extension Composer.Model {
  /// Whether it is sent now.
  public var isSending: Bool { state.phase == .sending }

  /// Makes this the only composer of the saved draft.
  func take() {
    do { try drafts.take(state.draft.id) } catch { state.storage.fail(error) }
  }

  /// Where the saved draft is now; where it was if it cannot be read, was never saved, or is being sent here.
  public var standing: DraftStanding { isSending ? .here : savedStanding }

  private var savedStanding: DraftStanding {
    guard state.storage.isOnDisk else { return .here }
    do { return try drafts.standing(state.draft.id) } catch { return .here }
  }

  /// Why the draft must not be sent here: it was sent, discarded or opened elsewhere since it was saved.
  var conflict: DraftConflict? {
    switch savedStanding {
    case .here: nil
    case .elsewhere: .elsewhere
    case .gone: .gone
    }
  }
}

extension DraftConflict: AppErrorConvertible {
  /// The error as it is shown.
  public var appError: AppError {
    switch self {
    case .elsewhere:
      .validation("The draft is open in another Howdah now.", suggestion: "Send it there, or type drafts.")
    case .gone:
      .validation("The draft was sent or discarded elsewhere.", suggestion: "drafts lists what is saved.")
    }
  }
}
