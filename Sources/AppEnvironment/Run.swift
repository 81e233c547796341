/// The ways in which Howdah is run.
public enum Run: Hashable, Sendable {
  /// A user types at a prompt.
  case prompt
  /// One command of a prompt acts as another account, in a session that ends with it.
  case acting
  /// The commands of a script.
  case script
  /// One command of a shell.
  case command

  /// The run of one command within this one, as another account.
  package var acting: Run { self == .prompt ? .acting : self }

  /// The run of one command within this one that changes nothing.
  package var dry: Run { self == .command ? self : .script }
}

/// What a session may do in a run.
package struct RunPolicy: Hashable, Sendable {
  /// Whether it does not begin without an account; elsewhere a command may still sign in.
  package let needsAccount: Bool
  /// Whether a user reads along, who can be asked something, and is told of what goes on beside the command.
  package let isAttended: Bool
  /// Whether there is a reading position in Home; without one nothing is read from the disk for it, and nothing saved.
  package let keepsPosition: Bool
  /// Whether posts that were shown are archived.
  package let archives: Bool
  /// Whether a form may stay open, to be filled in by later commands.
  package let keepsForms: Bool
  /// Whether commands follow that fill in a form.
  package let fillsForms: Bool
  /// Whether names are completed; only then they are loaded and remembered.
  package let completes: Bool
  /// Whether search words are remembered.
  package let remembersSearches: Bool
  /// Whether what waits in the outbox is sent whenever the server answers.
  package let sendsOutbox: Bool
  /// Whether posts are held for a while, so that they can be taken back.
  package let holdsPosts: Bool
  /// Whether a watch goes on beside the commands; elsewhere it is the command, and the user has named its program just as in a pipe.
  package let watchesBeside: Bool
  /// Whether a watch may outlive its command.
  package let outlivesCommand: Bool
  /// Whether a watch leaves out the user's own posts, which a user at a prompt knows, and a program may not.
  package let leavesOutOwnPosts: Bool

  package init(_ run: Run) {
    let isConversation = run == .prompt || run == .acting
    needsAccount = isConversation
    isAttended = isConversation
    keepsPosition = isConversation
    archives = isConversation
    keepsForms = isConversation
    fillsForms = run != .command
    completes = isConversation
    remembersSearches = isConversation
    sendsOutbox = isConversation
    holdsPosts = run == .prompt
    watchesBeside = isConversation
    outlivesCommand = run != .acting
    leavesOutOwnPosts = isConversation
  }
}
