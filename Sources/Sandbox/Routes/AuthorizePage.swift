/// The HTML pages for people with a browser, most of them for signing in.
enum AuthorizePage {
  /// A form with the accounts to choose from and the requested scopes.
  static func form(
    _ asked: AuthorizationRequest, _ accounts: [AccountRow], fields: [(String, String)], errorMessage: String?,
    instance: InstanceInfo
  ) -> String {
    let hidden = fields.map {
      #"<input type="hidden" name="\#(escape($0))" value="\#(escape($1))">"#
    }.joined(separator: "\n")
    let choices = accounts.enumerated().map { index, account in
      """
      <p><label><input type="radio" name="account" value="\(escape(account.username))"\(index == 0 ? " checked" : "")>
      \(escape(account.displayName)) <small>@\(escape(account.username))</small></label></p>
      """
    }.joined(separator: "\n")
    let scopes = asked.scopes.names.map { "<li>\(escape($0))</li>" }.joined()
    return page(
      "Authorize \(asked.application.name)", instance,
      """
      <p><strong>\(escape(asked.application.name))</strong> would like to use your account:</p>
      <ul>\(scopes)</ul>
      \(errorMessage.map { "<p role=\"alert\"><strong>\(escape($0))</strong></p>" } ?? "")
      <form method="post" action="/oauth/authorize">
      \(hidden)
      <fieldset><legend>Sign in as</legend>
      \(choices)
      </fieldset>
      <p><label>Password <input type="password" name="password" autocomplete="off"></label>
      <small>Not needed for the account you.</small></p>
      <p><button type="submit" name="decision" value="authorize">Authorize</button>
      <button type="submit" name="decision" value="deny">Deny</button></p>
      </form>
      <p><small>The residents' password was printed when the sandbox was started. A registered account has its own.</small></p>
      """)
  }

  /// A page with a code to copy.
  static func code(_ code: String, instance: InstanceInfo) -> String {
    page(
      "Authorization code", instance,
      """
      <p>Copy this authorization code and paste it to the application.</p>
      <p><input class="oauth-code" type="text" readonly size="48" value="\(escape(code))"></p>
      <p><code>\(escape(code))</code></p>
      """)
  }

  static func error(_ words: String, instance: InstanceInfo) -> String {
    page("An error has occurred", instance, "<p>\(escape(words))</p>")
  }

  static func page(_ title: String, _ instance: InstanceInfo, _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escape(title)) - \(escape(instance.title))</title>
    <style>body { font: 1rem/1.5 sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem }</style>
    </head>
    <body>
    <h1>\(escape(title))</h1>
    \(body)
    </body>
    </html>

    """
  }

  private static func escape(_ text: String) -> String { ContentFormatter.escape(text) }
}
