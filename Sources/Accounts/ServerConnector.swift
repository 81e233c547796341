public import FoundationEssentials
public import MastodonClient

/// Connects to servers without an account, as signing in does.
public struct ServerConnector: Sendable {
  let network: NetworkStack
  let retries: Retries
  let userAgent: String
  let now: @Sendable () -> Date
  private let connect: @Sendable (ServerAddress, NetworkStack) -> Transport

  /// Creates a connector.
  ///
  /// - Parameter connect: Creates the transport to a server.
  public init(
    network: NetworkStack, connect: @escaping @Sendable (ServerAddress, NetworkStack) -> Transport, retries: Retries,
    userAgent: String, now: @escaping @Sendable () -> Date
  ) {
    self.network = network
    self.connect = connect
    self.retries = retries
    self.userAgent = userAgent
    self.now = now
  }

  /// Creates a client without a token.
  @Sendable
  public func anonymousClient(for server: ServerAddress) -> MastodonClient {
    anonymousClient(for: server, retries: retries)
  }

  func anonymousClient(for server: ServerAddress, retries: Retries) -> MastodonClient {
    MastodonClient(
      server: server, transport: connect(server, network), tokens: .signedOut, userAgent: userAgent, retries: retries,
      now: now)
  }

  /// Creates the OAuth flow for a server.
  func signIn(to server: ServerAddress) -> SignIn {
    SignIn(
      server: server, program: "Howdah", website: nil, now: now,
      connect: { anonymousClient(for: $0, retries: retries) })
  }
}
