public import MastodonKit

extension Endpoint where Response == Account {
  /// One account.
  public static func account(_ id: Account.ID) -> Endpoint {
    Endpoint(.get, apiPath("/api/v1/accounts", id.rawValue), access: .either, operation: "load the account")
  }

  /// The account with this address, if the server knows it; it asks no other server.
  public static func lookup(_ address: String) -> Endpoint {
    Endpoint(
      .get, "/api/v1/accounts/lookup", query: [Field("acct", address)], access: .either,
      operation: "find the account \(address)")
  }

  /// The signed-in account.
  public static var verifyCredentials: Endpoint {
    Endpoint(.get, "/api/v1/accounts/verify_credentials", access: .account, operation: "check who is signed in")
  }
}

extension Endpoint where Response == Page<Status> {
  /// The posts of one account.
  public static func accountStatuses(_ id: Account.ID, _ page: PageRequest) -> Endpoint {
    .page(
      apiPath("/api/v1/accounts", id.rawValue, "statuses"), request: page, access: .either,
      operation: "load the account's posts")
  }
}

extension Endpoint where Response == LossyList<Relationship> {
  /// How the signed-in account stands to others.
  public static func relationships(_ ids: [Account.ID]) -> Endpoint {
    Endpoint(
      .get, "/api/v1/accounts/relationships", query: ids.map { Field("id[]", $0.rawValue) }, access: .account,
      operation: "load how you stand to the account")
  }
}

extension Endpoint where Response == Relationship {
  /// Follows an account.
  public static func follow(_ id: Account.ID) -> Endpoint {
    Endpoint(
      .post, apiPath("/api/v1/accounts", id.rawValue, "follow"), access: .account, operation: "follow the account")
  }

  /// Takes a follow back.
  public static func unfollow(_ id: Account.ID) -> Endpoint {
    Endpoint(
      .post, apiPath("/api/v1/accounts", id.rawValue, "unfollow"), access: .account, operation: "unfollow the account")
  }
}
