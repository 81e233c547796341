/// Why a server could not be reached through a proxy.
public struct ProxyTrouble: Error, Hashable, Sendable {
  /// The proxy's address, without name and password, or the environment variable whose value can't be read.
  public var name: String
  public var variable: String
  public var problem: Problem

  public enum Problem: Hashable, Sendable {
    /// The variable's value is not an address.
    case unreadable
    case unsupported(scheme: String)
    /// The address has a name and a password, which is supported only for HTTP.
    case passwordForSOCKS
    case unreachable
    /// The proxy refused to connect to the server, or could not.
    case refused
    /// The proxy wants a name and a password, or others.
    case needsPassword
  }

  public init(name: String, variable: String, problem: Problem) {
    self.name = name
    self.variable = variable
    self.problem = problem
  }

  /// Whether it stays until the user changes the environment.
  public var isLasting: Bool { problem != .unreachable && problem != .refused }
}
