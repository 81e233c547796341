import FeatureKit
import PluginKit
import TerminalKit

extension Plugins.Model {
  /// The error for a name that no plugin has, with the one that was probably meant.
  func missing(_ name: String) -> AppError {
    let names = entries.filter { $0.shadow == nil }.map(\.program.name)
    let near = EditDistance.nearest(to: name, among: names)
    return .notFound(
      "There is no plugin “\(Sanitizer.clean(String(name.prefix(40))))”.",
      suggestion: near.map { "Did you mean \($0)?" } ?? "Type plugins for a list.")
  }

  static func refused(_ name: String, _ reason: String) -> AppError {
    .validation(
      "\(name) is not run. \(Sanitizer.clean(reason))",
      suggestion:
        "It and its folder must belong to you or root and must not be writable by everyone: chmod o-w FILE.")
  }

  static func error(_ error: any Error, of name: String, at path: String) -> AppError {
    guard let failure = error as? PluginFailure else { return AppError(error) }
    let path = Sanitizer.clean(path)
    switch failure {
    case .cannotStart:
      return .validation(
        "\(name) cannot be started.",
        suggestion: "Check that it is a program, or a script that begins with #!: \(path).")
    case .gone:
      return .notFound("\(name) is gone: \(path) does not exist.", suggestion: "Type plugins for a list.")
    case .refused(let reason): return refused(name, reason)
    case .timedOut(let seconds):
      return .detailed(
        .unknown("\(name) was ended because it took longer than \(seconds) seconds."),
        suggestion: "Run it in a shell instead.", data: [])
    case .tooMuch(let limit):
      return .detailed(
        .unknown("\(name) was ended because it printed more than \(limit >> 20) MB."),
        suggestion: "None of it was shown.", data: [])
    case .stopped: return .cancelled
    }
  }

  /// The error of a plugin that has printed nothing else than what this version can't show.
  static func unreadable(_ name: String) -> AppError {
    .validation(
      "\(name) printed only documents that this version can't show.", suggestion: "Is Howdah up to date? about")
  }

  /// The error of a plugin that ended with an exit code other than 0; those that Howdah has too keep their meaning.
  static func failure(
    _ result: PluginResult, of name: String, at path: String, reported: AppError?
  ) -> AppError {
    let complaint = String(decoding: result.complaint, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { Sanitizer.clean(String($0)) }.last { !$0.allSatisfy(\.isWhitespace) }
    let message =
      reported?.message
      ?? (result.isOfSignal ? "\(name) was ended by signal \(result.code - 128)." : "\(name) failed (\(result.code)).")
    let suggestion =
      reported?.suggestion ?? complaint.map { "It said: \($0.prefix(300))" }
      ?? "Run it by itself to see why: \(Sanitizer.clean(path))."
    switch result.code {
    case 2: return .usage(message, suggestion: suggestion)
    case 3: return .detailed(.forbidden(message), suggestion: suggestion, data: [])
    case 4: return .notFound(message, suggestion: suggestion)
    case 7: return .validation(message, suggestion: suggestion)
    default: return .detailed(.unknown(message), suggestion: suggestion, data: [])
    }
  }
}
