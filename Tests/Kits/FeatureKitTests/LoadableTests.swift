import FeatureKit
import TerminalKit
import Testing

@Suite struct LoadableTests {
  @Test func aFirstRequestThatFailsKeepsItsError() {
    var value = Loadable<Int>.idle
    value.begin()
    #expect(value == .loading)
    #expect(value.fail(AppError.fixtures.timedOut) == .fixtures.timedOut)
    #expect(value.error == .fixtures.timedOut && value.value == nil)
  }

  @Test func cancelledFirstRequestLeavesTheStateIdle() {
    var value = Loadable<Int>.loading
    value.fail(AppError.cancelled)
    #expect(value == .idle)
  }

  @Test func aLoadedValueSurvivesRequestsThatFail() {
    var value = Loadable.loaded(7)
    value.begin()
    value.fail(AppError.fixtures.timedOut)
    #expect(value == .loaded(7) && value.isLoaded)
  }

  @Test func onlyALoadedValueIsChanged() {
    var loaded = Loadable.loaded(7)
    #expect(
      loaded.modify {
        $0 += 1
        return "done"
      } == "done")
    #expect(loaded.value == 8)
    #expect(throws: AppError.cancelled) { try loaded.modify { _ in throw AppError.cancelled } }
    #expect(loaded.value == 8)
    var loading = Loadable<Int>.loading
    #expect(loading.modify { $0 += 1 } == nil)
    #expect(loading == .loading)
  }

  @Test func eachPhaseIsDrawnInOnePlace() {
    func text(_ value: Loadable<Int>) -> String {
      Renderer(format: .plain, width: 60, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
        .render(value.blocks { [.paragraph(StyledText("\($0) posts"))] })
    }
    #expect(text(.idle) == "Loading…\n" && text(.loading) == "Loading…\n")
    #expect(text(.loaded(7)) == "7 posts\n")
    #expect(text(.failed(.fixtures.timedOut)).hasPrefix("! "))
  }
}
