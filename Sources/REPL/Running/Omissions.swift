import FeatureKit
import TerminalKit

/// Collects what servers left out of what one command asked for, and whether the archive answered in their place.
public struct Omissions: Sendable {
  /// The loss in one request: a sentence, and the names of the parts for scripts.
  public typealias Found = (sentence: String, names: [String])

  let collecting: @MainActor @Sendable (_ work: @MainActor () async -> Void) async -> Void
  let take: @MainActor @Sendable () -> [Found]
  /// Returns the age of the oldest answer that came from the archive, with the sentence that says why, which is empty if
  /// the user wanted that; `nil` if none did.
  public var archived: @MainActor @Sendable () -> (age: Duration, reason: String)? = { nil }

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
    if let (age, reason) = omissions.archived(), verdict.failure == nil, !mode.isData, current?.isLater != true {
      let source = "From the archive, \(Self.words(ofAge: age))."
      note(Note(StyledText(reason.isEmpty ? source : "\(reason) \(source)", .secondary)))
    }
    let left = omissions.take()
    guard !left.isEmpty else { return verdict }
    note(Note(StyledText(left.map(\.sentence).joined(separator: " "), .warning)))
    if verdict.failure == nil { verdict.failure = Self.omission(of: left.flatMap(\.names)) }
    return verdict
  }

  /// `3 h old`.
  private static func words(ofAge age: Duration) -> String {
    switch age.components.seconds {
    case ..<60: "less than a minute old"
    case ..<3600: "\(age.components.seconds / 60) min old"
    case ..<86_400: "\(age.components.seconds / 3600) h old"
    default: "\(age.components.seconds / 86_400) d old"
    }
  }

  /// The members of a document's JSON about answers from the archive; none if the server has answered.
  var archivedData: [JSONValue.Member] {
    guard let age = current?.omissions?.archived()?.age else { return [] }
    return [.init("cached", true), .init("cached_seconds", .int(Int(max(age.components.seconds, 0))))]
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
