import FeatureKit
import TerminalKit

/// The changes made by this session's commands, and the ways to revert them.
struct UndoStack {
  /// A command that changed something.
  struct Entry {
    /// The command, as typed.
    let source: String
    /// The account that it ran as.
    let account: String
    /// The way to revert it; `nil` if that is not known.
    var undo: Toast.Undo?
    /// The command that deletes what it deleted, with its id.
    let deletes: Hint.Command?
    let numbers: NumberedReferences
  }

  private(set) var entries: [Entry] = []
  /// How many changes were recorded, also those that are forgotten by now.
  private(set) var count = 0

  private static let limit = 100

  /// Records a command that has finished, if it changed something.
  ///
  /// - Parameter isChange: Whether it changed something on the server, or on this machine.
  mutating func add(_ command: RunningCommand, isChange: Bool, numbers: NumberedReferences) {
    guard command.undoing == nil, command.undo != nil || isChange && command.hasReported else { return }
    count += 1
    entries.append(
      Entry(
        source: command.command.source, account: command.account, undo: command.undo,
        deletes: command.deletes, numbers: command.numbers ?? numbers))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  mutating func pop() -> Entry? { entries.popLast() }

  /// Lets what was done before a deletion mean what took the place of the deleted thing, which has another id.
  ///
  /// - Parameter undo: The way to revert the command that made it anew: the deletion, with the new id.
  mutating func replace(deletedBy old: Hint.Command?, with undo: Toast.Undo?) {
    guard let old = old?.words, case .command(let new) = undo, old.count == new.words.count,
      old.dropLast() == new.words.dropLast(), let id = new.words.last
    else { return }
    func renewed(_ command: Hint.Command) -> Hint.Command {
      let words = command.words
      guard words.count >= old.count, words[0] == old[0], words[old.count - 1] == old.last else { return command }
      var renewed = command
      renewed.words[old.count - 1] = id
      return renewed
    }
    for index in entries.indices {
      switch entries[index].undo {
      case .command(let command): entries[index].undo = .command(renewed(command))
      case .commands(let commands, let lost): entries[index].undo = .commands(commands.map(renewed), lost: lost)
      case .impossible, nil: break
      }
    }
  }

  /// Adds an entry again, which was not undone and still can be.
  mutating func restore(_ entry: Entry) { entries.append(entry) }
}

/// The command `undo`.
extension Invocation {
  /// Records how what a command did is taken back.
  func noteUndo(of toast: Toast) {
    guard toast.kind != .information else { return }
    current?.hasReported = true
    current?.deletes = toast.deletes
    if let undo = toast.undo { note(undo: undo) }
  }

  /// Records how what the command does is taken back.
  func note(undo: Toast.Undo) {
    current?.hasReported = true
    // Before the command that runs is changed, which this reads.
    let repeated: Toast.Undo =
      switch undo {
      case .command(let command): .command(repeatable(command))
      case .commands(let commands, let lost): .commands(commands.map(repeatable), lost: lost)
      case .impossible: undo
      }
    current?.undo = repeated
  }

  private func repeatable(_ command: Hint.Command) -> Hint.Command {
    // Ids of the other account's server are found again by what was typed.
    let isElsewhere = current?.acting != nil
    return replacing(wordsOf: command) { id, typed in isElsewhere || !ReferenceSyntax.isID(id) ? typed : id }
  }

  /// Records how something that waits in the outbox is taken out of it: by what undoes it, which is then not sent either.
  func noteUndo(ofQueued failure: AppError) {
    guard failure.isQueued, current?.undo == nil else { return }
    var words: [String]
    if case .string(let draft) = failure.data.first(where: { $0.name == "draft" })?.value {
      words = ["unpost", draft]
    } else if current?.opposite != nil, hasOwnOptions {
      // It may change what was there before, such as how long a mute lasts.
      return note(undo: .impossible("It was not sent yet. To take it out, type outbox, then outbox discard N."))
    } else if let opposite = current?.opposite {
      // Of what was to wait, the opposite takes it out before anything is sent.
      words = opposite + (current?.isLater == true ? ["--\(ProgramOption.later.rawValue)"] : [])
    } else {
      return
    }
    if let account = current?.acting?.account, account != host.account { words += ["--as", "@\(account)"] }
    note(undo: .command(Hint.Command(words.joined(separator: " "))))
  }

  /// Whether the command has options other than the program's.
  private var hasOwnOptions: Bool {
    let words = current?.command.arguments.words.filter(\.isOption) ?? []
    let shared = ProgramOption.allCases.map(\.rawValue)
    return words.contains { !shared.contains(String($0.text.dropFirst(2).prefix { $0 != "=" })) }
  }

  /// Takes back what the last command did.
  func undo() async throws -> Response {
    var popped = state.undoable.pop()
    while let entry = popped, isAboutDeletedPost(entry) { popped = state.undoable.pop() }
    guard let entry = popped else {
      throw AppError.usage("Nothing to undo.", suggestion: "Only commands of this session can be undone.")
    }
    switch entry.undo {
    case .impossible(let reason):
      throw AppError.validation(reason, suggestion: further)
    case nil:
      throw AppError.validation("“\(Self.shortened(entry.source))” can't be undone.", suggestion: further)
    case .command(let command):
      return try await response(to: command, undoing: entry)
    case .commands(let commands, let lost):
      var last = Response.nothing
      for command in commands {
        let verdict = try await carryOut(last)
        if let failure = verdict.failure { throw failure }
        guard current?.isDeclined != true else { return .nothing }
        last = try await response(to: command, undoing: entry)
      }
      guard let lost else { return last }
      if let failure = try await carryOut(last).failure { throw failure }
      return .information(lost)
    }
  }

  /// Whether nothing is left to take back, since the post was deleted meanwhile.
  private func isAboutDeletedPost(_ entry: UndoStack.Entry) -> Bool {
    guard case .command(let command) = entry.undo else { return false }
    return command.words.contains { word in
      host.notes.isGone(Reference(kind: .status, id: ReferenceSyntax.id(in: word) ?? word))
    }
  }

  private func response(to undoing: Hint.Command, undoing entry: UndoStack.Entry) async throws -> Response {
    // The account that did it may not be the current one any more.
    let isOther = entry.account != host.account && !undoing.words.contains("--as")
    guard let command = try parsed(undoing.line + (isOther ? " --as @\(entry.account)" : "")).first else {
      return .nothing
    }
    if current?.undoing == nil {
      current?.undoing = entry
      current?.numbersToRestore = numbers
      numbers = entry.numbers
    }
    current?.command = command
    return try await response(to: command)
  }

  private var further: String {
    state.undoable.entries.isEmpty
      ? "This session has no earlier changes." : "Type undo again for the change before it."
  }

  static func shortened(_ source: String) -> String {
    let line = Sanitizer.clean(source)
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}
