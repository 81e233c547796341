internal import FoundationEssentials
public import MastodonKit

extension MastodonClient {
  /// The features that the server has turned out to lack since this client was created.
  public var missingFeatures: Set<ServerFeature> { missingEndpoints.features }

  /// Returns the server's capabilities from its instance, NodeInfo if requested, and the failures so far.
  public func capabilities(_ instance: Instance, software: ServerSoftware? = nil) -> ServerCapabilities {
    ServerCapabilities(
      host: server.name, instance: instance, software: software ?? missingEndpoints.nodeInfo,
      missingFeatures: missingFeatures)
  }

  /// The server's software according to NodeInfo, if that was requested.
  public var softwareFromNodeInfo: ServerSoftware? { missingEndpoints.nodeInfo }

  /// Takes over what an earlier run learnt from the instance and from NodeInfo.
  public func adopt(_ instance: Instance, software: ServerSoftware?) {
    if let software { missingEndpoints.update(software) }
    missingEndpoints.update(capabilities(instance))
  }

  /// Returns whether any HTTP server responds at the address, whatever the response is.
  public func responds() async throws(MastodonError) -> Bool {
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

  /// Requests the server's software from NodeInfo; `nil` if the server has no NodeInfo.
  ///
  /// From then on this client does not request what the software is known to lack. The document is requested only from
  /// the same host, because another host's document says nothing about this server.
  public func software() async throws(MastodonError) -> ServerSoftware? {
    do {
      let links = try await send(.nodeInfoLinks)
      guard let path = links.path(on: server.host) else { return nil }
      let document = try await send(.nodeInfo(path))
      let software = ServerSoftware(nodeInfo: document.name, version: document.version)
      missingEndpoints.update(software)
      return software
    } catch {
      switch error {
      case .notFound, .invalidResponse, .unsupported, .rejected, .forbidden, .redirected: return nil
      default: throw error
      }
    }
  }
}

/// The list of a server's NodeInfo documents.
struct NodeInfoLinks: Hashable, Sendable, Decodable {
  struct Link: Hashable, Sendable, Decodable {
    var rel: String?
    var href: String?
  }

  var links: [Link]

  /// The path of the newest version 2 document on this host.
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

/// The software part of a NodeInfo document.
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
  /// The list of the server's NodeInfo documents.
  static var nodeInfoLinks: Endpoint {
    Endpoint(.get, "/.well-known/nodeinfo", access: .anonymous, to: "identify the server's software")
  }
}

extension Endpoint where Response == NodeInfoDocument {
  /// A NodeInfo document at the path that the server named.
  static func nodeInfo(_ path: String) -> Endpoint {
    Endpoint(.get, path, access: .anonymous, to: "identify the server's software")
  }
}
