/// The pages that a browser shows when it has come back; they load nothing, and nothing of what it brought is in them.
enum RedirectPage {
  /// All went well.
  case signedIn(String)
  /// The person said no.
  case denied(String)
  /// The server said no.
  case failed(String)
  /// Nobody waits for this.
  case refused

  private var title: String {
    switch self {
    case .signedIn: "Signed in"
    case .denied: "Not allowed"
    case .failed, .refused: "Not signed in"
    }
  }

  private var words: String {
    switch self {
    case .signedIn(let program): "You are signed in to \(program). You can close this."
    case .denied(let program): "You did not allow \(program), so nothing was done. You can close this."
    case .failed(let program): "The server did not sign you in; \(program) says why. You can close this."
    case .refused: "Nobody waits for this here."
    }
  }

  /// The page.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <style>
    :root { color-scheme: light dark }
    body { font: 1.1rem/1.6 sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 1rem }
    </style>
    </head>
    <body>
    <h1>\(title)</h1>
    <p>\(words)</p>
    </body>
    </html>

    """
  }
}
