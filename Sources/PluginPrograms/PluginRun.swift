import PluginKit
import Subprocesses

extension Programs {
  /// The number of bytes of a plugin's standard error that are kept.
  private static let complaintLimit = 4096

  /// Runs a plugin to its end, in a session of its own: without the terminal, and ended with everything that it has started.
  func result(
    of path: String, _ call: PluginCall, isCancelled: @escaping @Sendable () -> Bool
  ) throws(PluginFailure) -> PluginResult {
    var run = Call(call.arguments, input: call.input, limit: call.limit, outputLimit: call.outputLimit)
    run.hasOwnSession = true
    run.complaintLimit = Self.complaintLimit
    do throws(Failure) {
      let answer = try self.run(path, run, isCancelled)
      return PluginResult(
        code: answer.code, isOfSignal: answer.isOfSignal, output: answer.output, complaint: answer.complaint)
    } catch {
      switch error {
      case .cannotStart: throw .cannotStart
      case .timedOut: throw .timedOut(seconds: call.limit / 1000)
      case .interrupted: throw .stopped
      case .tooMuch: throw .tooMuch(limit: call.outputLimit)
      }
    }
  }
}
