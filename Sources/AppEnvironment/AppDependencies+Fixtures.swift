import FeatureKit
import FoundationEssentials
import IntentHandling
import LocalStore
import MastodonClient
import MastodonKit
import PluginKit
public import PushNotifications
import QuickLook
import Sandbox
import SandboxHost
import Subprocesses
import Synchronization

extension AppDependencies {
  /// Dependencies without a network, with a stopped clock and a quiet sandbox in memory.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// Files in memory, and no other programs except what pipes in `input`.
    public func still(input: PipedInput = .none) -> AppDependencies {
      var dependencies = still(FileLocations.inMemory(), network: .offline)
      dependencies.input = input
      return dependencies
    }

    /// Files below a folder, which is created when something is written.
    public func still(in folder: String) -> AppDependencies {
      still(
        FileLocations(
          config: "\(folder)/config", data: "\(folder)/data", state: "\(folder)/state", cache: "\(folder)/cache"),
        network: NetworkEnvironment())
    }

    private func still(_ locations: FileLocations, network: NetworkEnvironment) -> AppDependencies {
      // Two posts with one id would be one: it is their key.
      let count = Atomic(0)
      return AppDependencies(
        locations: locations,
        now: { Date.fixtureNow }, uptime: { .zero }, sleep: { try await Task.sleep(for: $0) },
        sandboxClock: .fixed(Date.fixtureNow), zone: { .utc },
        makeID: {
          let number = count.add(1, ordering: .relaxed).oldValue
          return number == 0 ? "01JD7M3ZV5D2H6QK8XW0FIXTURE" : "01JD7M3ZV5D2H6QK8XW0FIXTUR\(number)"
        },
        network: NetworkStack(limits: NetworkLimits(), surroundings: network),
        connect: Transport.network, retries: .never,
        sandbox: SandboxOptions(seed: 1, isQuiet: true), browser: .none, programs: .none,
        plugins: { _ in .none }, media: .none,
        memoryPressure: { nil }, intents: .none, input: .none)
    }
  }
}
