public import MastodonKit

extension Endpoint where Response == Instance {
  /// What the server says of itself.
  public static var instance: Endpoint {
    Endpoint(.get, "/api/v2/instance", access: .either, operation: "read about the server")
  }

  /// The same in its older form, which every server has.
  public static var instanceV1: Endpoint {
    Endpoint(.get, "/api/v1/instance", access: .either, operation: "read about the server")
  }
}
