public struct Quote: Hashable, Sendable, EncodableEntity {
  public var state: State
  /// The quoted status, if the server sends it.
  @Indirect public var quotedStatus: Status?
  /// The id of the quoted status, if only that is sent: in quotes within quotes.
  public var quotedStatusID: Status.ID?

  /// Creates a quote; the id is the quoted status's by default.
  public init(state: State = .accepted, quotedStatus: Status? = nil, quotedStatusID: Status.ID? = nil) {
    self.state = state
    self.quotedStatus = quotedStatus
    self.quotedStatusID = quotedStatusID ?? quotedStatus?.id
  }

  public enum State: OpenEnum {
    /// Awaiting the quoted author's approval.
    case pending
    case accepted
    case rejected
    case revoked
    case deleted
    /// The signed-in account may not see the quoted status.
    case unauthorized
    case blockedAccount
    /// The signed-in account blocks the quoted author's server.
    case blockedDomain
    case mutedAccount
    /// A state that this version does not know, to be treated as `unauthorized`.
    case unknown(String)

    public static let names: KeyValuePairs<State, String> = [
      .accepted: "accepted", .pending: "pending", .rejected: "rejected", .revoked: "revoked", .deleted: "deleted",
      .unauthorized: "unauthorized", .blockedAccount: "blocked_account", .blockedDomain: "blocked_domain",
      .mutedAccount: "muted_account",
    ]
  }

  /// Decodes a server's JSON leniently; a bare status, as older Akkoma sends it, is an accepted quote.
  public init(_ json: Fields) throws {
    guard let state: State = json.choice("state") else {
      self.init(quotedStatus: try Status(json))
      return
    }
    self.init(
      state: state, quotedStatus: json.entity("quoted_status"), quotedStatusID: json.idIfPresent("quoted_status_id"))
  }

  /// Encodes the quote as Mastodon does, in the short form if only the id is known.
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(state, forKey: "state")
    if quotedStatus == nil, let quotedStatusID {
      try json.encode(quotedStatusID, forKey: "quoted_status_id")
    } else {
      try json.encode(quotedStatus, forKey: "quoted_status")
    }
  }
}
