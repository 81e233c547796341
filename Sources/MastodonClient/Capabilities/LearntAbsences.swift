internal import MastodonKit
internal import Synchronization

/// Remembers what a server lacks, so that a call fails at once and in one sentence.
///
/// A server says "not here" for a record and for a feature alike. It means the feature where nothing in the path names a
/// record, where no route answers (405, 501), or where a page of HTML answers in place of JSON. Where its answer would
/// say nothing, what its software is known for is believed; elsewhere it is asked, since a newer release may have more.
final class LearntAbsences: Sendable {
  private struct Memory {
    var absent: [String: ServerFeature] = [:]
    var capabilities: ServerCapabilities?
    var software: ServerSoftware?
  }

  private let memory = Mutex(Memory())

  /// What the endpoint belongs to, if it is known not to be there.
  func feature<Response>(of endpoint: Endpoint<Response>) -> ServerFeature? {
    let memory = memory.withLock { $0 }
    // Before anything is known, nothing is looked up.
    if !memory.absent.isEmpty, let feature = memory.absent[Self.key(endpoint)] { return feature }
    guard let capabilities = memory.capabilities, !endpoint.arguments.isEmpty,
      let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
    else { return nil }
    return capabilities.offers(feature) ? nil : feature
  }

  /// Takes what the server says of itself.
  func know(_ capabilities: ServerCapabilities) { memory.withLock { $0.capabilities = capabilities } }

  /// Takes what NodeInfo says of the software, which knows it better than the version does.
  func know(_ software: ServerSoftware) {
    memory.withLock { memory in
      memory.software = software
      memory.capabilities?.software = software
    }
  }

  /// What NodeInfo said of the software; `nil` before it was asked.
  var nodeInfo: ServerSoftware? { memory.withLock { $0.software } }

  /// What the server is known to run, by NodeInfo or else by its version; `nil` before it was asked.
  var software: ServerSoftware? { memory.withLock { $0.software ?? $0.capabilities?.software } }

  /// Whether the server honours `Idempotency-Key`; `nil` before it is known what it runs.
  ///
  /// A version that reads as Mastodon's proves nothing, since others give themselves one: NodeInfo does, or the number of
  /// Mastodon's API.
  var honoursIdempotencyKeys: Bool? {
    memory.withLock { memory in
      if let software = memory.software { return software.honoursIdempotencyKeys }
      guard let capabilities = memory.capabilities else { return nil }
      if capabilities.software.name == .mastodon, capabilities.apiVersion == nil { return nil }
      return capabilities.software.honoursIdempotencyKeys
    }
  }

  /// What is known of the server so far; `nil` before it was asked.
  var capabilities: ServerCapabilities? { memory.withLock { $0.capabilities } }

  /// Learns from a refusal; the feature that is missing, or `nil` if the refusal means something else.
  func learn<Response>(from response: HTTPResponse, to endpoint: Endpoint<Response>) -> ServerFeature? {
    let namesRecord = !endpoint.arguments.isEmpty || Self.recordsOutsideThePath.contains(endpoint.template)
    guard Self.meansAbsence(response, namesRecord: namesRecord),
      let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
    else { return nil }
    memory.withLock { $0.absent[Self.key(endpoint)] = feature }
    return feature
  }

  /// The features of which some part is missing.
  var features: Set<ServerFeature> { memory.withLock { Set($0.absent.values) } }

  private static func key<Response>(_ endpoint: Endpoint<Response>) -> String {
    endpoint.method.rawValue + " " + endpoint.template
  }

  /// Where a record is asked for by a parameter, or is the token's own: a 404 is about that.
  private static let recordsOutsideThePath: Set<String> = [
    "/api/v1/accounts/lookup", "/api/v1/push/subscription", "/api/v1/timelines/link",
  ]

  private static func meansAbsence(_ response: HTTPResponse, namesRecord: Bool) -> Bool {
    switch response.status {
    case 405, 501: true
    case 404: !namesRecord || isPage(response)
    default: false
    }
  }

  /// Whether the body is a page for a browser: no server answers so about a record.
  private static func isPage(_ response: HTTPResponse) -> Bool {
    if let type = response.header("Content-Type")?.lowercased(), type.hasPrefix("text/html") { return true }
    return response.body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }
}
