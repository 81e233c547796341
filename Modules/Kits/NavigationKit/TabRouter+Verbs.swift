public import FeatureKit

extension TabRouter {
  /// The commands that work on every screen: `back` and `top`.
  public var verbs: [Verb] {
    [
      Verb(
        "back", aliases: ["b"], help: "Go back to where you were before, also in another tab",
        discussion: "Type it again to go further back. top leads to the first screen of this tab, tab N to another tab."
      ) { [weak self] in
        .going { [weak self] detour in
          guard let self else { return .nothing }
          try Self.refuse("back", within: detour)
          if leaveSheet() { return .screen }
          try refuseBelowSheet()
          guard goBack() else {
            throw AppError.usage(
              "There is nothing to go back to.",
              suggestion: "You began here. screen shows it again, tabs lists the tabs.")
          }
          return .returned
        }
      }.reading,
      Verb("top", help: "Go back to the first screen of this tab") { [weak self] in
        .going { [weak self] detour in
          guard let self else { return .nothing }
          try Self.refuse("top", within: detour)
          leaveSheet()
          try refuseBelowSheet()
          popToRoot()
          return .returned
        }
      }.reading,
    ]
  }

  /// The commands of the open sheet: its own and, unless one of them closes it, `close`.
  public var sheetVerbs: [Verb]? {
    guard let sheet = current.sheet else { return nil }
    let verbs = sheet.screen.verbs()
    return verbs.contains { $0.matches("close") } ? verbs : verbs + [closeVerb]
  }

  /// A command as it works below an open sheet: the screen that it shows there is printed, and the sheet stays on top.
  public func belowSheet(_ verb: Verb) -> Verb {
    verb.responding { [weak self] reader, run in
      let response = try await run(reader)
      guard let self, let sheet = current.sheet?.destination, case .going(let go) = response else { return response }
      return .going { [weak self] detour in
        guard let self else { return .nothing }
        let (tab, before) = (selected, pushes)
        let response = try await go(detour)
        guard case .screen = response, selected == tab, pushes != before, current.sheet?.destination == sheet else {
          return response
        }
        let screen = screenBelowSheet
        try await load(screen, within: detour)
        return .view { screen.document($0) }
      }
    }
  }

  /// Refuses a command that leads back, where it is apart from the user.
  private static func refuse(_ command: String, within detour: Detour) throws {
    guard detour.isActive else { return }
    throw AppError.usage(
      "\(command) goes to another screen, which a command apart from it can't.",
      suggestion: "Type it alone, without &, --json, > or |.")
  }

  private var closeVerb: Verb {
    Verb("close", aliases: ["cancel"], help: "Close this; asks first if something would be lost") { [weak self] in
      guard let sheet = self?.current.sheet else { return .nothing }
      let close = { [weak self] in self?.dismiss(sheet.destination, isShownNext: true) }
      guard let unsaved = sheet.screen.unsaved() else {
        close()
        return .returned
      }
      return .confirm(
        Confirmation("Close without \(unsaved)?") {
          close()
          return .returned
        })
    }
  }

  /// Verbs that end this session; those of these names ask first while a sheet has unsaved work.
  public func guardingUnsaved(_ verbs: [Verb], _ names: Set<String>) -> [Verb] {
    let unsaved = unsaved
    guard !unsaved.isEmpty else { return verbs }
    let question = "Continue without \(unsaved.joined(separator: " and "))?"
    return verbs.map { names.contains($0.name) ? $0.asking(question) : $0 }
  }

  /// A `quit` that asks first; empty unless work would be lost.
  public var quitVerbs: [Verb] {
    guard !unsaved.isEmpty else { return [] }
    return guardingUnsaved(
      [Verb("quit", aliases: ["exit", "q"], help: "Quit Howdah; asks first") { .leave }.reading], ["quit"])
  }

  /// A screen below an open sheet does not move while it cannot be seen.
  private func refuseBelowSheet() throws {
    guard let sheet = current.sheet else { return }
    throw AppError.usage(
      "“\(sheet.screen.label())” is still open.", suggestion: Self.wayOut(of: sheet.screen))
  }
}
