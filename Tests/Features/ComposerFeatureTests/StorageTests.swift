import FeatureKit
import Testing

@testable import ComposerFeature

/// A composer's knowledge of its draft on disk.
@Suite struct StorageTests {
  private static let full = AppError.fixtures.diskFull

  private static func fail() throws { throw full }

  private static let all: [Composer.Storage] = [
    .none, .saved, .unreadable(full), .notSaved(full, hasEarlierVersion: false),
    .notSaved(full, hasEarlierVersion: true), .notDeleted(full),
  ]

  @Test(arguments: zip(all, [nil, nil, full, full, full, full]))
  func everyFailureHasItsError(_ storage: Composer.Storage, _ error: AppError?) {
    #expect(storage.error == error)
  }

  @Test(arguments: zip(all, [false, true, false, false, true, true]))
  func versionOnDiskIsKnown(_ storage: Composer.Storage, _ isOnDisk: Bool) {
    #expect(storage.isOnDisk == isOnDisk)
  }

  @Test(arguments: zip(all, [false, true, false, true, true, false]))
  func onlyADraftThatWasChangedIsSavedAgain(_ storage: Composer.Storage, _ isSaving: Bool) {
    #expect(storage.isSaving == isSaving)
  }

  @Test(arguments: all) func savingSucceedsFromEveryState(_ storage: Composer.Storage) {
    var storage = storage
    storage.save {}
    #expect(storage == .saved)
  }

  @Test(arguments: zip(all, [false, true, false, false, true, true]))
  func failureToSaveKeepsTheEarlierVersion(_ storage: Composer.Storage, _ hasEarlierVersion: Bool) {
    var storage = storage
    storage.save(Self.fail)
    #expect(storage == .notSaved(Self.full, hasEarlierVersion: hasEarlierVersion))
  }

  @Test(arguments: zip(all, [false, true, false, false, true, true]))
  func failureToDeleteCountsOnlyForADraftOnDisk(_ storage: Composer.Storage, _ isOnDisk: Bool) {
    var storage = storage
    storage.delete(Self.fail)
    #expect(storage == (isOnDisk ? .notDeleted(Self.full) : .none))
    storage.delete {}
    #expect(storage == .none)
  }

  @Test(arguments: [Composer.Storage.none, .saved])
  func failureToDiscardIsThrown(_ storage: Composer.Storage) {
    var changed = storage
    #expect(throws: Self.full) { try changed.discard(Self.fail) }
    #expect(changed == storage)
  }

  @Test(arguments: [Composer.Storage.unreadable(full), .notSaved(full, hasEarlierVersion: false)])
  func draftThatNeverReachedTheDiskCanBeDiscarded(_ storage: Composer.Storage) throws {
    var storage = storage
    try storage.discard(Self.fail)
    #expect(storage == .none)
  }

  @Test func discardingKeepsTheErrorOfAnEarlierVersion() throws {
    var storage = Composer.Storage.notSaved(Self.full, hasEarlierVersion: true)
    try storage.discard(Self.fail)
    #expect(storage.error == Self.full)
    try storage.discard {}
    #expect(storage == .none)
  }
}
