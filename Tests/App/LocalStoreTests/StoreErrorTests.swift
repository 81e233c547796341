import FeatureKit
import LocalStore
import Testing

/// Suggestions for errors.
struct StoreErrorTests {
  @Test(arguments: [
    (StoreError.newer(path: "/d/howdah.sqlite"), "Update Howdah, or move the file away for a new one."),
    (.busy(path: "/d/howdah.sqlite"), "Wait for that program, then retry."),
    (.noHome, "Set HOME to your home directory."),
    (.folder(path: "/d"), "Name a file."),
  ])
  func eachHasAnAdviceOfItsOwn(error: StoreError, suggestion: String) {
    #expect(AppError(error).suggestion == suggestion)
  }

  @Test func aHomeThatIsNoFullPathIsNotCalledMissing() {
    #expect(AppError(StoreError.noHome).message.hasSuffix("HOME is not set to a full path."))
  }
}
