/// The endpoints, scopes and challenge of a sign-in with one server.
///
/// Derived from the server's metadata within limits: neither the browser nor a secret is sent to another server.
public struct SignInPlan: Hashable, Sendable {
  /// An endpoint: a server and a path on it.
  public struct Place: Hashable, Sendable {
    /// The server: the one that is signed in to, or a subdomain.
    public var server: ServerAddress
    public var target: String

    public var url: String { server.origin + target }
  }

  /// The purpose of a sign-in; the scopes follow from it.
  public enum Need: Hashable, Sendable {
    /// Reading which account it is, and nothing else.
    case identity
    /// Reading everything that the account can see.
    case read
    case write
    case push
  }

  /// The page where the user allows the application.
  public var authorization: Place
  /// The endpoint that exchanges a code for a token.
  public var token: Place
  /// The endpoint that revokes a token.
  public var revocation: Place
  /// The endpoint that registers the application.
  public var registration: Place
  /// The scopes, separated by spaces.
  public var scopes: String
  /// Whether the code is bound to a verifier, by S256.
  public var usesChallenge: Bool

  /// Creates a plan; `nil` is a server without metadata, whose endpoints are the usual ones.
  public init(_ described: AuthorizationServer?, of server: ServerAddress, needs: Set<Need>) {
    func place(_ url: String?, _ usual: String) -> Place {
      url.flatMap { Place($0, trustedBy: server) } ?? Place(server: server, target: usual)
    }
    authorization = place(described?.authorizationEndpoint, "/oauth/authorize")
    token = place(described?.tokenEndpoint, "/oauth/token")
    revocation = place(described?.revocationEndpoint, "/oauth/revoke")
    registration = place(described?.registrationEndpoint, "/api/v1/apps")
    scopes = Self.scopes(for: needs, supported: described?.scopes)
    // Sent if the metadata does not mention it: servers that do not support it ignore it.
    usesChallenge = described?.codeChallengeMethods.map { $0.contains("S256") } ?? true
  }

  /// The fewest scopes for what is needed.
  ///
  /// `follow` is never among them: it is the old name of a part of `write`.
  static func scopes(for needs: Set<Need>, supported: [String]?) -> String {
    var scopes: [String] = []
    // The scope `read` includes reading the account.
    if needs.contains(.read) {
      scopes.append("read")
    } else if needs.contains(.identity) || needs.isEmpty {
      scopes.append(supported?.contains("profile") == true ? "profile" : "read:accounts")
    }
    if needs.contains(.write) { scopes.append("write") }
    if needs.contains(.push), supported?.contains("push") ?? true { scopes.append("push") }
    return scopes.joined(separator: " ")
  }
}

extension SignInPlan.Place {
  /// Parses an endpoint of the metadata; `nil` if it must not be used.
  ///
  /// It is used on the server's own origin, and over https on its host and subdomains; never unencrypted elsewhere.
  init?(_ url: String, trustedBy server: ServerAddress) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    let address: ServerAddress
    let scheme = url[..<separator.lowerBound].lowercased()
    let authority = url[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A name before the host is misleading: `https://shore.example@elsewhere.example/`.
    guard scheme == "https" || scheme == "http", !authority.contains("@") else { return nil }
    do { address = try ServerAddress(parsing: "\(scheme)://\(authority)") } catch { return nil }
    if address != server {
      // The endpoint gets secrets: only metadata that came over TLS may name another origin, and only over TLS.
      guard address.scheme == .https, server.scheme == .https else { return nil }
      let isBelow = address.host.hasSuffix("." + server.host) && server.host.contains(".")
      guard address.host == server.host || isBelow else { return nil }
    }
    let rest = url[separator.upperBound...].dropFirst(authority.count).prefix { $0 != "#" }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.init(server: address, target: rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : "/" + rest)
  }
}
