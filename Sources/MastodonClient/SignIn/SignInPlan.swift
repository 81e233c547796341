internal import FoundationEssentials
internal import MastodonKit

/// How a sign-in with one server goes: where each step is asked for, which scopes, whether with a challenge.
///
/// Made from what the server says of itself, which is believed within limits: nobody is sent, and no secret goes, to a
/// place that is not the server's own.
public struct SignInPlan: Hashable, Sendable {
  /// One step's place: a server and the target on it.
  public struct Place: Hashable, Sendable {
    /// The server: the one that is signed in to, or one below its name.
    public var server: ServerAddress
    /// The path, and a query if there is one.
    public var target: String

    /// The place as a URL.
    public var url: String { server.origin + target }
  }

  /// What a sign-in is wanted for; scopes follow from it.
  public enum Need: Hashable, Sendable {
    /// Knowing whose account it is, and nothing else.
    case identity
    /// Reading what the account can see.
    case read
    /// Everything that changes something.
    case write
    /// Being told by the server when something happens.
    case push
  }

  /// The page where the person allows the program.
  public var authorization: Place
  /// Where a code becomes a token.
  public var token: Place
  /// Where a token is made useless.
  public var revocation: Place
  /// Where the program is registered.
  public var registration: Place
  /// What is asked for, separated by spaces.
  public var scopes: String
  /// Whether the code is bound to who asked for it, with S256.
  public var usesChallenge: Bool

  /// Makes a plan; `nil` is a server without a discovery document, whose places are the usual ones.
  public init(_ described: AuthorizationServer?, of server: ServerAddress, needs: Set<Need>) {
    func place(_ url: String?, _ usual: String) -> Place {
      url.flatMap { Place($0, trustedBy: server) } ?? Place(server: server, target: usual)
    }
    authorization = place(described?.authorizationEndpoint, "/oauth/authorize")
    token = place(described?.tokenEndpoint, "/oauth/token")
    revocation = place(described?.revocationEndpoint, "/oauth/revoke")
    registration = place(described?.registrationEndpoint, "/api/v1/apps")
    scopes = Self.scopes(for: needs, supported: described?.scopes)
    // Where nothing is said it is sent: servers that do not know it pass it over.
    usesChallenge = described?.codeChallengeMethods.map { $0.contains("S256") } ?? true
  }

  /// The fewest scopes that a server has for what is wanted.
  ///
  /// `follow` is never among them: it is the old name of a part of `write`.
  static func scopes(for needs: Set<Need>, supported: [String]?) -> String {
    var scopes: [String] = []
    // Who may read may also read whose account it is.
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
  /// Reads an endpoint of a discovery document; `nil` for one that must not be used.
  ///
  /// It is used at the server's own origin, and on https on its host and below its name; never in the clear elsewhere.
  init?(_ url: String, trustedBy server: ServerAddress) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    let address: ServerAddress
    let scheme = url[..<separator.lowerBound].lowercased()
    let authority = url[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A name before the host is a disguise: `https://shore.example@elsewhere.example/`.
    guard scheme == "https" || scheme == "http", !authority.contains("@") else { return nil }
    do { address = try ServerAddress(parsing: "\(scheme)://\(authority)") } catch { return nil }
    if address != server {
      // What goes there is a secret: only a document that came over TLS may name another origin, and only over TLS.
      guard address.scheme == .https, server.scheme == .https else { return nil }
      let isBelow = address.host.hasSuffix("." + server.host) && server.host.contains(".")
      guard address.host == server.host || isBelow else { return nil }
    }
    let rest = url[separator.upperBound...].dropFirst(authority.count).prefix { $0 != "#" }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.init(server: address, target: rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : "/" + rest)
  }
}
