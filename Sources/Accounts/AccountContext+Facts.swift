import MastodonKit

extension AccountContext {
  /// The facts about the server's software, for a bug report; the server itself is not named.
  public var serverFacts: [(name: String, value: String?)] {
    let known = capabilities
    let lacks = known.map { known in
      ServerFeature.allCases.filter { !known.offers($0) }.map(\.rawValue).joined(separator: ", ")
    }
    return [
      ("server_software", known.map { "\($0.software.title) \($0.software.version)" }),
      ("api_version", known?.apiVersion.map(String.init)), ("server_lacks", lacks),
    ]
  }
}
