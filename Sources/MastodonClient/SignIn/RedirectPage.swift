/// The pages that the browser shows after the redirect; they load nothing and contain nothing of the request.
enum RedirectPage {
  case signedIn(String)
  case denied(String)
  case failed(String)
  /// The request belongs to no sign-in.
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
    case .signedIn(let program): "You are signed in to \(program). You can close this page."
    case .denied(let program): "You did not allow \(program). You can close this page."
    case .failed(let program): "The server did not sign you in; \(program) shows the reason. You can close this page."
    case .refused: "No sign-in is waiting for this page."
    }
  }

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
