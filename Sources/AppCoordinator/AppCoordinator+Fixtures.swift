public import FeatureKit
import FoundationEssentials
import IntentHandling
import LocalStore
import MastodonClient
import MastodonKit
public import Previews
public import PushNotifications
import QuickLook
import Sandbox
import SandboxHost

extension AppDependencies {
  /// A world without a network, whose clock stands still and whose embedded instance is in memory and quiet.
  public static let fixtures = Fixtures()

  /// The worlds that tests and previews start from.
  public struct Fixtures: Sendable {
    /// Touches nothing: its files are in memory, it has no network and no other programs but who hands it `input`.
    public func still(input: PipedInput = .none) -> AppDependencies {
      var world = still(FileLocations.inMemory(), network: .offline)
      world.input = input
      return world
    }

    /// Keeps its files below a folder, which it does not make before something is written.
    public func still(in folder: String) -> AppDependencies {
      still(
        FileLocations(
          config: "\(folder)/config", data: "\(folder)/data", state: "\(folder)/state", cache: "\(folder)/cache"),
        network: NetworkEnvironment())
    }

    private func still(_ locations: FileLocations, network: NetworkEnvironment) -> AppDependencies {
      AppDependencies(
        locations: locations,
        now: { Date.fixtureNow }, uptime: { .zero }, sandboxClock: .fixed(Date.fixtureNow), utcOffsetMinutes: 0,
        makeID: { "01JD7M3ZV5D2H6QK8XW0FIXTURE" },
        network: NetworkStack(limits: NetworkLimits(), surroundings: network),
        connect: Transport.network, retries: .never,
        sandbox: SandboxOptions(seed: 1, isQuiet: true), browser: .none, programs: .none, media: .none,
        memoryPressure: { nil }, intents: .none, input: .none)
    }
  }
}

extension AppCoordinator {
  /// The plugins of an app that is made from fixtures and never started, for their previews.
  ///
  /// - Throws: ``AppError``; not in practice, since nothing is read that could fail.
  public static func createPreviewPlugins() throws -> [Plugin] {
    try AppCoordinator(
      dependencies: .fixtures.still(), choice: Choice(usesSandbox: true)
    ).session.plugins
  }

  /// All previews: those of every plugin, and those of the whole app.
  ///
  /// - Throws: ``AppError``; not in practice, since only fixtures are read.
  public static func createPreviewGallery() async throws -> PreviewGallery {
    PreviewGallery(plugins: try createPreviewPlugins(), app: try await createPlacePreviews())
  }
}
