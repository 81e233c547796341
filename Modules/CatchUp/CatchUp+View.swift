public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
public import TerminalKit

extension CatchUp {
  /// The screen as text: what came as a whole, the links that most have shared, and the groups.
  ///
  /// As JSON it is `{screen, source, name, since, is_whole, sort, counts, hashtags, links, items}`; an item is the posts of an account.
  public static func view(_ state: State, layout: Layout) -> Document {
    let digest = state.digest
    let isFirst = state.rows.page.value.map { $0.shown.lowerBound == 0 } ?? true
    let linkCount = isFirst ? digest.links.count : 0
    let blocks = state.rows.page.blocks { page in
      guard !digest.entries.isEmpty else { return [.paragraph(StyledText(emptyText(state), .secondary))] }
      var blocks: [Block] = []
      if isFirst {
        blocks += summary(digest)
        let links = digest.links.enumerated().map { Block.item(item($1, number: $0 + 1)) }
        if !links.isEmpty { blocks += [.blank, .paragraph(StyledText("Links", .title))] + links }
        blocks += [.blank, .paragraph(StyledText("By account", .title))]
      }
      let shared = sharedNames(page.elements)
      for (index, group) in page.visible.enumerated() {
        if index > 0, layout.density == .normal { blocks.append(.blank) }
        let showsHandle = shared.contains(SpokenLine.of(group.account.shownName))
        blocks.append(.item(item(group, number: linkCount + index + 1, showsHandle: showsHandle, state, layout)))
      }
      if !digest.isWhole, page.showsLast, let last = digest.entries.last {
        let time = RelativeTime(last.createdAt, in: layout).absolute
        blocks += [.blank, .paragraph(StyledText("Posts before \(time) were not read.", .warning))]
      }
      return blocks
    }
    // The links are a member of their own, and no items.
    let items = layout.needs(.data) ? state.rows.visible.map { data($0, state) } : []
    return Document(
      kind: "catch-up", title: title(state, layout), blocks: blocks, hint: hint(state),
      data: data(state) + [.init("items", .array(items))])
  }

  private static func title(_ state: State, _ layout: Layout) -> Document.Title {
    let digest = state.digest
    var text = "Catch-up · \(state.query.source.name)"
    switch state.query.since {
    case .date(let date): text += " since \(RelativeTime(date, in: layout).absolute)"
    case .id: text += " since a post"
    case nil where !state.rows.page.isLoaded: break
    case nil: text += digest.isStandard ? ", the last 24 hours" : " since you were here"
    }
    let counts = digest.counts
    guard state.rows.page.isLoaded, counts.texts > 0 else { return Document.Title(text) }
    return Document.Title(
      text, note: "\(counts.texts) in all, by \(CountText.of(counts.authors, "account"))")
  }

  private static func emptyText(_ state: State) -> String {
    state.query.since == nil && !state.digest.isStandard
      ? "Nothing new in \(state.query.source.name) since you were here." : "No posts in that time."
  }

  /// The numbers of posts by kind, and the hashtags.
  static func summary(_ digest: Digest) -> [Block] {
    let counts = digest.counts
    var lines = [kinds(counts)]
    let with = [
      counts.media == 0 ? nil : "\(counts.media) with media",
      counts.polls == 0 ? nil : CountText.of(counts.polls, "poll"),
    ].compactMap(\.self)
    if !with.isEmpty { lines[0] += " · " + with.joined(separator: ", ") }
    var blocks = [Block.paragraph(StyledText(lines[0]))]
    let tags = digest.hashtags.filter { $0.posts > 1 }
    if !tags.isEmpty {
      let list = tags.map {
        StyledText("#\(SpokenLine.of($0.name))", .hashtag)
          + StyledText(" \($0.posts)", .secondary, spoken: ", \(CountText.of($0.posts, "post"))")
      }
      blocks.append(.paragraph(.joined(list, separator: " · ")))
    }
    return blocks
  }

  /// `22 posts, 8 replies, 4 boosts`.
  private static func kinds(_ counts: Counts) -> String {
    [
      counts.posts == 0 ? nil : CountText.of(counts.posts, "post"),
      counts.replies == 0 ? nil : CountText.of(counts.replies, "reply", "replies"),
      counts.boosts == 0 ? nil : CountText.of(counts.boosts, "boost"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func hint(_ state: State) -> StyledText? {
    switch state.rows.page {
    case .idle, .loading: nil
    case .failed: StyledText("refresh · back", .hint)
    case .loaded(let page):
      StyledText(
        (page.visible.isEmpty
          ? (state.query.since == nil ? ["catch-up --since 24h"] : []) + ["home"]
          : (page.showsLast ? [] : ["older"]) + ["open N", "catch-up @NAME", "catch-up --sort boosts"])
          .joined(separator: " · "), .hint)
    }
  }
}

// MARK: - Rows

extension CatchUp {
  /// A link, and who shared it.
  static func item(_ link: Link, number: Int?) -> Item {
    let (title, host) = (SpokenLine.of(link.title ?? link.address), SpokenLine.host(of: link.address))
    var line = StyledText(ExcerptText.cut(title, to: 120), .link, url: link.address)
    if link.title != nil, !host.isEmpty { line += StyledText(" · \(host)", .secondary) }
    let names = link.sharers.prefix(2).map { SpokenLine.of($0.shownName) }
    let rest = link.sharers.count - names.count
    let who =
      rest > 0
      ? names.joined(separator: ", ") + " and \(CountText.of(rest, "other"))" : names.joined(separator: " and ")
    let post = link.posts.first
    return Item(
      number: number, blocks: [.spread(line, trailing: StyledText(who, .secondary))],
      spoken: "Link: \(title), shared by \(who).",
      references: post.map { [.status($0.id), .account($0.account.id)] } ?? [])
  }

  /// The posts of an account: their numbers, and the beginning of the one that the order puts first.
  private static func item(
    _ group: Group, number: Int, showsHandle: Bool, _ state: State, _ layout: Layout
  ) -> Item {
    let top = group.top(state.query.sort)
    let name = SpokenLine.of(group.account.shownName)
    guard let head = top.first else {
      return Item(
        number: number, blocks: [.paragraph(StyledText("Deleted.", .secondary))], spoken: "Deleted.",
        references: [.account(group.account.id)])
    }
    let post = head.displayed
    let (isSingle, isBoost) = (group.texts.count == 1, top.allSatisfy { $0.reblog != nil })
    let isRead = group.texts.allSatisfy { state.read.contains($0[0].displayed.id) }
    let age = RelativeTime(group.newest?.createdAt ?? head.createdAt, in: layout)
    let kinds = isSingle ? (isBoost ? "boosted" : "") : kinds(Counts(of: group))
    let facts = [kinds, age.short, isRead ? "read" : ""].filter { !$0.isEmpty }
    let handle = showsHandle ? "@\(SpokenLine.of(group.account.acct))" : ""
    let line =
      StyledText.name(name, of: group.account.acct)
      + StyledText((showsHandle ? "  \(handle)" : "") + " · " + facts.joined(separator: " · "), .secondary)
    let author = post.account.id == group.account.id ? "" : "\(SpokenLine.of(post.account.shownName)): "
    let excerpt = ExcerptText.of(
      post, limit: excerptLimit, isRevealed: layout.contentWarnings == .show)
    let (boosters, replies) = (top.boosters.count, post.repliesCount)
    let marks = [boosters > 0 ? "⟳ \(boosters)" : nil, replies > 0 ? "↩ \(replies)" : nil].compactMap(\.self)
    let text = StyledText(author, .secondary) + StyledText(excerpt)
    var item = Item(
      number: number,
      blocks: [
        .paragraph(line),
        marks.isEmpty
          ? .paragraph(text) : .spread(text, trailing: StyledText(marks.joined(separator: "  "), .secondary)),
      ],
      spoken: spoken(
        showsHandle ? "\(name), \(handle)" : name, kinds: kinds, age: age.spoken, isRead: isRead,
        text: author + ExcerptText.spoken(excerpt, of: post),
        boosters: boosters, replies: replies),
      references: (isSingle ? [.status(post.id)] : [Reference(kind: .author, id: group.account.id.rawValue)])
        + [.account(isSingle ? post.account.id : group.account.id)])
    item.audience = head.audience
    return item
  }

  /// The names that several accounts have, which their handles tell apart.
  private static func sharedNames(_ groups: [Group]) -> Set<String> {
    var (met, shared) = (Set<String>(), Set<String>())
    for name in groups.map({ SpokenLine.of($0.account.shownName) }) where !met.insert(name).inserted {
      shared.insert(name)
    }
    return shared
  }

  /// One sentence for a group.
  private static func spoken(
    _ name: String, kinds: String, age: String, isRead: Bool, text: String, boosters: Int, replies: Int
  ) -> String {
    let numbers = [
      boosters > 0 ? CountText.of(boosters, "boost") + " by accounts you follow" : nil,
      replies > 0 ? CountText.of(replies, "reply", "replies") : nil,
    ].compactMap(\.self)
    let facts = [kinds, age, isRead ? "read" : "", numbers.joined(separator: ", ")].filter { !$0.isEmpty }
    return "\(name), \(facts.joined(separator: ", ")): \(text)"
  }

  /// The most characters of a post in a row.
  private static let excerptLimit = 160

  static func isWhole(_ status: Status) -> Bool {
    let post = status.displayed
    guard post.spoilerText.isEmpty, post.mediaAttachments.isEmpty, post.poll == nil, post.quote == nil, post.card == nil
    else { return false }
    return ExcerptText.of(post, limit: excerptLimit) == ExcerptText.of(post, limit: 2 * excerptLimit)
  }

  /// The error for an account without posts.
  static func missing(_ member: Member, _ groups: [Group]) -> AppError {
    guard case .name(let name) = member else {
      return .notFound("That account has no posts in this catch-up.", suggestion: "To show it: catch-up")
    }
    let meant = EditDistance.nearest(to: name, among: groups.map(\.account.acct))
    return .notFound(
      Sanitizer.clean("@\(name) has no posts in this catch-up."),
      suggestion: Sanitizer.clean(
        meant.map { "Did you mean @\($0)?" } ?? "For all posts of an account: profile @\(name)"))
  }
}

/// Names and titles of others on one line.
enum SpokenLine {
  static func of(_ text: String) -> String { ExcerptText.cut(text, to: 80) }

  static func host(of address: String) -> String {
    address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst().first.map(String.init)
      ?? ""
  }
}

// MARK: - JSON

extension CatchUp {
  private static func data(_ state: State) -> [JSONValue.Member] {
    let (digest, query) = (state.digest, state.query)
    let since: JSONValue =
      switch query.since {
      case .date(let date): .string(MastodonDate.format(date))
      case .id(let id): .string(id)
      case nil: .null
      }
    let counts = digest.counts
    return [
      .init("source", .string(query.source.kind)),
      .init("name", query.source == .home ? .null : .string(query.source.name)),
      .init("since", since), .init("oldest", .optional(digest.entries.last.map { MastodonDate.format($0.createdAt) })),
      .init("is_whole", .bool(digest.isWhole)), .init("sort", .string(query.sort.rawValue)),
      .init("counts", data(counts)),
      .init("hashtags", .array(digest.hashtags.map { ["name": .string($0.name), "posts": .int($0.posts)] })),
      .init("links", data(digest.links)),
    ]
  }

  static func data(_ links: [Link]) -> JSONValue {
    .array(
      links.map { link in
        [
          "url": .string(link.address), "title": .optional(link.title),
          "shared_by": .array(link.sharers.map(AccountView.brief)),
          "posts": .array(link.posts.map { .string($0.id.rawValue) }),
        ]
      })
  }

  static func data(_ counts: Counts) -> JSONValue {
    [
      "all": .int(counts.texts), "posts": .int(counts.posts), "replies": .int(counts.replies),
      "boosts": .int(counts.boosts), "polls": .int(counts.polls), "media": .int(counts.media),
      "accounts": .int(counts.authors),
    ]
  }

  private static func data(_ group: Group, _ state: State) -> JSONValue {
    let top = group.top(state.query.sort)
    return [
      "account": AccountView.brief(group.account), "counts": data(Counts(of: group)),
      "newest_at": .optional(group.newest.map { MastodonDate.format($0.createdAt) }),
      "read": .bool(group.texts.allSatisfy { state.read.contains($0[0].displayed.id) }),
      "posts": .array(
        group.texts.map { text in
          [
            "id": .string(text[0].displayed.id.rawValue), "url": .optional(text[0].displayed.url),
            "acct": .string(text[0].displayed.account.acct),
            "text": .string(ExcerptText.of(text[0], limit: excerptLimit)),
            "boosters": .array(text.boosters.map(AccountView.brief)), "replies": .int(text[0].displayed.repliesCount),
          ]
        }),
      "top": .optional(top.first?.displayed.id.rawValue),
    ]
  }
}

extension PagedList<CatchUp.Group> {
  fileprivate var showsLast: Bool { shown.upperBound == elements.count }
}

extension CatchUp.State {
  /// The same with only so many groups as fit the terminal.
  func fitted(to layout: Layout) -> CatchUp.State {
    guard layout.isPaged else { return self }
    var state = self
    state.rows.page.modify { page in
      page.fit { list, _ in
        var whole = self
        whole.rows.page = .loaded(list)
        let document = CatchUp.view(whole, layout: layout)
        return document.itemsOnPage(layout) - (document.items.count - list.visible.count)
      }
    }
    return state
  }
}
