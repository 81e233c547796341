import CustomDump
import FeatureKit
import FeatureTestKit
import MastodonKit
import OnboardingFeature
import TerminalKit
import Testing

/// The requests of the pages to the root and to the server.
@MainActor final class Root {
  var log: [String] = []
  var edits: [ProfileEdit] = []
  var refusal: MastodonError?
  var account = Account.fixtures.you

  func model(_ state: Onboarding.State = .init()) -> Onboarding.Model {
    Onboarding.Model(
      state: state,
      account: {
        if let refusal = self.refusal { throw refusal }
        return self.account
      },
      profiles: ProfileService(
        preferences: { Preferences() },
        update: { edit in try await self.take(edit) }, removeAvatar: { Account.fixtures.you },
        removeHeader: { Account.fixtures.you }))
  }

  private func take(_ edit: ProfileEdit) throws -> Account {
    if let refusal { throw refusal }
    edits.append(edit)
    return account
  }

  var action: Onboarding.Action {
    Onboarding.Action(
      signIn: { server, live in
        self.log.append("sign in to \(server), live \(live)")
        return .nothing
      },
      setLive: { self.log.append("live \($0)") },
      updated: { _ in self.log.append("updated") },
      leave: { self.log.append("left") })
  }
}

@MainActor @Suite struct OnboardingTests {
  let root = Root()

  private func type(_ line: String, to model: Onboarding.Model, of other: Root? = nil) async throws {
    let screen = Onboarding.screen(model: model, action: (other ?? root).action)
    await screen.load()
    _ = try await screen.type(line.isEmpty ? screen.onReturn() ?? "" : line)
    await screen.load()
  }

  @Test func flowStopsAtTheFirstAndTheLastPage() {
    var flow = Onboarding.Flow()
    var pages = [flow.step]
    if flow.back() { pages.append(flow.step) }
    while flow.next() { pages.append(flow.step) }
    #expect(pages == Onboarding.Step.allCases)
    // What was kept is kept: there is no way back after the last page.
    if flow.back() { pages.append(flow.step) }
    #expect(flow.step == .complete)
    flow = Onboarding.Flow(at: .personal)
    if flow.back() { pages.append(flow.step) }
    #expect(pages.last == .permissions && flow.number == 2)
  }

  @Test func returnShowsAllPagesWithoutChangingTheProfile() async throws {
    let model = root.model()
    for page in [Onboarding.Step.permissions, .personal, .complete] {
      try await type("", to: model)
      #expect(model.state.flow.step == page)
    }
    try await type("", to: model)
    #expect(root.log == ["live on", "left"])
    #expect(root.edits.isEmpty)
  }

  @Test func onlyChangedFieldsAreSent() async throws {
    let model = root.model(.init(flow: .init(at: .personal)))
    try await type("name Wren Alder", to: model)
    try await type("visibility unl", to: model)
    try await type("language English", to: model)
    try await type("", to: model)
    var edit = ProfileEdit()
    edit.displayName = "Wren Alder"
    edit.postingVisibility = .unlisted
    if root.account.source?.language != "en" { edit.postingLanguage = "en" }
    expectNoDifference(root.edits, [edit])
    #expect(root.log == ["live on", "updated"])
    #expect(model.state.flow.step == .complete)
  }

  @Test func leavingSavesNothing() async throws {
    for lines in [["leave"], ["", "live off", "leave"], ["", "", "name Somebody Else", "close"]] {
      let root = Root()
      let model = root.model()
      for line in lines { try await type(line, to: model, of: root) }
      #expect(root.edits.isEmpty)
      #expect(root.log == ["left"])
    }
  }

  @Test func signInStartsAfterThePermissionsPage() async throws {
    let model = root.model()
    try await type("server garden.example", to: model)
    try await type("", to: model)
    try await type("live quiet", to: model)
    #expect(root.log.isEmpty)
    try await type("", to: model)
    #expect(root.log == ["sign in to garden.example, live quiet"])
    try await type("stay", to: model)
    try await type("", to: model)
    #expect(model.state.flow.step == .personal)
  }

  @Test func failedSaveKeepsThePageAndTheChanges() async throws {
    let model = root.model(.init(flow: .init(at: .personal)))
    try await type("name Wren", to: model)
    root.refusal = .timedOut(host: "shore.example", seconds: 10)
    await #expect(throws: AppError.self) { try await type("", to: model) }
    #expect(model.state.flow.step == .personal)
    #expect(model.state.phase == .failed(.network(.timedOut(host: "shore.example", seconds: 10))))
    #expect(model.state.profile.name == "Wren")
    root.refusal = nil
    try await type("next", to: model)
    #expect(root.edits.count == 1)
  }

  @Test func profileCannotBeChangedBeforeItIsLoaded() async throws {
    root.refusal = .timedOut(host: "shore.example", seconds: 10)
    let model = root.model(.init(flow: .init(at: .personal)))
    await #expect(throws: AppError.network(.timedOut(host: "shore.example", seconds: 10))) {
      try await type("name Wren", to: model)
    }
    root.refusal = nil
    try await type("name Wren", to: model)
    #expect(model.state.profile.name == "Wren")
  }

  @Test(arguments: ["language klingon-long", "language e", "language 日本", "live sometimes", "visibility everyone"])
  func invalidValueIsRefused(_ line: String) async throws {
    let model = root.model(.init(flow: .init(at: line.hasPrefix("live") ? .permissions : .personal)))
    let before = model.state
    await #expect(throws: AppError.self) { try await type(line, to: model) }
    #expect(model.state.live == before.live)
    #expect(model.state.changes.isEmpty)
  }

  @Test func everyPageShowsHowToContinueAndToLeave() {
    for preview in Onboarding.previews {
      let hint = preview.document(Layout(width: 80, now: .fixtureNow)).hint?.plain ?? ""
      #expect(hint.hasPrefix("Return "), "\(preview.id)")
      #expect(hint.hasSuffix("leave") || preview.id.hasPrefix("complete"), "\(preview.id)")
    }
  }
}
