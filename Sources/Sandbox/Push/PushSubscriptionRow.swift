import FoundationEssentials
import GRDB

/// A row of the table of push subscriptions; one per token.
struct PushSubscriptionRow: TableRow, Sendable {
  static let table = "push_subscriptions p"
  static let columns = "p.id, p.endpoint, p.p256dh, p.auth, p.standard, p.alerts, p.policy"

  /// All types of alerts.
  static let kinds = [
    "mention", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update", "quote", "quoted_update",
    "admin.sign_up", "admin.report",
  ]

  var id: Int64
  var endpoint: String
  var p256dh: String
  var auth: String
  var standard: Bool
  var alerts: Set<String>
  var policy: String

  init(_ row: Row) {
    id = row[0]
    endpoint = row[1]
    p256dh = row[2]
    auth = row[3]
    standard = row[4]
    alerts = Set((row[5] as String).split(separator: " ").map(String.init))
    policy = row[6]
  }

  func response(_ identity: VAPIDKey?) -> SandboxResponse {
    .object { writer in
      writer.field("id", id)
      writer.field("endpoint", endpoint)
      writer.field("standard", standard)
      writer.field("alerts", raw: alertsJSON)
      writer.field("policy", policy)
      writer.field("server_key", identity?.publicKey ?? "")
    }
  }

  private var alertsJSON: String {
    "{" + Self.kinds.map { "\"\($0)\":\(alerts.contains($0))" }.joined(separator: ",") + "}"
  }
}

struct PushEndpoint: Sendable, Equatable {
  var origin: String
  var host: String
  var port: Int
  var target: String

  /// Accepts `https` URLs, and `http` URLs on a loopback address; `nil` for others.
  init?(_ text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URL(string: text),
      let scheme = url.scheme?.lowercased(),
      let host = url.host(), !host.isEmpty, url.user() == nil
    else { return nil }
    self.host = host.lowercased()
    guard scheme == "https" || (scheme == "http" && Self.isLoopback(self.host)) else { return nil }
    port = url.port ?? (scheme == "https" ? 443 : 80)
    let name = self.host.contains(":") && !self.host.hasPrefix("[") ? "[\(self.host)]" : self.host
    origin = "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "")
    let path = url.path(percentEncoded: true)
    target = (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
  }

  /// Whether the sandbox may send pushes to it: only on this machine.
  var isReachable: Bool { origin.hasPrefix("http:") && Self.isLoopback(host) }

  private static func isLoopback(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return host == "localhost" || host == "::1" || host == "[::1]"
      || (numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil))
  }
}
