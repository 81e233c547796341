internal import MastodonKit

extension MastodonClient {
  /// The error for an endpoint that the server lacks; it names the feature only if the whole of it is missing.
  func lack(of feature: ServerFeature, in endpoint: AnyEndpoint) -> MastodonError {
    guard ServerFeature.isPart(method: endpoint.method, template: endpoint.template),
      missingEndpoints.support(of: feature, host: server.name) != .missing
    else { return .lacks(host: server.name, feature: feature) }
    return .unsupported(host: server.name, operation: endpoint.operation)
  }

  /// Returns the feature that the server lacks, after it answered with 404 and named neither a record nor a route.
  ///
  /// What is known of the software decides. Otherwise the record is requested: if it is there, what was asked of it is not.
  func missingFeature(behind endpoint: AnyEndpoint) async -> ServerFeature? {
    guard !endpoint.isRaw, !endpoint.arguments.isEmpty,
      let feature = ServerFeature(method: endpoint.method, template: endpoint.template),
      // Servers answer so for a post that must not be boosted, or not by this account.
      ![.boosts, .favourites].contains(feature)
    else { return nil }
    // If it cannot be requested, the server is not known, and the record decides.
    if missingEndpoints.capabilities == nil { _ = try? await instanceService.instance() }
    switch missingEndpoints.capabilities?.support(of: feature) ?? .unknown {
    case .missing: return feature
    case .present: return nil
    case .unknown: return await hasRecord(of: endpoint) ? feature : nil
    }
  }

  /// Returns the feature that the server is known to lack, where it answered with an empty list of it.
  func missingFeature(behindEmpty response: HTTPResponse, to endpoint: AnyEndpoint) async -> ServerFeature? {
    // A further page is empty at the end of every list.
    let isFirst = !endpoint.query.contains { ["max_id", "min_id", "since_id", "offset"].contains($0.name) }
    // Nor does a dry run's placeholder say anything.
    guard endpoint.method == .get, !endpoint.isRaw, isFirst, !transport.changesNothing, response.isEmptyList,
      let feature = ServerFeature(method: endpoint.method, template: endpoint.template),
      ServerCapabilities.isAnsweredEmpty(feature)
    else { return nil }
    // What cannot be requested stays unknown, and then the list is believed.
    if missingEndpoints.capabilities == nil { _ = try? await instanceService.instance() }
    // Software that imitates Mastodon's version says who it is in NodeInfo.
    let known = missingEndpoints.capabilities
    if known?.software.name == .mastodon, known?.apiVersion == nil, softwareFromNodeInfo == nil {
      // Without it the software stays what the version says.
      _ = try? await software()
    }
    return missingEndpoints.capabilities?.missingFeature(behindEmptyListOf: feature)
  }

  /// Whether the record is there that a path is a part of, as `/api/v1/statuses/:id/translate` is one of a post.
  private func hasRecord(of endpoint: AnyEndpoint) async -> Bool {
    let steps = endpoint.template.split(separator: "/")
    guard steps.count > 4, steps[3].first == ":", endpoint.arguments.count == 1, let id = endpoint.arguments.first
    else {
      return false
    }
    do {
      switch steps[2] {
      case "statuses": _ = try await sendNow(.status(Status.ID(rawValue: id)))
      case "accounts": _ = try await sendNow(.account(Account.ID(rawValue: id)))
      // A hashtag is there as soon as it is asked for.
      case "tags": break
      default: return false
      }
      return true
    } catch {
      // The record is missing, or nothing is known of it.
      return false
    }
  }
}

extension HTTPResponse {
  /// Whether the body is an empty list.
  var isEmptyList: Bool { body.count <= 4 && body.filter { $0 > 0x20 }.elementsEqual("[]".utf8) }
}
