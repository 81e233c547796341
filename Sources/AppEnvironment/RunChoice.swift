package import Accounts
package import MastodonKit

/// The options of one run, as the command line gives them.
public struct RunChoice: Hashable, Sendable {
  /// The way in which Howdah is run.
  public var run: Run
  /// The account to act as, `user@host`; `nil` for the current one.
  public var account: String?
  /// Whether to use the sandbox although an account is signed in.
  public var usesSandbox: Bool
  /// Whether the sandbox is used while no account is signed in, because a user at the prompt sees that it is.
  public var fallsBackToSandbox: Bool
  /// Whether a user reads along, so that streams are worth opening.
  public var isLive: Bool
  /// Whether the command follows live items, so that the residents of the sandbox act.
  public var isFollowing = false
  /// Whether the account's token is needed; without it, a locked vault does not matter.
  public var readsToken = true
  /// Whether what cannot be sent is kept: in the outbox where the server cannot be reached, else a text as a draft.
  public var keepsUnsent = true
  /// Whether nothing is sent, and everything is put into the outbox.
  package var isLater = false
  /// Whether that was sent before, without an answer.
  package var mayHaveArrived = false
  /// Whether every question about it is answered with yes.
  package var isAgreed = false
  /// Whether what is read comes from the archive alone, and nothing is sent.
  public var isCached = false
  /// Whether what is read comes from the server alone.
  public var isFresh = false
  package var isOnTerminal: Bool
  /// Whether responses are sentences; `nil` for the user's preference.
  public var isPlain: Bool?
  /// Whether the terminal can only append text, so that responses are sentences unless the user wants otherwise.
  public var isDumb = false
  public var isData = false
  /// Whether the present command is a dry run.
  package var isTried = false
  /// Whether the output is text on a terminal: only then it changes what numbers mean and what counts as read.
  public var isShown: Bool { isOnTerminal && !isData && !isTried && !isRedirected }
  /// Whether the output of the running command goes to a file or another program.
  public var isRedirected = false
  /// The unique name of the terminal; `nil` for none.
  public var terminal: String?
  /// The width for this run, in columns; `nil` for the user's preference.
  public var width: Int?
  /// The number of posts on a page; `nil` for 20.
  public var pageSize: Int?

  public init(
    _ run: Run = .script, account: String? = nil, usesSandbox: Bool = false, fallsBackToSandbox: Bool = false,
    isLive: Bool = false, terminal: String? = nil, width: Int? = nil, pageSize: Int? = nil
  ) {
    self.run = run
    self.account = account
    self.usesSandbox = usesSandbox
    self.fallsBackToSandbox = fallsBackToSandbox || run == .prompt
    self.isLive = isLive
    self.terminal = terminal
    isOnTerminal = run == .prompt
    self.width = width
    self.pageSize = pageSize
  }

  /// Where what is read comes from.
  package var archiveUse: ArchiveUse { isCached ? .cached : isFresh ? .fresh : .automatic }

  /// The part of the choice that says which account to act as.
  package var accountChoice: AccountChoice {
    var choice = AccountChoice(account: account, usesSandbox: usesSandbox, fallsBackToSandbox: fallsBackToSandbox)
    choice.readsToken = readsToken
    return choice
  }
}
