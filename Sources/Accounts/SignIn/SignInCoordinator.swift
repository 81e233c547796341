public import FeatureKit
public import LocalStore
import MastodonClient

/// Signs accounts in and out, switches between them, and offers the commands for it.
@MainActor
public final class SignInCoordinator {
  let accounts: AccountManager
  let locations: FileLocations
  let connector: ServerConnector
  let browser: BrowserOpener
  let context: SignInContext

  /// Creates a coordinator.
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

  /// The commands `login`, `logout`, `accounts` and `switch`.
  public var accountVerbs: [Verb] {
    [
      Verb(
        "login", .flag("with-token"), .flag("no-browser"), .optionalWord("HOST"), help: "Sign in to a server",
        discussion: """
          HOST is a server such as mastodon.example, or somebody there: @wren@mastodon.example. Without it, the present \
          account signs in again, and what failed because of it is done; in the sandbox, a sheet asks where to.

          Opens the server's page in a browser of this machine, and prints its address. Over ssh, without a desktop and \
          with --no-browser, the page can be opened on any machine; it shows a code to paste here. $BROWSER names \
          another browser.

          With --with-token, an access token is read instead, from standard input where that is a pipe.
          """
      ) { [weak self] withToken, noBrowser, host in
        guard let self else { return .nothing }
        // Without a server the user is asked for one; a script has to name it.
        if !withToken, host == nil, try !context.session().identity.isOnServer, context.isInteractive() {
          try await context.askForServer()
          return .screen
        }
        return withToken ? try await askForToken(host) : try await signIn(at: host, noBrowser: noBrowser)
      }.withoutAccount,
      Verb("logout", help: "Sign out; the server forgets the token") { [weak self] in
        try await self?.signOut() ?? .nothing
      },
      Verb("accounts", aliases: ["whoami"], help: "List the accounts that are signed in here") { [weak self] in
        guard let self else { return .nothing }
        return .document(try accountsDocument())
      }.withoutAccount,
      Verb("switch", .word("ACCOUNT"), help: "Act as another account, user@host or sandbox") { [weak self] name in
        try await self?.switchAccount(to: name) ?? .nothing
      }.withoutAccount,
    ]
  }
}
