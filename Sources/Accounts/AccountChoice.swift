/// Which account a run acts as, as chosen on the command line.
public struct AccountChoice: Hashable, Sendable {
  /// The account that was named, `user@host`; `nil` for the current one.
  public let account: String?
  /// Whether to use the sandbox although an account is signed in.
  public let usesSandbox: Bool
  /// Whether to use the sandbox if no account is signed in.
  public let fallsBackToSandbox: Bool
  /// Whether the account's token is read; a run that needs none works while its vault is locked.
  public var readsToken = true

  public init(account: String?, usesSandbox: Bool, fallsBackToSandbox: Bool) {
    self.account = account
    self.usesSandbox = usesSandbox
    self.fallsBackToSandbox = fallsBackToSandbox
  }
}
