public import FeatureKit
import MastodonKit

extension Composer {
  /// Whether a draft is on disk, and what went wrong when it was last saved or deleted.
  public enum Storage: Hashable, Sendable {
    /// The draft is not on disk, because it was not changed yet or was deleted.
    case none
    /// The draft is on disk as it is.
    case saved
    /// The saved drafts could not be read, so an earlier draft of this post may be missing.
    case unreadable(AppError)
    /// The draft could not be saved; an earlier version may be on disk.
    case notSaved(AppError, hasEarlierVersion: Bool)
    /// The post was sent or discarded, but its draft could not be deleted.
    case notDeleted(AppError)

    public var error: AppError? {
      switch self {
      case .none, .saved: nil
      case .unreadable(let error), .notSaved(let error, _), .notDeleted(let error): error
      }
    }

    /// Whether some version of the draft is on disk.
    public var isOnDisk: Bool {
      switch self {
      case .none, .unreadable: false
      case .saved, .notDeleted: true
      case .notSaved(_, let hasEarlierVersion): hasEarlierVersion
      }
    }

    /// Whether the draft has to be saved again when it changes.
    var isSaving: Bool {
      switch self {
      case .none, .unreadable, .notDeleted: false
      case .saved, .notSaved: true
      }
    }

    /// Records that the draft was saved, or the error that prevented it.
    mutating func save(_ save: () throws -> Void) {
      do {
        try save()
        self = .saved
      } catch {
        fail(error)
      }
    }

    /// Records an error while the draft has to stay on disk.
    mutating func fail(_ error: any Error) {
      self = .notSaved(AppError(error), hasEarlierVersion: isOnDisk)
    }

    /// Records that the draft was deleted; an error counts only if there is a version to delete.
    mutating func delete(_ delete: () throws -> Void) {
      do {
        try delete()
        self = .none
      } catch {
        self = isOnDisk ? .notDeleted(AppError(error)) : .none
      }
    }

    /// Discards the draft: one that never reached the disk can be discarded even if the disk is full.
    ///
    /// - Throws: The error of `delete`, unless saving had failed before.
    mutating func discard(_ delete: () throws -> Void) throws {
      do {
        try delete()
        self = .none
      } catch {
        guard self.error != nil else { throw error }
        if !isOnDisk { self = .none }
      }
    }
  }
}

extension Composer.Model {
  /// Deletes the draft without sending it.
  ///
  /// - Throws: The error of the disk; a draft that could not be saved is discarded nevertheless.
  public func discard() throws {
    var storage = state.storage
    defer { state.storage = storage }
    try storage.discard { try drafts.delete(state.draft.id) }
  }

  /// Saves the draft if it was changed, or deletes it if nothing is written.
  public func close() {
    if state.isEmpty { return deleteDraft() }
    guard !state.isUntouched else { return }
    if state.draft.delivery == .reopened { state.draft.delivery = .waiting }
    save()
  }

  /// Saves the draft as it is here.
  public func save() {
    var storage = state.storage
    storage.save {
      // What was sent or discarded elsewhere must not come back.
      if state.storage.isOnDisk, try drafts.conflict(state.draft.id) == .gone { throw DraftConflict.gone }
      try drafts.save(state.draft)
    }
    state.storage = storage
  }

  func deleteDraft() {
    var storage = state.storage
    storage.delete { try drafts.delete(state.draft.id) }
    state.storage = storage
  }
}
