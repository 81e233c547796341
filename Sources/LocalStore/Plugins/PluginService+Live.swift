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
  ///   - descriptionLimit: The time limit for a plugin to describe itself, in milliseconds.
  ///   - searchLimit: The time limit for reading its folders, in milliseconds.
  public static func live(
    locations: FileLocations, environment: [String: String], now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (StoreNotice) -> Void, descriptionLimit: Int = 3000, searchLimit: Int = 2000
  ) -> PluginService {
    let folder = FileLocations.join(locations.data, "plugins")
    let scan = PluginScan(PluginFolders(folder: folder, environment: environment), limit: searchLimit)
    let files = PluginFiles(locations: locations, now: now, report: report)
    let run: @Sendable (PluginProgram, PluginCall) async throws -> PluginResult = { program, call in
      // It ends by itself at its limit; one that does not even start, as on a server that is gone, is left a little later.
      try await onThread(limit: call.limit + 3000, otherwise: .timedOut(seconds: call.limit / 1000)) { isCancelled in
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
          throw error is PluginFailure ? AppError.cancelled : AppError(error)
        }
      },
      run: run,
      permissions: { do { return try files.permissions() } catch { throw AppError(error) } },
      allow: { do { try files.allow($0, $1) } catch { throw AppError(error) } }, folder: folder)
  }

  /// Runs work that blocks its thread on a thread of its own, and tells it when the caller's task is cancelled.
  ///
  /// The caller does not wait for a thread that the system keeps, such as one that starts a program on a server that is gone.
  ///
  /// - Parameters:
  ///   - limit: The time to wait, in milliseconds; `nil` for as long as it takes.
  ///   - grace: The time to wait once the task was cancelled, in milliseconds.
  static func onThread<Value: Sendable>(
    limit: Int? = nil, otherwise failure: PluginFailure = .stopped, grace: Int = 2000,
    _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
  ) async throws -> Value {
    let answer = Answer<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.wait(continuation)
        DispatchQueue(label: "plugin").async {
          answer.resume(with: Result { try work { answer.isCancelled.load(ordering: .relaxed) } })
        }
        if let limit { answer.give(up: failure, after: limit) }
      }
    } onCancel: {
      answer.isCancelled.store(true, ordering: .relaxed)
      answer.give(up: .stopped, after: grace)
    }
  }

  /// The caller that waits for a thread, which is resumed once.
  private final class Answer<Value: Sendable>: Sendable {
    let isCancelled = Atomic(false)
    private let state = Mutex(State())

    private struct State {
      var caller: CheckedContinuation<Value, any Error>?
      var result: Result<Value, any Error>?
    }

    func wait(_ caller: CheckedContinuation<Value, any Error>) {
      let result = state.withLock { state in
        if state.result == nil { state.caller = caller }
        return state.result
      }
      if let result { caller.resume(with: result) }
    }

    func resume(with result: Result<Value, any Error>) {
      let caller = state.withLock { state in
        defer { state.caller = nil }
        state.result = state.result ?? result
        return state.caller
      }
      caller?.resume(with: result)
    }

    func give(up failure: PluginFailure, after milliseconds: Int) {
      DispatchQueue(label: "plugin limit").asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        self.isCancelled.store(true, ordering: .relaxed)
        self.resume(with: .failure(failure))
      }
    }
  }
}
