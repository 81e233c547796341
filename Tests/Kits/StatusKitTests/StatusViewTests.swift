import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import MastodonTestKit
import StatusKit
import TerminalKit
import Testing

@Suite struct StatusViewTests {
  struct Face: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Status
    var wide: String
    var narrow: String
    var spoken: String
    var testDescription: String { name }
  }

  @Test(arguments: faces)
  func aStatusIsSeenAndSaid(_ face: Face) {
    let item = item(face.status)
    #expect(text([.item(item)]) == face.wide + "\n")
    #expect(text([.item(item)], width: 40) == face.narrow + "\n")
    #expect(item.spoken == face.spoken)
  }

  static let faces = [
    Face(
      name: "hashtag and counts", status: Status.fixtures.threadRoot,
      wide: """
         3  Wren Alder  @wren · 14 min
            First frost. Two hives wrapped, one to go; the third is not speaking
            to me. #beekeeping
            ↩ 2  ⟳ 12  ★ 40
        """,
      narrow: """
        3 Wren Alder  @wren · 14 min
          First frost. Two hives wrapped, one to
          go; the third is not speaking to me.
          #beekeeping
          ↩ 2  ⟳ 12  ★ 40
        """,
      spoken: """
        Wren Alder: First frost. Two hives wrapped, one to go; the third is not speaking to me. #beekeeping – \
        14 minutes ago. @wren – 2 replies, 12 boosts, 40 favourites.
        """),
    Face(
      name: "a boost behind a warning", status: Status.fixtures.boost,
      wide: """
         3  ⟳ Rook boosted · 20 min
            Tide Pool  @pool@shore.example · 2 h
            Content warning: food, politics                               show 3
            ↩ 9  ⟳ 21  ★ 77
        """,
      narrow: """
        3 ⟳ Rook boosted · 20 min
          Tide Pool  @pool@shore.example · 2 h
          Content warning: food, politics
                                          show 3
          ↩ 9  ⟳ 21  ★ 77
        """,
      spoken: """
        Tide Pool: content warning, food, politics. Show 3 to read. 2 hours ago. @pool@shore.example – \
        Boosted by Rook. 9 replies, 21 boosts, 77 favourites.
        """),
    Face(
      name: "a quote", status: Status.fixtures.quoteOfYou,
      wide: """
         3  Juniper Holt  @juniper@shore.example · 1 h
            They do that. It is best not to answer.
            │ You  @you · 2 h                                            open 3q
            │ My bicycle has begun to comment on the hills. Who here mends
            │ bicycles?
            ★ 13
        """,
      narrow: """
        3 Juniper Holt  @juniper@shore.example ·
          1 h
          They do that. It is best not to
          answer.
          │ You  @you · 2 h              open 3q
          │ My bicycle has begun to comment on
          │ the hills. Who here mends bicycles?
          ★ 13
        """,
      spoken: """
        Juniper Holt: They do that. It is best not to answer. Quoting 3q, You: My bicycle has begun to comment on the hills. \
        Who here mends bicycles? 1 hour ago. @juniper@shore.example – 13 favourites.
        """),
    Face(
      name: "what the reader did", status: Status.fixtures.marked,
      wide: """
         3  Heron  @heron · 1 h
            Low water at six. Went anyway.
            ⟳ 3 with you  ★ 20 with you  bookmarked
        """,
      narrow: """
        3 Heron  @heron · 1 h
          Low water at six. Went anyway.
          ⟳ 3 with you  ★ 20 with you
          bookmarked
        """,
      spoken: """
        Heron: Low water at six. Went anyway. 1 hour ago. @heron – 3 boosts, 20 favourites. \
        You boosted, favourited, bookmarked it.
        """),
    Face(
      name: "media", status: Status.fixtures.mediaWithAlt,
      wide: """
         3  Heron  @heron · 2 h
            The lock keeper says it has stood there since Tuesday.
            image: A heron on one leg at the edge of a canal, in fog. Behind it
            a lock gate with one arm missing. It looks past the camera, as at a
            party.                                                       media 3
            ↩ 3  ⟳ 31  ★ 122
        """,
      narrow: """
        3 Heron  @heron · 2 h
          The lock keeper says it has stood
          there since Tuesday.
          image: A heron on one leg at the edge
          of a canal, in fog. Behind it a lock
          gate with one arm missing. It looks
          past the camera, as at a party.
                                         media 3
          ↩ 3  ⟳ 31  ★ 122
        """,
      spoken: """
        Heron: The lock keeper says it has stood there since Tuesday. Image: A heron on one leg at the edge of a canal, \
        in fog. Behind it a lock gate with one arm missing. It looks past the camera, as at a party. 2 hours ago. \
        @heron – 3 replies, 31 boosts, 122 favourites.
        """),
    Face(
      name: "a poll", status: Status.fixtures.pollOpen,
      wide: """
         3  Heron  @heron · 3 h
            Is it a swim if you were pushed?
            poll · 113 votes · ends in 5 h                                vote 3
            1  62 %  ██████▏  yes
            2  38 %  ███▊     no
            ↩ 8  ★ 14
        """,
      narrow: """
        3 Heron  @heron · 3 h
          Is it a swim if you were pushed?
          poll · 113 votes · ends in 5 h  vote 3
          1 62 % ██████▏ yes
          2 38 % ███▊    no
          ↩ 8  ★ 14
        """,
      spoken: """
        Heron: Is it a swim if you were pushed? Poll: 1, yes, 62 percent; 2, no, 38 percent; 113 votes, ends in 5 \
        hours. 3 hours ago. @heron – 8 replies, 14 favourites.
        """),
  ]

  struct Line: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Status
    var seen: String
    var said: String
    var testDescription: String { name }
  }

  /// One line that must be there, and its sentence.
  @Test(arguments: [
    Line(
      name: "edited", status: Status.fixtures.edited, seen: "Moss  @moss · 5 h · edited", said: "5 hours ago, edited."),
    Line(
      name: "direct", status: Status.fixtures.direct, seen: "Rook  @rook · 1 h · direct",
      said: "1 hour ago, direct."),
    Line(
      name: "followers", status: Status.fixtures.followersOnly, seen: " · followers only", said: ", followers only."),
    Line(name: "unlisted", status: Status.fixtures.unlisted, seen: " · unlisted", said: ", unlisted."),
    Line(name: "bot", status: Status.fixtures.bot, seen: "@tides · 5 h · bot", said: "@tides – Bot."),
    Line(
      name: "no description", status: Status.fixtures.mediaWithoutAlt,
      seen: "image, no alt text                                           media 3",
      said: "Image, no alt text."),
    Line(
      name: "sensitive", status: Status.fixtures.sensitiveMedia,
      seen: "image, marked sensitive                                       show 3",
      said: "Image, marked sensitive. Show 3 to see."),
    Line(
      name: "blurred by a filter", status: Status.fixtures.filteredBlur,
      seen: "image, filtered: stings                                       show 3",
      said: "Image, filtered: stings. Show 3 to see."),
    Line(
      name: "card", status: Status.fixtures.linkCard, seen: "link: The Brass Tide Machine · shore.example",
      said: "Link: The Brass Tide Machine."),
    Line(
      name: "quote of a quote", status: Status.fixtures.quoteOfQuote, seen: "│ quotes another post",
      said: "Quotes another post."),
    Line(
      name: "quote pending", status: Status.fixtures.quotePending,
      seen: "│ The quoted post is awaiting its author's approval.",
      said: "The quoted post is awaiting its author's approval."
    ),
    Line(
      name: "quote revoked", status: Status.fixtures.quoteRevoked,
      seen: "│ The quoted post's author did not allow the quote.",
      said: "The quoted post's author did not allow the quote."),
    Line(
      name: "quote blocked", status: Status.fixtures.quoteBlocked, seen: "│ A quoted post by an account you blocked.",
      said: "A quoted post by an account you blocked."),
    Line(
      name: "quote of unknown state", status: Status.fixtures.quoteUnknownState,
      seen: "│ The quoted post is not visible to you.", said: "The quoted post is not visible to you."),
    Line(
      name: "voted", status: Status.fixtures.pollVoted, seen: "    1  62 %  ██████▏  yes ✓\n",
      said: "Poll: 1, yes, 62 percent, your choice; 2, no, 38 percent; 114 votes, ends in 5 hours."),
    Line(
      name: "a long poll", status: Status.fixtures.pollEnded, seen: "    2  76 %  ███████▌  a sandwich ✓\n",
      said:
        "2, a sandwich, 76 percent, your choice; 3, regret, 47 percent, your choice; 4, a smaller bag, 21 percent; 58 voters, ended."
    ),
    Line(
      name: "answers somebody", status: Status.fixtures.threadQuestion.with { $0.content = "<p>What in?</p>" },
      seen: "Rook  @rook · 13 min · to @wren", said: "@rook – In reply to @wren"),
    Line(
      name: "my only favourite",
      status: Status.fixtures.plain.with {
        $0.reblogsCount = 0
        $0.favourited = true
        $0.favouritesCount = 1
      }, seen: "    ★ you\n", said: "1 favourite. You favourited it."),
  ])
  func whatSetsAStatusApartIsInItsWords(_ line: Line) {
    let item = item(line.status)
    #expect(text([.item(item)]).contains(line.seen))
    #expect(item.spoken.contains(line.said))
  }

  @Test func onlyTheTitleOfAFilterIsShown() {
    let item = item(Status.fixtures.filteredWarn)
    #expect(text([.item(item)]) == " 3  Filtered: the serial                                          show 3\n")
    #expect(item.spoken == "Filtered: the serial. Show 3 to read.")
    #expect(item.data["filtered"] == ["the serial"])
  }

  @Test(arguments: [
    (Filter.Context.home, true), (.public, true), (.thread, true), (.account, false), (.notifications, false),
  ])
  func aFilterAppliesWhereItSays(context: Filter.Context, isFolded: Bool) {
    let item = item(Status.fixtures.filteredWarn, in: context)
    #expect(item.spoken.hasPrefix("Filtered") == isFolded)
  }

  @Test func aFilterThatEndedFoldsNothing() {
    #expect(!item(Status.fixtures.filteredExpired).spoken.contains("iltered"))
  }

  @Test func showingAStatusOpensWarningsFiltersAndMedia() {
    let options = StatusView.Options(isRevealed: true)
    let warned = text([.item(item(Status.fixtures.contentWarning, options: options))])
    #expect(warned.contains("Content warning: food, politics\n") && warned.contains("chowder"))
    #expect(item(Status.fixtures.filteredWarn, options: options).spoken.hasPrefix("Filtered") == false)
    #expect(item(Status.fixtures.sensitiveMedia, options: options).spoken.contains("one sting in it."))
  }

  @Test func preferencesDecideTheInitiallyOpenParts() {
    let open = layout {
      $0.contentWarnings = .show
      $0.media = .show
    }
    #expect(item(Status.fixtures.contentWarning, layout: open).spoken.contains("chowder"))
    #expect(item(Status.fixtures.sensitiveMedia, layout: open).spoken.contains("one sting in it."))
    let closed = item(Status.fixtures.mediaWithAlt, layout: layout { $0.media = .hide })
    #expect(closed.spoken.contains("Image. Show 3 to see."))
  }

  @Test func aDeletedStatusKeepsItsNumberAndNothingToActOn() {
    let item = item(Status.fixtures.plain, options: StatusView.Options(isDeleted: true))
    #expect(text([.item(item)]) == " 3  Deleted.\n")
    #expect(item.references.isEmpty)
    #expect(item.data["deleted"] == true)
  }

  @Test func aNumberStandsForTheBoostedStatusAndItsAuthor() {
    #expect(
      item(Status.fixtures.boost).references == [
        .status(Status.fixtures.contentWarning.id), .account(Account.fixtures.pool.id),
      ])
  }

  @Test func scriptsGetEveryMemberOfTheSchema() {
    let data = item(Status.fixtures.boost).data
    guard case .object(let members) = data else {
      Issue.record("not an object")
      return
    }
    #expect(
      members.map(\.name) == [
        "id", "url", "uri", "account", "created_at", "edited_at", "text", "html", "content_warning", "sensitive",
        "visibility", "language", "in_reply_to_id", "in_reply_to_account_id", "counts", "favourited", "boosted",
        "bookmarked", "pinned", "muted", "application", "quote_policy", "media", "poll", "link", "card",
        "collections", "links", "mentions", "mentioned_accounts", "tags", "emojis", "filtered", "boosted_by",
        "boost_id", "boosted_at", "boosters", "quote",
      ])
    #expect(data["id"] == .string(Status.fixtures.contentWarning.id.rawValue))
    #expect(data["created_at"] == "2026-11-21T10:00:00.000Z")
    #expect(data["content_warning"] == "food, politics")
    #expect(data["boosted_by"]?["acct"] == "rook")
    #expect(data["counts"] == ["replies": 9, "boosts": 21, "favourites": 77, "quotes": 0])
    #expect(item(Status.fixtures.pollVoted).data["poll"]?["own_votes"] == [1])
    #expect(item(Status.fixtures.quoteOfYou).data["quote"]?["status"]?["account"]?["acct"] == "you")
    #expect(item(Status.fixtures.plain).data["quote"] == JSONValue.null)
  }

  @Test(arguments: Status.fixtures.all)
  func statusTextCannotControlTheTerminal(_ status: Status) {
    for isRevealed in [false, true] {
      let item = item(status, options: StatusView.Options(isRevealed: isRevealed))
      for format in [Renderer.Format.plain, .spoken, .json] {
        for width in [20, 72] {
          let scalars = text([.item(item)], width: width, as: format).unicodeScalars
          #expect(!scalars.contains { $0.value == 0x1B || (0x80...0x9F).contains($0.value) || $0.value == 0x202E })
        }
      }
    }
  }
}
