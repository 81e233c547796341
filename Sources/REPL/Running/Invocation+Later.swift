import FeatureKit
import TerminalKit

/// Commands whose changes are put into the outbox (`--later`), and changes that are taken out of it.
extension Invocation {
  /// Runs a command that asks the server nothing, so that what it changes waits.
  ///
  /// - Parameter account: Another account to act as; `nil` for the current one.
  func deferring(
    _ verb: Verb, _ arguments: ArgumentList, as account: String?, mayHaveArrived: Bool = false
  ) async throws -> Response {
    switch try verb.effect(ArgumentReader(arguments, for: verb, context: context)) {
    case .changesServer: break
    case .reads:
      throw AppError.usage(
        "“\(verb.name)” changes nothing on the server, so it can't wait.", suggestion: "Leave out --later.")
    case .changesMachine(let reason):
      throw AppError.usage("“\(verb.name)” can't wait: \(reason).", suggestion: "Leave out --later.")
    }
    let acting = try await host.deferring(
      as: account, mayHaveArrived: mayHaveArrived, isAgreed: mode.assumesYes)
    guard let own = acting.verbs.first(where: { $0.name == verb.name }) else { throw AppError.cannotWait }
    current?.acting = acting
    current?.isLater = true
    current?.canWait = true
    let response = try await own.run(ArgumentReader(arguments, for: own, context: context)).arriving(within: detour)
    // The user's own account needs no mention.
    if account == nil { current?.acting = nil }
    return response
  }

  /// The error of a command whose time was over; what it would change waits in the outbox, as after any other failure to reach
  /// the server.
  func queued(afterTimeout failure: AppError) async -> AppError {
    guard let sending = current?.sending, current?.timedOut != nil, failure.left == nil, !failure.isQueued,
      host.queuesUnsent
    else { return failure }
    let (mayHaveArrived, acting) = (hasSentChanges, current?.acting)
    defer {
      current?.isLater = false
      current?.acting = acting
    }
    // A task of its own, since that of the command is stopped.
    let kept = await Task { () -> AppError? in
      do {
        _ = try await deferring(
          sending.verb, sending.arguments, as: sending.account, mayHaveArrived: mayHaveArrived)
        return nil
      } catch {
        return AppError(error)
      }
    }.value
    if let kept, kept.isWithdrawn { return kept }
    guard let kept, kept.isQueued else { return failure }
    return kept.replacingCause(by: failure.cause)
  }

  /// The message about a failure that is none: the change waits as it was to, or what it would undo did not leave.
  func settled(_ failure: AppError) -> Toast? {
    guard let current else { return nil }
    if failure.isWithdrawn {
      return Toast(.success, StyledText("\(failure.message) \(failure.suggestion)"), data: [AppError.withdrawn])
    }
    guard current.isLater, failure.isQueued else { return nil }
    let draft = failure.data.first { $0.name == "draft" }
    let typed = current.command.source.replacing(" --\(ProgramOption.later.rawValue)", with: "")
    let text = "“\(Self.shortened(typed))” waits in the outbox."
    return Toast(
      .success, StyledText(text), hint: "outbox send", data: [AppError.queued] + (draft.map { [$0] } ?? []))
  }
}

extension AppError {
  fileprivate static let cannotWait = AppError.usage(
    "That can't wait in the outbox: it needs the server's answer.", suggestion: "Leave out --later.")

  /// The same error where the server was not asked, as `--later` says.
  var ofDeferred: AppError {
    guard canWait else { return self }
    guard case .detailed(_, let suggestion, let data) = self else { return .cannotWait }
    // The suggestion says why its text is not on disk.
    if data.contains(.init("draft", .null)) {
      let cause = AppError.unknown("That can't wait in the outbox: it can't be saved.")
      return .detailed(cause, suggestion: suggestion, data: data)
    }
    return .detailed(.cannotWait, suggestion: "\(Self.cannotWait.suggestion) \(suggestion)", data: data)
  }
}
