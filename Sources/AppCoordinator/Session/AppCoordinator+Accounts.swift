import Accounts

extension AppDependencies {
  /// Connects to the servers that accounts sign in to.
  var connector: ServerConnector {
    ServerConnector(
      network: network, connect: connect, retries: retries, userAgent: AppVersion.userAgent, now: now)
  }
}

extension AppCoordinator.Choice {
  /// The part of the choice that says which account to act as.
  var accountChoice: AccountChoice {
    AccountChoice(account: account, usesSandbox: usesSandbox, fallsBackToSandbox: fallsBackToSandbox)
  }
}
