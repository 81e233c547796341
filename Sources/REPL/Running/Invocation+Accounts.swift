import FeatureKit
import TerminalKit

/// Commands as other accounts than the current one.
extension Invocation {
  /// The account that the numbers of a command came to, in a list of several; `nil` for the current one.
  ///
  /// - Throws: ``AppError`` if they came to several.
  func account(of arguments: ArgumentList, for verb: Verb) throws -> String? {
    let objects = verb.parameters.filter { !$0.isFlag && !$0.isText }
    guard !objects.isEmpty else { return nil }
    let context = context
    var accounts: [String] = []
    for (index, word) in self.objects(of: arguments, for: verb).enumerated() {
      guard case .reference = objects[min(index, objects.count - 1)].form else { continue }
      for reference in context.references(of: word.text) ?? [] {
        let account = reference.account ?? host.account
        if !accounts.contains(account) { accounts.append(account) }
      }
    }
    guard accounts.count < 2 else {
      throw AppError.usage(
        "These came to \(accounts.map { "@\($0)" }.joined(separator: " and ")), and a command acts as one account.",
        suggestion: "Give the numbers of each account in a command of its own.")
    }
    return accounts.first.flatMap { $0 == host.account ? nil : "@\($0)" }
  }

  /// Runs a command as each of several accounts, one after the other: `post TEXT --as @a,@b`.
  ///
  /// - Throws: ``PartialFailure`` if it failed for one after others; before that nothing is sent.
  func act(asEach names: [String], running verb: Verb, _ arguments: ArgumentList) async throws -> Response {
    var actors: [(acting: Acting, verb: Verb)] = []
    for name in names {
      let acting = try await host.acting(as: name, opensScreens: false)
      guard let own = acting.verbs.first(where: { $0.name == verb.name }) else { throw acting.refusal(of: verb.name) }
      if !actors.contains(where: { $0.acting.account == acting.account }) { actors.append((acting, own)) }
    }
    guard !actors.isEmpty else {
      throw AppError.usage("--as needs an account.", suggestion: "Write --as @NAME, or --as @a,@b for several.")
    }
    if verb.name == "post" {
      guard try await isSame(for: actors, arguments) else {
        return .toast(Toast(.information, "Nothing was sent."))
      }
    }
    var waiting: AppError?
    var undos: [Toast.Undo?] = []
    for (index, actor) in actors.enumerated() {
      current?.acting = actor.acting
      do {
        let response = try await actor.verb.run(ArgumentReader(arguments, for: actor.verb, context: context))
        if let failure = try await carryOut(response).failure {
          // What its message says the server left out was done all the same.
          guard failure == Self.omission(of: failure.left ?? []) else { throw failure }
          current?.refusal = failure
        }
      } catch  where AppError(error).isQueued {
        waiting = AppError(error)
      } catch {
        current?.undo = Self.joined(undos)
        let left = actors[index...].map { "@\($0.acting.account)" }
        guard index == 0 else { throw PartialFailure(done: .nothing, error: error, left: left) }
        let failure = await failure(of: error)
        guard actors.count > 1 else { throw failure }
        throw AppError.detailed(
          failure,
          suggestion: "Nothing was done as \(left.dropFirst().joined(separator: ", ")). \(failure.suggestion)",
          data: failure.data)
      }
      undos.append(current?.undo)
      current?.undo = nil
    }
    current?.undo = Self.joined(undos)
    if let waiting { throw waiting }
    return .nothing
  }

  /// The way to undo what was done as each of several accounts; `nil` if one of them knows none.
  private static func joined(_ undos: [Toast.Undo?]) -> Toast.Undo? {
    var (all, lost): ([Hint.Command], [String]) = ([], [])
    for undo in undos {
      switch undo {
      case .command(let command)?: all.append(command)
      case .commands(let commands, let sentence)?:
        all += commands
        lost += sentence.map { [$0] } ?? []
      case .impossible?, nil: return undo
      }
    }
    return Toast.Undo(all, lost: lost.isEmpty ? nil : lost.joined(separator: " "))
  }

  /// Whether a post can be sent as all of the accounts; if they differ in who sees it, the user is asked.
  ///
  /// - Throws: ``AppError`` if it is too long for one of them.
  private func isSame(for actors: [(acting: Acting, verb: Verb)], _ arguments: ArgumentList) async throws -> Bool {
    var audiences: [String] = []
    for (acting, verb) in actors {
      var check = arguments
      check.words.insert(ArgumentList.Word("--check"), at: 0)
      let reader = try ArgumentReader(check, for: verb, context: context)
      do { _ = try await verb.run(reader) } catch {
        let failure = AppError(error)
        throw AppError.validation("As @\(acting.account): \(failure.message)", suggestion: failure.suggestion)
      }
      if reader.flag("visibility") == nil { audiences.append(await acting.visibility()) }
    }
    guard Set(audiences).count > 1 else { return true }
    let differences = zip(actors, audiences).map { "\($1) as @\($0.acting.account)" }.joined(separator: ", ")
    return try await isConfirmed(
      Confirmation(
        "The post would be \(differences). Post it?",
        unanswered: .usage(
          "The post would be \(differences).", suggestion: "Give --visibility WHO for all of them, or --yes.")
      ) { .nothing })
  }
}
