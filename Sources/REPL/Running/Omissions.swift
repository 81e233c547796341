import FeatureKit
import TerminalKit

/// Collects what servers left out of what one command asked for.
public struct Omissions: Sendable {
  /// The loss in one request: a sentence, and the names of the parts for scripts.
  public typealias Found = (sentence: String, names: [String])

  let collecting: @MainActor @Sendable (_ work: @MainActor () async -> Void) async -> Void
  let take: @MainActor @Sendable () -> [Found]

  /// Creates a collection from its closures.
  ///
  /// - Parameters:
  ///   - collecting: Runs something, and collects what its requests lose.
  ///   - take: Returns what was collected since the last call.
  public init(
    collecting: @escaping @MainActor @Sendable (_ work: @MainActor () async -> Void) async -> Void,
    take: @escaping @MainActor @Sendable () -> [Found]
  ) {
    self.collecting = collecting
    self.take = take
  }

  /// Collects nothing.
  public static let none = Omissions(collecting: { await $0() }, take: { [] })
}

extension Invocation {
  /// Runs a command, and says at its end what the server left out and no message has said.
  func collectingOmissions(_ run: @escaping @MainActor () async -> Verdict) async -> Verdict {
    let omissions = host.records.omissions()
    current?.omissions = omissions
    var verdict = Verdict()
    await omissions.collecting { verdict = await run() }
    let left = omissions.take()
    guard !left.isEmpty else { return verdict }
    note(Note(StyledText(left.map(\.sentence).joined(separator: " "), .warning)))
    if verdict.failure == nil { verdict.failure = Self.omission(of: left.flatMap(\.names)) }
    return verdict
  }

  /// A message with what the server left out.
  func completed(_ toast: Toast) -> Toast {
    let found = current?.omissions?.take() ?? []
    guard !found.isEmpty else { return toast }
    var toast = toast
    toast.kind = .warning
    toast.text += StyledText(" " + found.map(\.sentence).joined(separator: " "))
    for name in found.flatMap(\.names) where !toast.dropped.contains(name) { toast.dropped.append(name) }
    return toast
  }

  /// The verdict on a command whose message says what was left out.
  func verdict(on toast: Toast) -> Verdict {
    toast.dropped.isEmpty ? Verdict() : Verdict(failure: Self.omission(of: toast.dropped))
  }

  /// The same for a message above a screen.
  func verdict(on toast: Toast, then shown: Verdict) -> Verdict { shown.failure == nil ? verdict(on: toast) : shown }

  /// A command that was done without a part of what was asked for, as the message says already.
  private static func omission(of names: [String]) -> AppError {
    .partial(.validation("The server left out a part.", suggestion: ""), left: names)
  }
}
