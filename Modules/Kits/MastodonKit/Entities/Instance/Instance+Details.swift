extension Instance {
  /// The URLs of pages about a server.
  public struct Pages: Hashable, Sendable {
    public var status: String?
    public var about: String?
    public var privacyPolicy: String?
  }
}

extension Instance.Pages: DecodableEntity {
  public init(_ json: Fields) throws {
    status = json.word("status")
    about = json.word("about")
    privacyPolicy = json.word("privacy_policy")
  }
}

extension Instance {
  public struct TimelinesAccess: Hashable, Sendable {
    public var liveFeeds: Feed?
    public var hashtagFeeds: Feed?
    public var trendingLinkFeeds: Feed?

    public struct Feed: Hashable, Sendable {
      public var local: Access?
      public var remote: Access?
    }

    public enum Access: OpenEnum {
      case `public`
      case authenticated
      /// Nobody; the timeline is always empty.
      case disabled
      case unknown(String)

      public static let names: KeyValuePairs<Access, String> = [
        .public: "public", .authenticated: "authenticated", .disabled: "disabled",
      ]
    }
  }
}

extension Instance.TimelinesAccess: EncodableEntity {
  public init(_ json: Fields) throws {
    liveFeeds = json.entity("live_feeds")
    hashtagFeeds = json.entity("hashtag_feeds")
    trendingLinkFeeds = json.entity("trending_link_feeds")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encodeIfPresent(liveFeeds, forKey: "live_feeds")
    try json.encodeIfPresent(hashtagFeeds, forKey: "hashtag_feeds")
    try json.encodeIfPresent(trendingLinkFeeds, forKey: "trending_link_feeds")
  }
}

extension Instance.TimelinesAccess.Feed: EncodableEntity {
  public init(_ json: Fields) throws {
    local = json.choice("local")
    remote = json.choice("remote")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encodeIfPresent(local, forKey: "local")
    try json.encodeIfPresent(remote, forKey: "remote")
  }
}
