import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@Suite struct AppErrorTests {
  static let every: [AppError] = Mirror(reflecting: AppError.fixtures).children.compactMap { $0.value as? AppError }

  @Test(arguments: every) func everyErrorSaysWhatHappenedAndWhatToDo(_ error: AppError) {
    for words in [error.message, error.suggestion] {
      #expect(words.hasSuffix("."))
      #expect(words.first?.isUppercase == true || words.hasPrefix("shore.example") || words.hasPrefix("drafts"))
    }
    #expect(!error.code.contains { !$0.isLowercase && $0 != "_" })
  }

  @Test func unknownErrorDoesNotRevealItsContent() {
    struct Leaky: Error { let token = "s3cret" }
    #expect(!AppError(Leaky()).message.contains("s3cret"))
  }

  @Test func aCancelledTaskIsNotAFailureToReport() {
    #expect(AppError(CancellationError()) == .cancelled)
  }
}

@MainActor
@Suite struct PreviewTests {
  struct Fixtures {
    let empty = 1
    let wideCharacters = 2
    let notAState = "x"
  }

  @Test func everyFixtureOfTheStateHasAPreview() {
    let previews = Preview.all(of: Fixtures(), prefix: "list") { (state: Int, layout) in
      Document(kind: "\(state)", title: Document.Title("\(layout.width)"))
    }
    #expect(previews.map(\.id) == ["list-empty", "list-wide-characters"])
    let document = previews[1].document(Layout(width: 40, now: Date(timeIntervalSince1970: 0)))
    #expect(document == Document(kind: "2", title: Document.Title("40")))
  }

  @Test(arguments: [
    (0, "Retry now."), (1, "Retry in 1 second."), (30, "Retry in 30 seconds."), (120, "Retry in 120 seconds."),
    (121, "Retry in 3 minutes."), (7200, "Retry in 120 minutes."), (7201, "Retry in 3 hours."),
    (86_400, "Retry in 24 hours."),
  ])
  func longWaitIsInUnitsThatCanBeGrasped(seconds: Int, suggestion: String) {
    #expect(AppError.network(.rateLimited(host: "shore.example", seconds: seconds)).suggestion == suggestion)
  }
}
