internal import FoundationEssentials

/// The address that a server pushes to: `https`, or `http` on this machine.
public struct PushEndpoint: Hashable, Sendable {
  public let url: String
  /// Scheme, host and port, which a server signs its pushes for (RFC 8292).
  public let origin: String

  /// Parses the address given by a distributor.
  ///
  /// - Throws: ``PushFailure/noEndpoint`` or ``PushFailure/plainEndpoint``.
  public init(parsing text: String) throws(PushFailure) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let parsed = URL(string: text),
      let scheme = parsed.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = parsed.host()?.lowercased(), !host.isEmpty, parsed.user() == nil, parsed.fragment() == nil
    else { throw .noEndpoint }
    guard scheme == "https" || Self.isLoopback(host) else { throw .plainEndpoint }
    url = text
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let usual = scheme == "https" ? 443 : 80
    origin = "\(scheme)://\(name)" + (parsed.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")
  }

  private static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}

extension PushEndpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The origin only, since anyone who knows the rest can push.
  public var description: String { "PushEndpoint(\(origin))" }

  public var debugDescription: String { description }

  /// The origin only, so that a dump does not reveal the rest.
  public var customMirror: Mirror { Mirror(self, children: ["origin": origin], displayStyle: .struct) }
}
