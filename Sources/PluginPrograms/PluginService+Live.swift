import FeatureKit
public import FoundationEssentials
import Glibc
public import LocalStore
public import PluginKit
import Subprocesses

extension PluginService {
  /// The plugins of this machine.
  ///
  /// - Parameters:
  ///   - environment: The process's environment, of which a plugin gets a part.
  ///   - descriptionLimit: The time limit for a plugin to describe itself, in milliseconds.
  ///   - searchLimit: The time limit for reading its folders, in milliseconds.
  public static func live(
    locations: FileLocations, environment: [String: String], now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (StoreNotice) -> Void, descriptionLimit: Int = 3000, searchLimit: Int = 2000
  ) -> PluginService {
    let folder = "\(locations.data)/plugins"
    let folders = PluginFolders(folder: folder, environment: environment, names: PluginFolders.names(in:))
    let scan = PluginScan(folders, limit: searchLimit)
    let files = PluginFiles(locations: locations, now: now, report: report)
    let run: @Sendable (PluginProgram, PluginCall) async throws -> PluginResult = { program, call in
      // It ends by itself at its limit; one that does not even start, as on a server that is gone, is left a little later.
      let timeout = PluginFailure.timedOut(seconds: call.limit / 1000)
      return try await onThread(limit: (call.limit + 3000, timeout), stopped: PluginFailure.stopped) { isCancelled in
        guard access(program.path, F_OK) == 0 else { throw PluginFailure.gone }
        if let refusal = PluginFolders.refusal(of: program.path) { throw PluginFailure.refused(refusal) }
        let variables = PluginEnvironment.variables(from: environment, adding: call.variables)
        return try Programs.live(environment: variables).result(of: program.path, call, isCancelled: isCancelled)
      }
    }
    let text: @Sendable (PluginProgram) async -> String? = { program in
      // Without a cache the program is asked again.
      (try? await onThread(stopped: PluginFailure.stopped) { _ in files.text(of: program) }) ?? nil
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
        do {
          return try await onThread(stopped: PluginFailure.stopped) { _ in try PluginFiles.digest(of: program.path) }
        } catch {
          throw error is PluginFailure ? AppError.cancelled : AppError(error)
        }
      },
      run: run,
      permissions: { do { return try files.permissions() } catch { throw AppError(error) } },
      allow: { do { try files.allow($0, $1) } catch { throw AppError(error) } }, folder: folder)
  }
}
