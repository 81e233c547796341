import FeatureKit
import TerminalKit
import Testing

@testable import NavigationFeature

@Suite struct NavigationTests {
  @Test(arguments: [
    ("home", "home"), ("2", "notifications"), ("SET", "settings"), ("n", "notifications"), ("3", "settings"),
  ])
  func tabIsFoundByNumberNameOrPrefix(_ word: String, _ id: String) throws {
    #expect(try Navigation.State.fixtures.fresh.tab(word).id == id)
  }

  @Test(arguments: ["4", "0", "-1", "", "hone", "\u{1B}[2J", "99999999999999999999"])
  func unknownTabIsRefusedWithAListOfTabs(_ word: String) {
    do {
      _ = try Navigation.State.fixtures.fresh.tab(word)
      Issue.record("\(word) is a tab")
    } catch {
      let error = AppError(error)
      #expect(error.suggestion.hasSuffix("The tabs are home, notifications, settings."))
      #expect(!error.message.contains("\u{1B}"))
    }
  }

  @Test func misspelledTabIsSuggested() {
    #expect(
      throws: AppError.usage(
        "No tab “hone”.", suggestion: "Did you mean home? The tabs are home, notifications, settings.")
    ) { try Navigation.State.fixtures.fresh.tab("hone") }
  }

  @Test func topIsTheSheetOrTheLastPlaceOrTheRootScreen() {
    #expect(Navigation.Tab.fixtures.covered.top == "new list")
    #expect(Navigation.Tab.fixtures.deep.top == "@pool@shore.example")
    #expect(Navigation.Tab.fixtures.unread.top == "notifications (3)")
  }

  @Test func jsonHasThePathTheSheetAndWaitingSheets() {
    let text = Navigation.data(Navigation.Tab.fixtures.covered).serialized()
    #expect(text.contains(#""kind":"thread","id":"113820465098241","label":"post by Rook""#))
    #expect(text.contains(#""sheet":{"kind":"list","label":"new list","unsaved":true}"#))
    #expect(text.contains(#""waiting":[{"kind":"composer","label":"new post","unsaved":false}]"#))
  }
}
