import FeatureKit
import MastodonKit

extension Onboarding.Profile {
  public static let fixtures = Fixtures()

  /// Profiles of invented users.
  public final class Fixtures: Sendable {
    /// A profile with only a name.
    public let blank = Onboarding.Profile(name: "you")
    public let wren = Onboarding.Profile(
      name: "Wren Alder", bio: "Three hives, one of which speaks to me.", visibility: .unlisted, language: "en")
    /// Wide characters, and text with control sequences for the terminal.
    public let hostile = Onboarding.Profile(
      name: "活字 👩🏽‍🔧\u{1B}[2J", bio: "\u{202E}backwards\u{7}", language: "ja")
  }
}

extension Onboarding.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// The first page in the sandbox.
    public let welcome = Onboarding.State()
    /// The first page after a server was chosen.
    public let serverChosen = Onboarding.State(server: "garden.example")
    /// The first page with a signed-in account.
    public let signedIn = Onboarding.State(account: "wren@garden.example")
    public let permissions = Onboarding.State(flow: .init(at: .permissions))
    public let beforeSignIn = Onboarding.State(
      flow: .init(at: .permissions), server: "garden.example", live: "quiet")
    /// The profile page with an empty profile.
    public let personal = Onboarding.State(flow: .init(at: .personal), known: .fixtures.blank)
    public let changed = Onboarding.State(
      flow: .init(at: .personal), account: "wren@garden.example", known: .fixtures.blank, profile: .fixtures.wren)
    /// A profile with control sequences for the terminal.
    public let hostile = Onboarding.State(flow: .init(at: .personal), known: .fixtures.hostile)
    public let saving = Onboarding.State(
      flow: .init(at: .personal), known: .fixtures.blank, profile: .fixtures.wren, phase: .saving)
    public let failed = Onboarding.State(
      flow: .init(at: .personal), account: "wren@shore.example", known: .fixtures.blank, profile: .fixtures.wren,
      phase: .failed(AppError.fixtures.timedOut))
    /// The last page after saving changes.
    public let complete = Onboarding.State(
      flow: .init(at: .complete), live: "quiet", known: .fixtures.blank, profile: .fixtures.wren)
    /// The last page without changes.
    public let completeUnchanged = Onboarding.State(flow: .init(at: .complete), known: .fixtures.wren)
  }
}

extension Onboarding.Action {
  public static let fixtures = Fixtures()

  @MainActor
  public struct Fixtures {
    nonisolated init() {}

    public var nothing: Onboarding.Action {
      Onboarding.Action(signIn: { _, _ in .nothing }, setLive: { _ in }, updated: { _ in }, leave: {})
    }
  }
}
