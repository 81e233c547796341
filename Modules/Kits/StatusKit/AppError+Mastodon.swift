public import FeatureKit
public import MastodonKit
import TerminalKit

/// The one place that turns a server's errors into messages for the user.
extension MastodonError: AppErrorConvertible {
  public var appError: AppError {
    switch self {
    case .unreachable(let host, .connectionLost, _): .network(.connectionLost(host: host))
    case .unreachable(let host, let reason, _): Self.unreachable(host, reason)
    case .timedOut(let host, let seconds, _): .network(.timedOut(host: host, seconds: seconds))
    case .invalidResponse(let host, _): .network(.invalidResponse(host: host))
    case .unconfirmed(let host, let operation): .network(.unconfirmed(host: host, operation: operation))
    case .redirected(let host, let other, _): .network(.redirected(host: host, to: other))
    case .unauthorized(let host, _): .unauthorized(host: host)
    case .forbidden(let host, _, _) where lacksScope:
      .detailed(
        .forbidden("This sign-in does not have the permission that \(host) wants for this."),
        suggestion: "Sign in again, with all permissions: login \(host).", data: [])
    case .forbidden(let host, let words, _):
      Self.known(words, host) ?? .forbidden(Self.sentence("\(host) does not allow this", words))
    case .notFound(let host, let operation): Self.notFound(host, operation)
    case .rejected(let host, let words, let operation):
      Self.known(words, host)
        ?? .validation(
          Self.sentence("\(host) rejected the request", words, without: " without a reason"),
          suggestion: Self.isAct(operation)
            ? "Nothing was changed."
            : operation.hasPrefix("load ")
              ? "Try again later, or ask the server's administrators." : "Change it, then try again.")
    case .tooLarge(let host, _):
      .validation(
        "\(host) rejected this because it is too large.",
        suggestion: "Make the file smaller or the text shorter, then try again.")
    case .challenged(let host, _):
      .detailed(
        .forbidden("\(host) answered with a page that only a browser can pass."),
        suggestion:
          "It keeps out bots. Try again later or from another network, or ask its administrator to let apps in.",
        data: [])
    case .processing(let host, let seconds?, let operation):
      .detailed(
        .network(.notReady("\(host) is not ready after \(seconds) seconds, so it could not \(operation).")),
        suggestion: "It may still be working on it. Try again in a few minutes.", data: [])
    case .processing(let host, nil, _):
      .network(.notReady("\(host) is still putting this list together."))
    case .rateLimited(let host, let seconds, _): .network(.rateLimited(host: host, seconds: seconds))
    case .serverFailed(let host, let code, let seconds, let words, _):
      .network(.serverError(host: host, code: code, seconds: seconds, reason: Self.oneLine(words)))
    case .unsupported(let host, let operation):
      .validation("\(host) cannot \(operation).", suggestion: "Its software does not support this.")
    case .lacks(let host, let feature):
      .validation("\(host) has no \(feature.words).", suggestion: feature.wayOut)
    case .unusableFile(let name, "does not exist"):
      // As for every other file that a command names.
      .notFound("\(Sanitizer.clean(name)) does not exist.", suggestion: "Check the name, then try again.")
    case .unusableFile(let name, let words):
      .validation("\(Sanitizer.clean(name)) \(words).", suggestion: "Choose another file, then try again.")
    case .unusableFolder(let name, let words):
      .validation(
        "\(Sanitizer.clean(name)) \(words).",
        suggestion: words == "does not exist" ? "Create the folder, or name another one." : "Name another folder.")
    case .unusableID(let id, let operation):
      .validation(
        "Could not \(operation): “\(Sanitizer.clean(id))” cannot be an id.",
        suggestion: "Nothing was sent. If the server sent this id, report it to its administrators.")
    case .queued(let error):
      .detailed(
        error.appError, suggestion: "It waits in the outbox and is sent later. To send it now: outbox send",
        data: [AppError.queued])
    case .withdrawn(let operation):
      .detailed(
        .validation("Took “\(operation)” out of the outbox.", suggestion: ""),
        suggestion: "Nothing is sent, since the server did not have it yet.", data: [AppError.withdrawn])
    case .unavailable(let words, let suggestion):
      suggestion.map { .detailed(.unknown(words), suggestion: $0, data: []) } ?? .unknown(words)
    case .notArchived(isChange: true):
      .usage("Nothing can be changed without the server.", suggestion: "Leave out --cached.")
    case .notArchived(isChange: false):
      .notFound("This is not in the archive.", suggestion: "To ask the server, leave out --cached.")
    case .signedOut: .unauthorized(host: nil)
    case .cancelled: .cancelled
    }
  }

  /// The error for something that is not there, with the command that lists what is.
  private static func notFound(_ host: String, _ operation: String) -> AppError {
    let lookup = "find the account "
    if operation.hasPrefix(lookup) {
      return .notFound(
        "No account @\(Sanitizer.clean(String(operation.dropFirst(lookup.count)))) on \(host).",
        suggestion: "Check the spelling and add the server: @user@host.")
    }
    let message = "\(host) could not \(operation): not found."
    let listing = listings.first { operation.contains($0.noun) }?.command
    return listing.map { .notFound(message, suggestion: "Type \($0) for a list.") } ?? .notFound(message)
  }

  /// What only its own list shows; a post may also be hidden.
  private static let listings: [(noun: String, command: String)] = [
    ("schedule", "scheduled"), ("the announcement", "announcements"), ("the follow request", "follow-requests"),
    ("the collection", "collections"), ("the conversation", "conversations"), ("the filter", "filters"),
    ("the list", "lists"),
  ]

  private static func unreachable(_ host: String, _ reason: Reachability) -> AppError {
    let error = AppError.network(.noConnection(host: host, reason: reason.words))
    return reason.advice(host).map { .detailed(error, suggestion: $0, data: []) } ?? error
  }

  /// Whether an operation is done to something and sends nothing that could be changed, as “pin the post”.
  private static func isAct(_ operation: String) -> Bool {
    let verb = operation.prefix { $0.isLetter }
    return acts.contains(verb.hasPrefix("un") ? String(verb.dropFirst(2)) : String(verb))
  }

  private static let acts: Set<String> = [
    "accept", "block", "bookmark", "boost", "dismiss", "endorse", "favourite", "feature", "follow", "leave", "mute",
    "pin", "reject", "remove", "stop", "vote",
  ]

  /// The error for a reason that servers give in known words; `nil` for any other.
  private static func known(_ words: String, _ host: String) -> AppError? {
    let words = words.lowercased()
    func has(_ parts: String...) -> Bool { parts.allSatisfy(words.contains) }
    if has("poll", "ended") {
      return .validation("The poll has ended.", suggestion: "Open the post again for the result.")
    }
    if has("by its clock", "past") {
      return .validation(
        "By the clock of \(host), that time is past: it would publish the post at once.",
        suggestion: "Check this machine's clock.")
    }
    if has("already voted") {
      return .validation("You already voted in that poll.", suggestion: "Votes cannot be changed.")
    }
    if has("not finished processing") {
      return .validation(
        "\(host) is still processing the attachment.", suggestion: "Wait a moment, then send it again.")
    }
    if has("confirm", "mail") {
      return .detailed(
        .forbidden("Your email address on \(host) is not confirmed yet."),
        suggestion: "Open the link in the server's email, then retry. For another email: register --resend.", data: [])
    }
    if has("pending", "approv") || has("pending", "review") {
      return .detailed(
        .forbidden("Your account on \(host) is not approved yet."),
        suggestion: "Wait until a moderator has approved it.", data: [])
    }
    return nil
  }

  /// Adds the server's own words in one line with one full stop, or an ending if there are none.
  private static func sentence(_ start: String, _ words: String, without ending: String = "") -> String {
    words.isEmpty ? "\(start)\(ending)." : AppError.sentence(start, reason: oneLine(words))
  }

  private static func oneLine(_ words: String) -> String {
    Sanitizer.clean(words).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ServerFeature {
  /// The suggestion if the feature is missing.
  fileprivate var wayOut: String {
    switch self {
    case .quotes: "Post its link instead: link N prints it."
    case .postedPolls: "Post without the poll."
    case .contentWarnings: #"Leave out the warning with --cw "", or begin the text with it."#
    case .privatePosts: "It makes them public. If everyone may read this: --visibility public."
    case .replies: "A reply becomes a post of its own there: send it with post."
    case .media: "Post without attachments."
    case .localTimeline, .federatedTimeline, .hashtags, .linkTimelines: "It may be switched off there."
    case .scheduledPosts: "Post without --at when the time has come."
    default: "Its software does not support this."
    }
  }
}

extension MastodonError.Reachability {
  /// The reason as a clause after a colon.
  fileprivate var words: String {
    switch self {
    case .unknownHost: "there is no server of that name"
    case .refused: "it does not answer"
    case .connectionLost: "the connection broke"
    case .insecure: "the connection is not secure"
    case .untrusted: "no authority that this machine trusts has signed its certificate"
    case .wrongName: "its certificate is for another name"
    case .expired: "its certificate has expired"
    case .notYetValid: "its certificate is not valid yet"
    case .noTLS: "it does not answer with TLS"
    case .oldTLS: "it offers no version of TLS that is secure"
    case .unreadableRoots: "the trusted certificates cannot be read"
    case .offline: "this machine has no network"
    case .plainText: "it leads to plain http, and only https is used"
    case .proxy(let trouble): trouble.words
    case .notAsked: "it was not asked"
    }
  }

  /// The suggestion where retrying does not help; `nil` for the usual advice.
  fileprivate func advice(_ host: String) -> String? {
    switch self {
    case .unknownHost where !host.contains("."): "Type the whole name of the server, such as \(host).example."
    case .unknownHost, .refused, .connectionLost, .offline, .plainText, .insecure, .notAsked: nil
    case .untrusted:
      "Check the name. If the server is yours, name the file of its authority's certificate in SSL_CERT_FILE."
    case .wrongName: "Check the name. If it is right, do not sign in: somebody may be between you and the server."
    case .expired:
      "Check this machine's clock. If it is right, the server's administrator has to renew the certificate."
    case .notYetValid: "Check this machine's clock."
    case .noTLS: "Check the name and the port."
    case .oldTLS: "The server's administrator has to update it."
    case .proxy(let trouble): trouble.suggestion(host)
    case .unreadableRoots: "Install the package ca-certificates, or correct the variable SSL_CERT_FILE."
    }
  }
}

extension ProxyTrouble {
  /// The problem as a clause after a colon.
  fileprivate var words: String {
    let name = Sanitizer.clean(name)
    return switch problem {
    case .unreadable: "\(name) is not the address of a proxy"
    case .unsupported(let scheme):
      "\(name) names a proxy of the kind \(Sanitizer.clean(scheme)), which is not supported"
    case .passwordForSOCKS: "a SOCKS proxy with a name and a password is not supported: \(name)"
    case .unreachable: "the proxy does not answer: \(name)"
    case .refused: "the proxy did not connect to it: \(name)"
    case .needsPassword: "the proxy does not accept the sign-in: \(name)"
    }
  }

  fileprivate func suggestion(_ host: String) -> String {
    switch problem {
    case .unreadable: "Write it like http://proxy.example:3128 or socks5h://proxy.example:1080."
    case .unsupported: "Use an http, socks5 or socks5h proxy, or add \(host) to NO_PROXY."
    case .passwordForSOCKS: "Use an http proxy, or a SOCKS proxy without a password."
    case .unreachable: "Check the connection and \(variable), then retry."
    case .refused: "Check that the proxy allows \(host), or add it to NO_PROXY."
    case .needsPassword: "Write the name and the password into \(variable): http://NAME:PASSWORD@HOST:PORT."
    }
  }
}

extension AppError {
  /// The error of what was read and could not be kept.
  public static func unkept(_ error: any Error) -> AppError {
    let error = AppError(error)
    return .detailed(error, suggestion: "It was read, but not kept for later. \(error.suggestion)", data: [])
  }
}
