public import FeatureKit
import FoundationEssentials
import Glibc
import IntentHandling
import LocalStore
import MastodonClient
import PluginKit
import PluginPrograms
public import PushNotifications
import QuickLook
import Sandbox
import SandboxHost
import Subprocesses

extension AppDependencies {
  /// The dependencies of a real run; called by howdah's `main` alone.
  ///
  /// - Parameters:
  ///   - zone: Returns the time zone at the moment of the call.
  ///   - waitsForLimits: Whether to wait for a server that accepts no more requests for now.
  /// - Throws: ``AppError`` if there is no folder for the user's files.
  public static func live(
    environment: [String: String], zone: @escaping @Sendable () -> LocalZone, input: PipedInput,
    waitsForLimits: Bool = false
  ) throws -> AppDependencies {
    let start = ContinuousClock.now
    let locations: FileLocations
    do { locations = try FileLocations(environment: environment) } catch { throw AppError(error) }
    var surroundings = NetworkEnvironment()
    if let file = environment["SSL_CERT_FILE"], !file.isEmpty { surroundings.rootsFile = file }
    surroundings.proxies = ProxySettings(environment: environment)
    var dependencies = AppDependencies(
      locations: locations, now: { Date() }, uptime: { start.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0) }, sandboxClock: .system, zone: zone,
      makeID: { UniqueID.make(at: Date()) },
      network: NetworkStack(limits: NetworkLimits(), surroundings: surroundings), connect: Transport.network,
      retries: .live(RetryPolicy(waitsForLimits: waitsForLimits)),
      sandbox: SandboxOptions(state: "\(locations.data)/sandbox.sqlite"), browser: .live(environment: environment),
      programs: .live(environment: environment),
      plugins: { .live(locations: locations, environment: environment, now: { Date() }, report: $0) },
      media: .live(environment: environment),
      memoryPressure: memoryPressure, intents: .live(environment: environment), input: input,
      machine: MachineFacts(environment: environment))
    dependencies.shell = .live(environment: environment)
    dependencies.editor = .live(environment: environment)
    return dependencies
  }

  /// Reads Linux's memory statistics; `nil` elsewhere.
  @Sendable private static func memoryPressure() -> String? {
    let descriptor = open("/proc/pressure/memory", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
