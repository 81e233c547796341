internal import MastodonKit
internal import Synchronization

/// Remembers which endpoints a server lacks, so that later calls fail at once.
///
/// A 404 can mean a missing record or a missing feature. It means the feature if the path names no record, if no route
/// answers (405, 501), or if the body is an HTML page instead of JSON. Where the response would be ambiguous, the known
/// capabilities of the software decide, and else whether the record itself is there: `MastodonClient.missingFeature`.
final class MissingEndpoints: Sendable {
  private struct Memory {
    /// Whether what earlier runs found was read.
    var isRecalled = false
    var absent: [String: ServerFeature] = [:]
    var capabilities: ServerCapabilities?
    var software: ServerSoftware?
  }

  private let memory = Mutex(Memory())
  private let record: EndpointRecord

  /// Creates a memory.
  ///
  /// - Parameter record: The values for the next run.
  init(record: EndpointRecord) { self.record = record }

  private func recalled() -> Memory {
    memory.withLock { memory in
      guard !memory.isRecalled else { return memory }
      memory.isRecalled = true
      for key in record.load() {
        if let feature = Self.posted[key] {
          memory.absent[key] = feature
          continue
        }
        let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, memory.absent[key] == nil, let method = HTTPRequest.Method(rawValue: parts[0]),
          let feature = ServerFeature(method: method, template: parts[1]), Self.kept.contains(feature)
        else { continue }
        memory.absent[key] = feature
      }
      return memory
    }
  }

  /// Returns the endpoint's feature if the server is known to lack it.
  func feature(of endpoint: AnyEndpoint) -> ServerFeature? {
    let memory = recalled()
    // Nothing is known about a new server.
    if !memory.absent.isEmpty, let feature = memory.absent[Self.key(endpoint)] { return feature }
    guard let capabilities = memory.capabilities, !endpoint.arguments.isEmpty,
      let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
    else { return nil }
    return capabilities.offers(feature) ? nil : feature
  }

  /// Stores what the instance says about itself.
  func update(_ capabilities: ServerCapabilities) {
    var capabilities = capabilities
    // An endpoint that is missing says nothing about the others of its feature: these are kept one by one.
    capabilities.missingFeatures = []
    memory.withLock { $0.capabilities = capabilities }
  }

  /// Stores what NodeInfo says about the software, which is more reliable than the version.
  func update(_ software: ServerSoftware) {
    memory.withLock { memory in
      memory.software = software
      memory.capabilities?.software = software
    }
  }

  /// The software according to NodeInfo; `nil` before it was requested.
  var nodeInfo: ServerSoftware? { memory.withLock { $0.software } }

  /// The software according to NodeInfo, or else to the version; `nil` before either was requested.
  var software: ServerSoftware? { memory.withLock { $0.software ?? $0.capabilities?.software } }

  /// Whether the server honours `Idempotency-Key`; `nil` until its software is known.
  ///
  /// A version that looks like Mastodon's proves nothing, because other software imitates it. NodeInfo proves it, and
  /// so does the number of Mastodon's API.
  var honoursIdempotencyKeys: Bool? {
    memory.withLock { memory in
      if let software = memory.software { return software.honoursIdempotencyKeys }
      guard let capabilities = memory.capabilities else { return nil }
      if capabilities.software.name == .mastodon, capabilities.apiVersion == nil { return nil }
      return capabilities.software.honoursIdempotencyKeys
    }
  }

  /// Whether the server is known to give a post without a visibility the account's default; Pleroma makes it public.
  var appliesDefaultVisibility: Bool { software?.name == .mastodon && honoursIdempotencyKeys == true }

  /// The capabilities known so far; `nil` before the instance was requested.
  var capabilities: ServerCapabilities? { memory.withLock { $0.capabilities } }

  /// Records a failed response; returns the missing feature, or `nil` if the response means something else.
  func learn(from response: HTTPResponse, to endpoint: AnyEndpoint) -> ServerFeature? {
    guard Self.meansAbsence(response, namesRecord: Self.namesRecord(endpoint)),
      let feature = ServerFeature(method: endpoint.method, template: endpoint.template)
    else { return nil }
    note(feature, of: endpoint)
    return feature
  }

  /// Records that a server lacks an endpoint.
  func note(_ feature: ServerFeature, of endpoint: AnyEndpoint) {
    let key = Self.key(endpoint)
    let isNew = memory.withLock { $0.absent.updateValue(feature, forKey: key) == nil }
    if isNew, Self.kept.contains(feature) { record.add(key) }
  }

  /// Records that a server has a feature after all, by another endpoint.
  func remove(_ feature: ServerFeature) {
    memory.withLock { memory in memory.absent = memory.absent.filter { $0.value != feature } }
  }

  /// Records the parts of posts that a server left out, so that the next post with them is refused before it is sent.
  ///
  /// A server that is known to have the feature had another reason; none is good enough to make a private post public.
  func note(_ parts: [RequestPart]) {
    for part in parts {
      guard let feature = part.feature, let key = Self.posted.first(where: { $0.value == feature })?.key,
        feature == .privatePosts || capabilities.map({ $0.support(of: feature) != .present }) ?? true
      else { continue }
      let isNew = memory.withLock { $0.absent.updateValue(feature, forKey: key) == nil }
      if isNew { record.add(key) }
    }
  }

  /// The features of posts that are lost in silence, and how that is kept for later runs.
  private static let posted: [String: ServerFeature] = [
    "POST /api/v1/statuses poll": .postedPolls, "POST /api/v1/statuses spoiler_text": .contentWarnings,
    "POST /api/v1/statuses quoted_status_id": .quotes, "POST /api/v1/statuses scheduled_at": .scheduledPosts,
    "POST /api/v1/statuses visibility": .privatePosts, "POST /api/v1/statuses in_reply_to_id": .replies,
    "POST /api/v1/statuses media_ids": .media,
  ]

  /// Whether the server has a feature, as far as its software and its instance tell.
  func support(of feature: ServerFeature, host: String) -> ServerCapabilities.Support {
    memory.withLock { memory in
      if let capabilities = memory.capabilities { return capabilities.support(of: feature) }
      guard let software = memory.software else { return .unknown }
      return ServerCapabilities(host: host, software: software).support(of: feature)
    }
  }

  /// The features that a command asks for besides what the user asked for; only their absence is kept for later runs.
  ///
  /// What the user asks for is requested each time: a fault of the server must not hide it for a day.
  private static let kept: Set<ServerFeature> = [.markers, .unreadCounts, .preferences]

  /// The features that are missing as a whole, or as far as is known.
  var features: Set<ServerFeature> {
    Set(recalled().absent.filter { !Self.isPart($0.key) }.values)
  }

  private static func isPart(_ key: String) -> Bool {
    let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let method = HTTPRequest.Method(rawValue: parts[0]) else { return false }
    return ServerFeature.isPart(method: method, template: parts[1])
  }

  private static func key(_ endpoint: AnyEndpoint) -> String {
    endpoint.method.rawValue + " " + endpoint.template
  }

  /// Endpoints that name a record in a parameter or by the token: a 404 is about that record.
  private static let recordsOutsideThePath: Set<String> = [
    "/api/v1/accounts/lookup", "/api/v1/push/subscription", "/api/v1/reports", "/api/v1/timelines/link",
  ]

  /// Whether a request is about a record, which may be missing.
  static func namesRecord(_ endpoint: AnyEndpoint) -> Bool {
    !endpoint.arguments.isEmpty || recordsOutsideThePath.contains(endpoint.template)
  }

  /// Whether a failed response is a page that is not the server's own: its software has what was asked for, and answers with JSON.
  func isForeignPage(_ response: HTTPResponse, to endpoint: AnyEndpoint) -> Bool {
    guard Self.isRefusingPage(response), let capabilities else { return false }
    // A file may be too large for a proxy.
    if response.status == 413, case .multipart = endpoint.body { return false }
    guard let feature = ServerFeature(method: endpoint.method, template: endpoint.template) else { return true }
    return capabilities.support(of: feature) == .present
  }

  /// Whether a page refuses a request for good.
  static func isRefusingPage(_ response: HTTPResponse) -> Bool {
    refusals.contains(response.status) && isPage(response)
  }

  /// The statuses by which a request is refused for good.
  private static let refusals: Set<Int> = [400, 404, 405, 410, 413, 422, 451, 501]

  private static func meansAbsence(_ response: HTTPResponse, namesRecord: Bool) -> Bool {
    switch response.status {
    case 405, 501: true
    case 404: !namesRecord || isPage(response) || isWithoutRoute(response)
    default: false
    }
  }

  /// Whether the body says that nothing is served at the address, in WordPress's words.
  private static func isWithoutRoute(_ response: HTTPResponse) -> Bool {
    guard response.body.count <= 1 << 12 else { return false }
    return String(decoding: response.body, as: UTF8.self).contains("rest_no_route")
  }

  /// Whether the body is an HTML page: no server sends one for a missing record.
  private static func isPage(_ response: HTTPResponse) -> Bool {
    if let type = response.header("Content-Type")?.lowercased(), type.hasPrefix("text/html") { return true }
    return response.body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }
}

/// Which endpoints of a server earlier runs found missing, as `GET /api/v1/markers`.
public struct EndpointRecord: Sendable {
  /// Reads them; called at the first request.
  public var load: @Sendable () -> [String]
  public var add: @Sendable (String) -> Void

  public init(load: @escaping @Sendable () -> [String], add: @escaping @Sendable (String) -> Void) {
    self.load = load
    self.add = add
  }

  public static let none = EndpointRecord(load: { [] }, add: { _ in })
}
