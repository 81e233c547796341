public import MastodonKit

extension Endpoint where Response == Page<Status> {
  /// The posts of everyone the account follows.
  public static func homeTimeline(_ page: PageRequest) -> Endpoint {
    .page("/api/v1/timelines/home", request: page, access: .account, operation: "load the home timeline")
  }

  /// The public posts of this server.
  public static func localTimeline(_ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/timelines/public", query: [Field("local", "true")], request: page, access: .either,
      operation: "load the local timeline")
  }

  /// The public posts that this server knows.
  public static func federatedTimeline(_ page: PageRequest) -> Endpoint {
    .page("/api/v1/timelines/public", request: page, access: .either, operation: "load the federated timeline")
  }
}
