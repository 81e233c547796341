/// A named set of differences from Mastodon.
///
/// A set imitates the differences of a server software that matter to clients; docs/other-servers.md lists them.
public struct SandboxQuirks: Sendable, Hashable {
  /// The name of the set, as `howdah sandbox --quirks` takes it.
  public let name: String
  let quirks: [Quirk]

  init(_ name: String, _ quirks: [Quirk]) {
    self.name = name
    self.quirks = quirks
  }

  /// No differences: the sandbox behaves like Mastodon.
  public static let mastodon = SandboxQuirks("mastodon", [])

  /// All sets but ``mastodon``.
  public static let all: [SandboxQuirks] = [.snac, .takahe, .goToSocial, .pleroma, .wordPress, .silent, .unfinished]

  /// The set of a name, whatever its case; `nil` for an unknown one.
  public init?(named name: String) {
    guard let known = (Self.all + [.mastodon]).first(where: { $0.name == name.lowercased() }) else { return nil }
    self = known
  }

  func has(_ quirk: Quirk) -> Bool { quirks.contains(quirk) }

  /// The software that the server reports in NodeInfo; `nil` for the sandbox's own name.
  var software: (name: String, version: String, instanceVersion: String)? {
    for case .identifies(let name, let version, let instanceVersion) in quirks {
      return (name, version, instanceVersion)
    }
    return nil
  }

  /// An invalid default language; `nil` if the server reports a valid one.
  var defaultLanguage: String? {
    for case .defaultLanguage(let code) in quirks { return code }
    return nil
  }

  /// The response to a request for a missing feature; `nil` if the feature exists.
  func absence(of request: SandboxRequest) -> SandboxResponse? {
    for case .lacks(_, let endpoints, let absence) in quirks where endpoints.contains(where: { $0.matches(request) }) {
      return absence.response
    }
    return nil
  }

  /// The parameters of a request that the server takes note of.
  func heeded(_ parameters: Parameters, of request: SandboxRequest) -> Parameters {
    var parameters = parameters
    for case .ignores(_, let endpoints, let ignored) in quirks where endpoints.contains(where: { $0.matches(request) })
    {
      for name in ignored { parameters.remove(name) }
    }
    return parameters
  }

  func worded(_ response: SandboxResponse, to request: SandboxRequest) -> SandboxResponse {
    var response = response
    for case .rewrites(_, let endpoints, let from, let to) in quirks
    where endpoints.contains(where: { $0.matches(request) }) {
      response.body = Array(response.text.replacing(from, with: to).utf8)
    }
    return response
  }

  /// The response to an invalid or expired token; `nil` for Mastodon's.
  var tokenRefusal: SandboxResponse? {
    for case .refusesTokens(let status) in quirks {
      return .page(status: status, status == 400 ? "Invalid Bearer token" : "Unprocessable Content")
    }
    return nil
  }
}
