import ConcurrencyKit
import FeatureKit
public import MastodonClient
import MastodonKit
import TerminalKit

extension SignInCoordinator {
  /// Parses a server and the user, if one was typed: `@wren@shore.example`, `https://shore.example/@wren`,
  /// `shore.example:3000`; `nil` means the server of the current account.
  public func server(named text: String?) throws -> (ServerAddress, user: String?) {
    guard let text else {
      let session = try context.session()
      guard session.identity.isOnServer else {
        throw AppError.usage("Which server? Give its name.", suggestion: "For example: login mastodon.example.")
      }
      return (session.server, session.identity.username)
    }
    guard !ServerAddress.hasUserInfo(text) else {
      // Not repeated: the part before the host can be a password.
      throw AppError.usage(
        ServerAddress.userInfoRefusal, suggestion: "Give only the server, for example: login mastodon.example.")
    }
    do {
      return (try ServerAddress(parsing: text), Self.user(in: text))
    } catch .unreachable(let host, .plainText, _) {
      // The address is wrong, not the network.
      throw AppError.usage(
        "Howdah connects to \(Sanitizer.clean(host)) only with https.",
        suggestion: "Leave out the scheme: login \(Sanitizer.clean(host)).")
    } catch {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” isn't a server name.",
        suggestion: "For example: login mastodon.example.")
    }
  }

  /// The same server with TLS if it is on this machine, speaks TLS, and no scheme was typed.
  ///
  /// Only servers on this machine may be used without TLS, as when one is run for development.
  func withTLS(_ server: ServerAddress, typed text: String?) async -> ServerAddress {
    guard server.scheme == .http, let text, !text.contains("://") else { return server }
    do {
      // A port that was typed is not replaced.
      let isPortTyped = text.prefix { $0 != "/" && $0 != "?" }.hasSuffix(":80")
      let secure = try ServerAddress(
        scheme: .https, host: server.host, port: server.port == 80 && !isPortTyped ? nil : server.port)
      let client = connector.anonymousClient(for: secure, retries: .never)
      let answered = try await withTimeout(Self.handshakeTimeout) { try await client.responds() }
      return answered == true ? secure : server
    } catch {
      return server
    }
  }

  /// The time limit for a TLS handshake of a server on this machine; one without TLS may never answer.
  private static let handshakeTimeout = Duration.seconds(3)

  private static func user(in text: String) -> String? {
    var text = text[...]
    if let scheme = text.firstRange(of: "://") {
      guard let slash = text[scheme.upperBound...].firstIndex(of: "/") else { return nil }
      text = text[text.index(after: slash)...].prefix { $0 != "/" && $0 != "?" }
      return text.hasPrefix("@") && text.count > 1 ? String(text.dropFirst().prefix { $0 != "@" }) : nil
    }
    if text.hasPrefix("@") { text = text.dropFirst() }
    let parts = text.split(separator: "@")
    return parts.count == 2 ? String(parts[0]) : nil
  }
}
