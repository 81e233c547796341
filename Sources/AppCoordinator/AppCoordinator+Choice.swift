extension AppCoordinator {
  /// What the command line decides for one run.
  public struct Choice: Hashable, Sendable {
    /// The account to act as, `user@host`; `nil` for the current one.
    public var account: String?
    /// Whether to use the embedded instance although there is an account.
    public var usesSandbox: Bool
    /// Whether the embedded instance is used while no account is signed in, because a person sees that it is.
    public var fallsBackToSandbox: Bool
    /// Whether this run has somebody who reads along, so that streams are worth opening.
    public var isLive: Bool
    /// Whether somebody types at a prompt, and can go on with what is opened.
    public var isConversation: Bool
    /// Whether what is printed goes to a terminal.
    var isOnTerminal: Bool
    /// Whether what is printed is JSON, for another program.
    public var isData = false
    /// Whether what is printed appears as text on a terminal.
    ///
    /// Only then it changes what numbers mean and what counts as read.
    public var isShown: Bool { isOnTerminal && !isData }
    /// The terminal that this run belongs to, by a name that no other one has; `nil` for none.
    public var terminal: String?
    /// The width for this run, in columns; `nil` for the person's preference.
    public var width: Int?
    /// How many posts a page has; `nil` for the server's usual number.
    public var pageSize: Int?

    /// Makes a choice; by default a script of the current account.
    public init(
      account: String? = nil, usesSandbox: Bool = false, fallsBackToSandbox: Bool = false, isLive: Bool = false,
      isConversation: Bool = false, terminal: String? = nil, width: Int? = nil, pageSize: Int? = nil
    ) {
      self.account = account
      self.usesSandbox = usesSandbox
      self.fallsBackToSandbox = fallsBackToSandbox || isConversation
      self.isLive = isLive
      self.isConversation = isConversation
      self.terminal = terminal
      isOnTerminal = isConversation
      self.width = width
      self.pageSize = pageSize
    }
  }
}
