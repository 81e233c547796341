public import MastodonKit
public import StatusKit

extension CatchUp {
  /// The posts of a while, counted and grouped.
  public struct Digest: Hashable, Sendable {
    /// The posts and boosts as the timeline has them, the newest first.
    public var entries: [Status]
    /// Whether it reaches back to where the user stopped.
    public var isWhole: Bool
    /// Whether it is not known where the user stopped, so that a day was read.
    public var isStandard: Bool
    public private(set) var groups: [Group] = []
    public private(set) var counts = Counts()
    public private(set) var hashtags: [Hashtag] = []
    /// The links that most have shared.
    public private(set) var links: [Link] = []

    public init(_ entries: [Status] = [], isWhole: Bool = true, isStandard: Bool = false) {
      self.entries = entries
      self.isWhole = isWhole
      self.isStandard = isStandard
      let texts = Self.texts(entries)
      groups = Self.groups(texts)
      counts = Counts(texts, groups: groups.count)
      hashtags = Self.hashtags(texts)
      links = Self.links(texts)
    }
  }

  /// The number of posts by kind, each post once.
  public struct Counts: Hashable, Sendable {
    public var texts = 0
    public var posts = 0
    public var replies = 0
    public var boosts = 0
    public var polls = 0
    public var media = 0
    public var authors = 0
  }

  /// A hashtag, and the number of posts that have it.
  public struct Hashtag: Hashable, Sendable {
    public var name: String
    public var posts: Int
  }

  /// A linked page, and the posts that share it.
  public struct Link: Hashable, Sendable {
    public var address: String
    public var title: String?
    /// Who shared it in the timeline, the last first.
    public var sharers: [Account]
    /// The posts, the newest first.
    public var posts: [Status]
  }

  /// The posts that one account brought into the timeline.
  public struct Group: Hashable, Sendable, ListElement {
    public var account: Account
    /// The posts, the newest first; each with its boosts, of which the first is shown.
    public var texts: [[Status]]

    public var listID: Identifier<Group> { Identifier(account.id.rawValue) }
  }
}

extension CatchUp.Counts {
  fileprivate init(_ texts: [[Status]], groups: Int) {
    authors = groups
    self.texts = texts.count
    for text in texts {
      let post = text[0].displayed
      if text.allSatisfy({ $0.reblog != nil }) {
        boosts += 1
      } else if post.isReplyToOther {
        replies += 1
      } else {
        posts += 1
      }
      if post.poll != nil { polls += 1 }
      if !post.mediaAttachments.isEmpty { media += 1 }
    }
  }

  init(of group: CatchUp.Group) { self.init(group.texts, groups: 1) }
}

extension CatchUp.Group {
  var newest: Status? { texts.first?.first }

  /// The post that an order puts first.
  func top(_ sort: CatchUp.Sort) -> [Status] {
    let best = sort.isByTime ? texts.first : texts.max { (sort.rank($0), $0[0].id) < (sort.rank($1), $1[0].id) }
    return best ?? []
  }

  /// All posts, sorted; each boost of a post is an entry.
  func entries(_ sort: CatchUp.Sort) -> [Status] {
    guard !sort.isByTime else { return texts.flatMap(\.self).sorted { $0.id > $1.id } }
    return texts.sorted { (sort.rank($0), $0[0].id) > (sort.rank($1), $1[0].id) }.flatMap(\.self)
  }
}

extension CatchUp.Sort {
  /// Whether the posts of one account are in the order of their times.
  var isByTime: Bool { self == .time || self == .author }

  /// What a post with its boosts has most of where it is first.
  fileprivate func rank(_ text: [Status]) -> Int {
    switch self {
    case .time, .author: 0
    case .boosts: text.boosters.count
    case .replies: text[0].displayed.repliesCount
    }
  }
}

extension [Status] {
  /// Who boosted a post, of whose entries these are, the last first.
  var boosters: [Account] { filter { $0.reblog != nil }.map(\.account).droppingRepeats(of: \.id) }
}

extension Status {
  fileprivate var isReplyToOther: Bool { inReplyToID != nil && inReplyToAccountID != account.id }
}

extension CatchUp.Digest {
  func groups(_ sort: CatchUp.Sort) -> [CatchUp.Group] {
    switch sort {
    case .time: return groups
    case .author:
      return groups.map { (group: $0, name: $0.account.shownName.lowercased()) }.sorted { $0.name < $1.name }
        .map(\.group)
    case .boosts: return Self.ranked(groups) { $0.top(.boosts).boosters.count }
    case .replies: return Self.ranked(groups) { $0.top(.replies).first?.displayed.repliesCount ?? 0 }
    }
  }

  /// The entries of each post, by the newest of each.
  private static func texts(_ entries: [Status]) -> [[Status]] {
    var places: [Status.ID: Int] = [:]
    var texts: [[Status]] = []
    for entry in entries {
      if let place = places[entry.displayed.id] {
        texts[place].append(entry)
      } else {
        places[entry.displayed.id] = texts.count
        texts.append([entry])
      }
    }
    return texts
  }

  /// The posts of each account; a post that only boosts brought is with the account that boosted it first.
  private static func groups(_ texts: [[Status]]) -> [CatchUp.Group] {
    var places: [Account.ID: Int] = [:]
    var groups: [CatchUp.Group] = []
    for text in texts {
      guard let account = (text.first { $0.reblog == nil } ?? text.last)?.account else { continue }
      if let place = places[account.id] {
        groups[place].texts.append(text)
      } else {
        places[account.id] = groups.count
        groups.append(CatchUp.Group(account: account, texts: [text]))
      }
    }
    return groups
  }

  private static func hashtags(_ texts: [[Status]]) -> [CatchUp.Hashtag] {
    var places: [String: Int] = [:]
    var tags: [CatchUp.Hashtag] = []
    for tag in texts.flatMap({ $0[0].displayed.tags.droppingRepeats { $0.name.lowercased() } }) {
      if let place = places[tag.name.lowercased()] {
        tags[place].posts += 1
      } else {
        places[tag.name.lowercased()] = tags.count
        tags.append(CatchUp.Hashtag(name: tag.name, posts: 1))
      }
    }
    return Array(ranked(tags, by: \.posts).prefix(5))
  }

  private static func links(_ texts: [[Status]]) -> [CatchUp.Link] {
    var places: [String: Int] = [:]
    var links: [CatchUp.Link] = []
    for text in texts {
      let post = text[0].displayed
      for address in PostLinks.addresses(in: post) where address != post.quote?.quotedStatus?.url {
        let place = places[address] ?? links.count
        if place == links.count {
          places[address] = place
          links.append(CatchUp.Link(address: address, sharers: [], posts: []))
        }
        if let card = post.card, card.url == address, !card.title.isEmpty { links[place].title = card.title }
        links[place].sharers = (links[place].sharers + text.map(\.account)).droppingRepeats(of: \.id)
        links[place].posts.append(post)
      }
    }
    // An address that only one has shared says nothing without a title.
    let shown = links.filter { $0.title != nil || $0.sharers.count > 1 }
    return Array(ranked(shown) { $0.sharers.count }.prefix(3))
  }

  /// The elements with the highest values first; of equal ones, in their order.
  private static func ranked<Element>(_ elements: [Element], by value: (Element) -> Int) -> [Element] {
    elements.enumerated().map { (place: $0.offset, value: value($0.element), element: $0.element) }
      .sorted { ($1.value, $0.place) < ($0.value, $1.place) }.map(\.element)
  }
}
