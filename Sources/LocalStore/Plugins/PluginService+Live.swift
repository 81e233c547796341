import Dispatch
import FeatureKit
public import FoundationEssentials
public import PluginKit
import Synchronization

extension PluginService {
  /// The plugins of this machine.
  ///
  /// - Parameters:
  ///   - environment: The process's environment, of which a plugin gets a part.
  ///   - report: Told that a damaged file was renamed.
  ///   - descriptionLimit: How long a plugin may take to describe itself, in milliseconds.
  ///   - searchLimit: How long its folders may take to be read, in milliseconds.
  public static func live(
    locations: FileLocations, environment: [String: String], now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (StoreNotice) -> Void, descriptionLimit: Int = 1000, searchLimit: Int = 2000
  ) -> PluginService {
    let folder = FileLocations.join(locations.data, "plugins")
    let scan = PluginScan(PluginFolders(folder: folder, environment: environment), limit: searchLimit)
    let files = PluginFiles(locations: locations, now: now, report: report)
    let run: @Sendable (PluginProgram, PluginCall) async throws -> PluginResult = { program, call in
      try await onThread { isCancelled in
        guard StoredFile(path: program.path).exists else { throw PluginFailure.gone }
        if let refusal = PluginFolders.refusal(of: program.path) { throw PluginFailure.refused(refusal) }
        return try PluginRun(
          path: program.path, call: call,
          environment: PluginEnvironment.variables(from: environment, adding: call.variables), isCancelled: isCancelled
        ).result()
      }
    }
    let text: @Sendable (PluginProgram) async -> String? = { program in
      // Without a cache the program is asked again.
      (try? await onThread { _ in files.text(of: program) }) ?? nil
    }
    return PluginService(
      find: { await scan.search() },
      describe: { program in
        if let text = await text(program) { return PluginDescription(json: Array(text.utf8)) }
        guard program.refusal == nil else { return nil }
        let call = PluginCall(
          arguments: ["--howdah-describe"], variables: ["HOWDAH_PLUGIN": program.name], limit: descriptionLimit,
          outputLimit: 65_536)
        // A program that fails at this has no description; one that was interrupted is asked again.
        guard let result = try? await run(program, call) else { return nil }
        let text = result.code == 0 ? String(decoding: result.output, as: UTF8.self) : ""
        // Without a cache it is asked each time.
        try? files.keep(text, of: program)
        return PluginDescription(json: Array(text.utf8))
      },
      described: { program in await text(program).flatMap { PluginDescription(json: Array($0.utf8)) } },
      digest: { program in
        do { return try await onThread { _ in try PluginFolders.digest(of: program.path) } } catch {
          throw AppError(error)
        }
      },
      run: run,
      permissions: { do { return try files.permissions() } catch { throw AppError(error) } },
      allow: { do { try files.allow($0, $1) } catch { throw AppError(error) } }, folder: folder)
  }

  /// Runs work that blocks its thread on a thread of its own, and tells it when the caller's task is cancelled.
  private static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
  ) async throws -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Result { try work { cancellation.isRequested.load(ordering: .relaxed) } })
        }
      }
    } onCancel: {
      cancellation.isRequested.store(true, ordering: .relaxed)
    }
  }

  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }
}
