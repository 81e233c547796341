/// An account's address, `rook` or `pool@shore.example`, in the form in which two are compared.
///
/// User names are compared without case, hosts as in DNS. The name of the server itself is left out.
public struct Handle: Hashable, Sendable {
  /// The user name, as it was written.
  public let username: String
  /// The host as in DNS; `nil` for the server's own accounts.
  public let host: String?

  /// Reads an address, with or without a leading `@`.
  ///
  /// - Parameter own: The names of the server that the address is used on: its host, and the domain of its accounts.
  public init(_ address: some StringProtocol, at own: [String] = []) {
    let address = address.hasPrefix("@") ? address.dropFirst() : address[...]
    let name = address.prefix { $0 != "@" }
    username = String(name)
    let rest = String(address.dropFirst(name.count + 1))
    let host = rest.isEmpty ? nil : HostName.ascii(rest) ?? rest.lowercased()
    self.host = host.flatMap { own.contains($0) ? nil : $0 }
  }

  /// The address without a leading `@`, as servers look it up.
  public var text: String { host.map { "\(username)@\($0)" } ?? username }

  /// Whether two addresses name the same account.
  public static func == (left: Handle, right: Handle) -> Bool {
    left.username.lowercased() == right.username.lowercased() && left.host == right.host
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(username.lowercased())
    hasher.combine(host)
  }
}
