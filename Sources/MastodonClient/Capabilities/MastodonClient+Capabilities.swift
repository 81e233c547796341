internal import FoundationEssentials
public import MastodonKit

extension MastodonClient {
  /// The features that the server turned out to lack since this client was made.
  public var learntAbsent: Set<ServerFeature> { absences.features }

  /// What the server can do, from its description, from NodeInfo if that was asked, and from what was learnt since.
  public func capabilities(_ instance: Instance, software: ServerSoftware? = nil) -> ServerCapabilities {
    ServerCapabilities(
      host: server.name, instance: instance, software: software ?? absences.nodeInfo, learntAbsent: learntAbsent)
  }

  /// Whether anything answers at the server's address in its own scheme, whatever it says.
  public func speaks() async throws(MastodonError) -> Bool {
    do {
      _ = try await send(.nodeInfoLinks)
      return true
    } catch {
      switch error {
      case .cancelled: throw error
      case .unreachable, .timedOut: return false
      default: return true
      }
    }
  }

  /// What the server runs, as NodeInfo tells; `nil` where there is no NodeInfo.
  ///
  /// From then on this client knows it: what the software is known to lack is not asked for.
  /// The document's address is taken only if it is on the same host, since a stranger's says nothing about this server.
  public func software() async throws(MastodonError) -> ServerSoftware? {
    do {
      let links = try await send(.nodeInfoLinks)
      guard let path = links.path(on: server.host) else { return nil }
      let document = try await send(.nodeInfo(path))
      let software = ServerSoftware(nodeInfo: document.name, version: document.version)
      absences.know(software)
      return software
    } catch {
      switch error {
      case .notFound, .invalidAnswer, .unsupported, .rejected, .forbidden, .redirected: return nil
      default: throw error
      }
    }
  }
}

/// Where a server's NodeInfo documents are.
struct NodeInfoLinks: Hashable, Sendable, Decodable {
  struct Link: Hashable, Sendable, Decodable {
    var rel: String?
    var href: String?
  }

  var links: [Link]

  /// The path of the newest document of version 2 on this host.
  func path(on host: String) -> String? {
    let documents = links.filter { $0.rel?.contains("nodeinfo.diaspora.software/ns/schema/2.") == true }
    let newest = documents.max { ($0.rel ?? "") < ($1.rel ?? "") }
    guard let href = newest?.href else { return nil }
    if href.hasPrefix("/"), !href.hasPrefix("//") { return href }
    guard let url = URL(string: href), url.user == nil, url.password == nil,
      url.host(percentEncoded: true)?.lowercased() == host
    else { return nil }
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? nil : path
  }
}

/// What a NodeInfo document says of the software.
struct NodeInfoDocument: Hashable, Sendable, Decodable {
  var name: String
  var version: String

  private enum CodingKeys: String, CodingKey {
    case software, name, version
  }

  init(from decoder: any Decoder) throws {
    let software = try decoder.container(keyedBy: CodingKeys.self)
      .nestedContainer(keyedBy: CodingKeys.self, forKey: .software)
    name = try software.decode(String.self, forKey: .name)
    version = try software.decodeIfPresent(String.self, forKey: .version) ?? ""
  }
}

extension Endpoint where Response == NodeInfoLinks {
  /// Where the server's NodeInfo is.
  static var nodeInfoLinks: Endpoint {
    Endpoint(.get, "/.well-known/nodeinfo", access: .anonymous, operation: "read what the server runs")
  }
}

extension Endpoint where Response == NodeInfoDocument {
  /// The server's NodeInfo, whose path the server named.
  static func nodeInfo(_ path: String) -> Endpoint {
    Endpoint(.get, path, access: .anonymous, operation: "read what the server runs")
  }
}
