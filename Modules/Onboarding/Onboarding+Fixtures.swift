import FeatureKit
import MastodonKit

extension Onboarding.Profile {
  /// Profiles with fixed words.
  public static let fixtures = Fixtures()

  /// Profiles of invented people.
  public struct Fixtures: Sendable {
    /// Somebody who has said nothing yet.
    public let blank = Onboarding.Profile(name: "you")
    /// Somebody with a name and a few words.
    public let wren = Onboarding.Profile(
      name: "Wren Alder", bio: "Three hives, one of which speaks to me.", visibility: .unlisted, language: "en")
    /// Wide characters, and words that try to take over the terminal.
    public let hostile = Onboarding.Profile(
      name: "活字 👩🏽‍🔧\u{1B}[2J", bio: "\u{202E}backwards\u{7}", language: "ja")
  }
}

extension Onboarding.State {
  /// The sheet in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the sheet can look.
  public struct Fixtures: Sendable {
    /// The first page in the sandbox.
    public let welcome = Onboarding.State()
    /// The first page after a server was chosen.
    public let serverChosen = Onboarding.State(server: "garden.example")
    /// The first page with an account.
    public let signedIn = Onboarding.State(account: "wren@garden.example")
    /// What may be done, in the sandbox.
    public let permissions = Onboarding.State(flow: .init(at: .permissions))
    /// What may be done, before a sign-in.
    public let beforeSignIn = Onboarding.State(
      flow: .init(at: .permissions), server: "garden.example", live: "quiet")
    /// About oneself, with nothing said yet.
    public let personal = Onboarding.State(flow: .init(at: .personal), known: .fixtures.blank)
    /// About oneself, with much changed.
    public let changed = Onboarding.State(
      flow: .init(at: .personal), account: "wren@garden.example", known: .fixtures.blank, profile: .fixtures.wren)
    /// Somebody's name and words that try to take over the terminal.
    public let hostile = Onboarding.State(flow: .init(at: .personal), known: .fixtures.hostile)
    /// On its way to the server.
    public let saving = Onboarding.State(
      flow: .init(at: .personal), known: .fixtures.blank, profile: .fixtures.wren, phase: .saving)
    /// The server did not answer.
    public let failed = Onboarding.State(
      flow: .init(at: .personal), account: "wren@shore.example", known: .fixtures.blank, profile: .fixtures.wren,
      phase: .failed(AppError.fixtures.timedOut))
    /// Done, with something kept.
    public let complete = Onboarding.State(
      flow: .init(at: .complete), live: "quiet", known: .fixtures.blank, profile: .fixtures.wren)
    /// Done, with nothing changed.
    public let completeUnchanged = Onboarding.State(flow: .init(at: .complete), known: .fixtures.wren)
  }
}

extension Onboarding.Action {
  /// Actions that do nothing that lasts.
  public static let fixtures = Fixtures()

  /// Ways in which the root can answer.
  @MainActor
  public struct Fixtures {
    nonisolated init() {}

    /// Nothing happens.
    public var nothing: Onboarding.Action {
      Onboarding.Action(signIn: { _, _ in .nothing }, setLive: { _ in }, updated: { _ in }, leave: {})
    }
  }
}
