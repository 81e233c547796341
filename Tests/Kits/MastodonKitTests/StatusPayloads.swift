import FoundationEssentials
import Testing

@testable import MastodonKit

extension Payload {
  static let statuses: [Payload] = [
    .statuses("mastodon-4.6") { list in
      #expect(list.skipped == 0)
      let boost = try #require(list.elements.first)
      let status = try #require(list.elements.last)
      #expect(boost.displayed == status)
      #expect(boost.account.username == "rook")
      #expect(boost.visibility == .unlisted)
      #expect(status.account.name == "Wren Alder")
      #expect(status.account.roles == [Account.Role(id: "3", name: "Moderator", color: "#6364ff")])
      #expect(status.account.fields.first?.verifiedAt == MastodonDate.parse("2026-05-05T09:30:12.345Z"))
      #expect(status.account.lastStatusAt == MastodonDate.parse("2026-11-21"))
      #expect(status.editedAt == Date.fixtureNow.addingTimeInterval(-599.5))
      #expect(status.favourited && status.bookmarked && !status.reblogged && status.hasViewerState)
      #expect(status.tags == [MastodonKit.Tag(name: "beekeeping", url: "https://town.example/tags/beekeeping")])
      let medium = try #require(status.mediaAttachments.first)
      #expect(medium.kind == .video)
      #expect(medium.meta?.original == MediaAttachment.Size(width: 640, height: 480))
      #expect(medium.meta?.duration == 6)
      #expect(medium.meta?.focus == MediaAttachment.Focus(x: 0.25, y: -0.5))
      #expect(status.poll?.share(of: 0) == 0.75)
      #expect(status.poll?.share(of: 1) == nil)
      #expect(status.quote?.state == .accepted)
      #expect(status.quote?.quotedStatus?.quote?.quotedStatusID == "115586700000000001")
      #expect(status.quote?.quotedStatus?.quote?.quotedStatus == nil)
      #expect(status.card?.authors.map(\.name) == ["Wren Alder"])
      #expect(status.filterVerdict(in: .home, at: .fixtureNow) == .warn(titles: ["bees"]))
      #expect(status.filterVerdict(in: .thread, at: .fixtureNow) == .show)
    },
    .statuses("gotosocial-missing-fields") { list in
      let status = try #require(list.elements.first)
      #expect(status.id == "01JD7ZQ0F5B6M1R2T3V4W5X6Y7")
      #expect(status.quote == nil && status.quotesCount == 0)
      #expect(status.account.uri == nil && status.account.locked)
      #expect(status.card?.authors == [PreviewCard.Author(name: "Juniper Holt", url: "https://shore.example/@juniper")])
      #expect(status.application == Status.Application(name: "Harbour Bell"))
      let bare = try #require(list.elements.last)
      #expect(bare.account.username == "reed")
      #expect(bare.visibility == .public)
      #expect(bare.id < status.id)
    },
    .statuses("akkoma-plain") { list in
      let status = try #require(list.elements.first)
      #expect(status.visibility == .unknown("local"))
      #expect(status.account.lastStatusAt == MastodonDate.parse("2026-11-21"))
      #expect(status.quote?.state == .accepted)
      #expect(status.quote?.quotedStatus?.content == "The chowder question.")
      #expect(status.mediaAttachments.first?.meta == nil)
      #expect(status.mentions.map(\.acct) == ["rook@town.example"])
    },
    .statuses("pixelfed-nulls-six-digit-dates") { list in
      #expect(list.elements.count == 2)
      let status = try #require(list.elements.first)
      #expect(status.content == "" && status.spoilerText == "" && status.language == nil)
      #expect(status.createdAt == MastodonDate.parse("2026-11-21T06:00:00Z")?.addingTimeInterval(0.123456))
      #expect(status.account.name == "heron")
      #expect(status.mentions.isEmpty && !status.favourited)
      #expect(status.mediaAttachments.first?.meta?.original == MediaAttachment.Size(width: 1080, height: 1350))
      #expect(list.elements.last?.mediaAttachments == [])
    },
    .statuses("numbers-for-ids") { list in
      let status = try #require(list.elements.first)
      #expect(status.id == "9007199254740993")
      #expect(status.createdAt == .fixture(minutesAgo: 40))
      #expect(status.inReplyToID == "17" && status.inReplyToAccountID == "4")
      #expect(status.account.displayName == "2026")
      let account = status.account
      #expect([account.statusesCount, account.followersCount, account.followingCount] == [5310, 612, 498])
      #expect([status.repliesCount, status.reblogsCount, status.favouritesCount] == [2, 3, 0])
      #expect(status.sensitive && status.favourited && !status.reblogged && !status.bookmarked)
      #expect(status.mentions.map(\.id) == ["5"])
      #expect(status.poll?.options == [Poll.Option("1", votesCount: 1), Poll.Option("two", votesCount: 2)])
      #expect(status.mediaAttachments.first?.meta?.original == MediaAttachment.Size(width: 640, height: 480))
    },
    .statuses("unknown-words") { list in
      let status = try #require(list.elements.first)
      #expect(status.visibility == .unknown("mutuals_only"))
      #expect(status.mediaAttachments.map(\.kind) == [.unknown("hologram")])
      #expect(status.quote == Quote(state: .unknown("in_committee")))
      #expect(status.card?.kind == .unknown("scent"))
      #expect(status.filtered.first?.filter.contexts == [.home, .unknown("dreams")])
      #expect(status.filterVerdict(in: .home, at: .fixtureNow) == .warn(titles: ["later"]))
    },
    .statuses("one-bad-element") { list in
      #expect(list.elements.map(\.id) == ["3", "1"])
      #expect(list.skipped == 6)
    },
    .statuses("wrong-kinds") { list in
      let status = try #require(list.elements.first)
      #expect(status.content == "<p>Sound in the middle.</p>")
      #expect(status.account.username == "wren")
      #expect(status.url == nil && status.editedAt == nil && status.reblog == nil && status.quote == nil)
      #expect(status.poll == nil && status.card == nil && status.application == nil)
      #expect(status.createdAt == Date(timeIntervalSince1970: 0))
      #expect(status.mediaAttachments.isEmpty && status.mentions.isEmpty && status.filtered.isEmpty)
      #expect(status.emojis.map(\.shortcode) == ["kettle"])
      #expect(status.tags.map(\.name) == ["bees"])
    },
    .statuses("odd-dates") { list in
      #expect(list.elements.count == 10)
      for status in list.elements { #expect(status.createdAt == .fixture(hoursAgo: 4), "status \(status.id)") }
    },
    Payload("streaming/public-without-viewer-fields", as: Status.self) { streamed in
      #expect(!streamed.hasViewerState && !streamed.favourited)
      var known = streamed
      known.favourited = true
      known.hasViewerState = true
      known.favouritesCount = 1
      let merged = streamed.keepingViewerState(of: known)
      #expect(merged.favourited && merged.hasViewerState)
      #expect(merged.favouritesCount == 40)
    },
  ]
}
