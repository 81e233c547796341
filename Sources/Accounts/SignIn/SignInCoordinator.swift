public import FeatureKit
public import LocalStore
public import Subprocesses

/// Signs accounts in and out, switches between them, and offers the commands for it.
@MainActor
public final class SignInCoordinator {
  let accounts: AccountManager
  let locations: FileLocations
  let connector: ServerConnector
  let browser: BrowserOpener
  let context: SignInContext

  public init(
    accounts: AccountManager, locations: FileLocations, connector: ServerConnector, browser: BrowserOpener,
    context: SignInContext
  ) {
    self.accounts = accounts
    self.locations = locations
    self.connector = connector
    self.browser = browser
    self.context = context
  }

  /// The commands that need no token: a locked vault must not keep the user from them.
  public nonisolated static let commandsWithoutToken: Set<String> = ["accounts", "whoami", "logout", "vault"]

  /// The commands `login`, `register`, `logout`, `accounts` and `switch`.
  public var accountVerbs: [Verb] {
    [
      Verb(
        "login", .flag("with-token"), .flag("no-browser"), .optionalWord("HOST"), help: "Sign in to a server",
        discussion: """
          HOST is a server such as mastodon.example, or an account on it: @wren@mastodon.example. Without HOST, you sign \
          in to the current account again and the command that failed is repeated. In the sandbox, a form asks for the \
          server.

          Opens the server's page in your browser and prints its address. Over ssh, without a desktop or with \
          --no-browser, open the page on any machine and paste the code that it shows. $BROWSER selects another browser.

          With --with-token, reads an access token instead, from standard input if that is a pipe.
          """
      ) { [weak self] withToken, noBrowser, host in
        guard let self else { return .nothing }
        // Without a server the user is asked for one; a script has to name it.
        if !withToken, host == nil, try !context.session().identity.isOnServer, context.isInteractive() {
          return context.askForServer()
        }
        return withToken ? try await askForToken(host) : try await signIn(at: host, noBrowser: noBrowser)
      }.withoutAccount.having(.changesMachine("it needs the server's answers")),
      registerVerb,
      Verb(
        "logout", Parameter<Bool>.flag("keep"), help: "Sign out and revoke the token",
        discussion: """
          Drafts, and what waits in the outbox, are on this machine only. If there are any, you are asked before they are \
          deleted. --keep keeps them for the next time you sign in; what waits is then sent only by outbox send.
          """
      ) { [weak self] isKept in
        try await self?.signOut(keepingTexts: isKept) ?? .nothing
      }.having(.changesMachine("the server and this machine forget the account in one step")),
      Verb(
        "accounts", aliases: ["whoami"], .flag("unread"), help: "List the accounts you are signed in to",
        discussion: "--unread asks each account's server how many notifications are unread there."
      ) { [weak self] showsUnread in
        guard let self else { return .nothing }
        return .document(try accountsDocument(showsUnread ? try await unreadCounts() : [:]))
      }.withoutAccount.reading,
      Verb("switch", knownAccount, help: "Switch to another account, user@host or sandbox") { [weak self] name in
        try await self?.switchAccount(to: name) ?? .nothing
      }.withoutAccount.having(.changesMachine("it sends nothing to the server")),
    ]
  }
}
