/// A summary of an account's year.
public struct AnnualReport: Hashable, Sendable, DecodableEntity {
  public var year: Int
  public var contents: Contents?
  /// A page that can be shown to others.
  public var shareURL: String?

  public init(year: Int = 0, contents: Contents? = nil, shareURL: String? = nil) {
    self.year = year
    self.contents = contents
    self.shareURL = shareURL
  }

  public struct Contents: Hashable, Sendable, DecodableEntity {
    public var archetype: Archetype?
    public var topStatuses: TopStatuses?
    public var timeSeries: [Month]
    public var topHashtags: [Hashtag]

    public init(
      archetype: Archetype? = nil, topStatuses: TopStatuses? = nil, timeSeries: [Month] = [],
      topHashtags: [Hashtag] = []
    ) {
      self.archetype = archetype
      self.topStatuses = topStatuses
      self.timeSeries = timeSeries
      self.topHashtags = topHashtags
    }

    public enum Archetype: OpenEnum {
      /// Reads more than it posts.
      case lurker
      /// Mostly boosts.
      case booster
      case pollster
      case replier
      /// Speaks.
      case oracle
      /// A sort that this version does not know.
      case unknown(String)

      public static let names: KeyValuePairs<Archetype, String> = [
        .lurker: "lurker", .booster: "booster", .pollster: "pollster", .replier: "replier", .oracle: "oracle",
      ]
    }

    public struct TopStatuses: Hashable, Sendable, DecodableEntity {
      public var byReblogs: Status.ID?
      public var byFavourites: Status.ID?
      public var byReplies: Status.ID?

      public init(byReblogs: Status.ID? = nil, byFavourites: Status.ID? = nil, byReplies: Status.ID? = nil) {
        self.byReblogs = byReblogs
        self.byFavourites = byFavourites
        self.byReplies = byReplies
      }

      public init(_ json: Fields) throws {
        byReblogs = json.idIfPresent("by_reblogs")
        byFavourites = json.idIfPresent("by_favourites")
        byReplies = json.idIfPresent("by_replies")
      }
    }

    public struct Month: Hashable, Sendable, DecodableEntity {
      /// The month, from 1.
      public var month: Int
      public var statuses: Int
      public var following: Int
      public var followers: Int

      public init(month: Int = 0, statuses: Int = 0, following: Int = 0, followers: Int = 0) {
        self.month = month
        self.statuses = statuses
        self.following = following
        self.followers = followers
      }

      public init(_ json: Fields) throws {
        month = json.count("month")
        statuses = json.count("statuses")
        following = json.count("following")
        followers = json.count("followers")
      }
    }

    public struct Hashtag: Hashable, Sendable, DecodableEntity {
      /// The name without `#`.
      public var name: String
      public var count: Int

      public init(name: String, count: Int = 0) {
        self.name = name
        self.count = count
      }

      public init(_ json: Fields) throws {
        name = try json.requiredName("name")
        count = json.count("count")
      }
    }

    public init(_ json: Fields) throws {
      archetype = json.choice("archetype")
      topStatuses = json.entity("top_statuses")
      timeSeries = json.list("time_series")
      topHashtags = json.list("top_hashtags")
    }
  }

  public init(_ json: Fields) throws {
    year = json.count("year")
    contents = json.entity("data")
    shareURL = json.word("share_url")
  }
}

/// Annual reports with the statuses that they name.
public struct WrappedAnnualReports: Hashable, Sendable {
  public var annualReports: [AnnualReport] = []
  public var statuses: [Status] = []
}

extension WrappedAnnualReports: DecodableEntity {
  public init(_ json: Fields) throws {
    annualReports = json.list("annual_reports")
    statuses = json.list("statuses")
  }
}

public struct AnnualReportState: Hashable, Sendable {
  public var state: State = .ineligible

  public enum State: OpenEnum {
    case available
    /// It is being made.
    case generating
    /// It can be asked for.
    case eligible
    /// There will be none.
    case ineligible
    case unknown(String)

    public static let names: KeyValuePairs<State, String> = [
      .available: "available", .generating: "generating", .eligible: "eligible", .ineligible: "ineligible",
    ]
  }
}

extension AnnualReportState: DecodableEntity {
  public init(_ json: Fields) throws {
    state = json.choice("state") ?? .ineligible
  }
}
