/// The ways in which Howdah is run.
public enum Run: Hashable, Sendable {
  /// A user types at a prompt.
  case prompt
  /// One command of a prompt acts as another account, in a session that ends with it.
  case acting
  case script
  /// One command of a shell.
  case command

  /// The run of one command within this one, as another account.
  package var acting: Run { self == .prompt ? .acting : self }

  /// The run of one command within this one that changes nothing.
  package var dry: Run { self == .command ? self : .script }
}

/// The permissions of a session in a run.
package struct RunPolicy: Hashable, Sendable {
  private let run: Run
  private var isConversation: Bool { run == .prompt || run == .acting }

  package init(_ run: Run) { self.run = run }

  /// Whether it does not begin without an account; elsewhere a command may still sign in.
  package var needsAccount: Bool { isConversation }
  /// Whether a user reads along, who can be asked something, and is told of what goes on beside the command.
  package var isAttended: Bool { isConversation }
  /// Whether there is a reading position in Home; without one nothing is read from the disk for it, and nothing saved.
  package var keepsPosition: Bool { isConversation }
  /// Whether a form may stay open, to be filled in by later commands.
  package var keepsForms: Bool { isConversation }
  /// Whether commands follow that fill in a form.
  package var fillsForms: Bool { run != .command }
  /// Whether names are completed; only then they are loaded and remembered.
  package var completes: Bool { isConversation }
  package var remembersSearches: Bool { isConversation }
  /// Whether what waits in the outbox is sent whenever the server answers.
  package var sendsOutbox: Bool { isConversation }
  /// Whether posts are held for a while, so that they can be taken back.
  package var holdsPosts: Bool { run == .prompt }
  /// Whether a watch goes on beside the commands; elsewhere it is the command, and the user has named its program just as in a pipe.
  package var watchesBeside: Bool { isConversation }
  /// Whether a watch may outlive its command.
  package var outlivesCommand: Bool { run != .acting }
  /// Whether a watch leaves out the user's own posts, which a user at a prompt knows, and a program may not.
  package var leavesOutOwnPosts: Bool { isConversation }
}
