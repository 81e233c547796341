internal import FoundationEssentials
public import MastodonKit

/// A document at `/.well-known/` by which a domain leads to the server of its accounts.
public enum WellKnownPlace: Hashable, Sendable {
  /// The address of WebFinger: a `template` in XML or JSON.
  case hostMeta
  /// The addresses of an account.
  case webFinger(account: String)
  /// The address of the description of the software.
  case nodeInfo

  /// All of them, in order of precedence.
  public static func all(domain: ServerAddress, user: String?) -> [WellKnownPlace] {
    [.hostMeta] + (user.map { [.webFinger(account: "acct:\($0)@\(domain.name)")] } ?? []) + [.nodeInfo]
  }

  fileprivate var endpoint: Endpoint<[ServerAddress]> {
    let (path, query): (String, [Field]) =
      switch self {
      case .hostMeta: ("/.well-known/host-meta", [])
      case .webFinger(let account): ("/.well-known/webfinger", [Field("resource", account)])
      case .nodeInfo: ("/.well-known/nodeinfo", [])
      }
    return Endpoint(
      .get, path, arguments: [], query: query, access: .anonymous, scope: nil,
      operation: "find the server of its accounts"
    ) { response, _ in Self.servers(in: String(decoding: response.body.prefix(1 << 16), as: UTF8.self)) }
  }

  /// The servers of all links in a document, in order, each once: in attributes or strings.
  private static func servers(in text: String) -> [ServerAddress] {
    var found: [ServerAddress] = []
    for piece in text.split(whereSeparator: { "\"'<>\n\t ".contains($0) }) {
      let address = String(piece.replacing("\\/", with: "/"))
      // What names the format, such as http://docs.oasis-open.org/…, is never https; this machine's servers need not be.
      guard address.hasPrefix("https://") || address.hasPrefix("http://"), !isVocabulary(address),
        let server = try? ServerAddress(parsing: address),  // Plain http to another machine is not a server.
        !found.contains(server)
      else { continue }
      found.append(server)
    }
    return Array(found.prefix(8))
  }

  /// Whether an address names a format or a kind of link.
  private static func isVocabulary(_ address: String) -> Bool {
    ["docs.oasis-open.org", "nodeinfo.diaspora.software", "www.w3.org", "ostatus.org", "webfinger.net"].contains {
      address.contains("://\($0)/")
    }
  }
}

extension MastodonClient {
  /// The servers that a domain's document names, or that it redirects to; none if there is no such document.
  ///
  /// - throws: `.cancelled` only.
  public func servers(namedBy place: WellKnownPlace) async throws(MastodonError) -> [ServerAddress] {
    // What is on the internet does not lead into the user's own network.
    try await named(by: place).filter { !$0.isInside || server.isInside }
  }

  private func named(by place: WellKnownPlace) async throws(MastodonError) -> [ServerAddress] {
    do {
      return try await send(place.endpoint)
    } catch .cancelled {
      throw .cancelled
    } catch .redirected(_, let other, _) {
      // What is not an address leads nowhere.
      do { return [try ServerAddress(parsing: other)] } catch { return [] }
    } catch {
      // A document that cannot be had leads nowhere.
      return []
    }
  }
}
