extension Status.Fixtures {
  /// Statuses with media or a link's card.
  public var withMedia: [Status] {
    [mediaWithAlt, mediaWithoutAlt, sensitiveMedia, mediaOnly, gallery, linkCard, linkCardBare]
  }

  /// A picture that is described.
  public var mediaWithAlt: Status {
    .fixture(
      Account.fixtures.heron, minutesAgo: 165, "<p>The lock keeper says it has stood there since Tuesday.</p>",
      replies: 3, reblogs: 31, favourites: 122
    ) {
      $0.mediaAttachments = [MediaAttachment.fixtures.heron]
    }
  }

  /// An image without alt text.
  public var mediaWithoutAlt: Status {
    .fixture(Account.fixtures.rook, minutesAgo: 610, "<p>No words for this.</p>", favourites: 8) {
      $0.mediaAttachments = [MediaAttachment.fixtures.undescribed]
    }
  }

  /// A picture that is hidden at first.
  public var sensitiveMedia: Status {
    .fixture(
      Account.fixtures.wren, minutesAgo: 400, "<p>The hand, day two. Parliament was in session.</p>", replies: 5,
      favourites: 16
    ) {
      $0.sensitive = true
      $0.mediaAttachments = [MediaAttachment.fixtures.sting]
    }
  }

  /// A video without text.
  public var mediaOnly: Status {
    .fixture(Account.fixtures.rook, minutesAgo: 700, "", reblogs: 3, favourites: 25) {
      $0.mediaAttachments = [MediaAttachment.fixtures.lock]
    }
  }

  /// One medium of each kind.
  public var gallery: Status {
    .fixture(Account.fixtures.juniper, minutesAgo: 800, "<p>What the cellar of the old harbour office held.</p>") {
      $0.mediaAttachments = MediaAttachment.fixtures.all
    }
  }

  public var linkCard: Status {
    .fixture(
      Account.fixtures.juniper, minutesAgo: 150,
      """
      <p>How the old tide tables were made, with brass and patience: \
      \(FixtureHTML.link(shown: "shore.example/notes/the-brass-t", hidden: "ide-machine?from=harbour"))</p>
      """, reblogs: 40, favourites: 95
    ) {
      $0.card = PreviewCard.fixtures.article
    }
  }

  /// A link whose preview has only a title.
  public var linkCardBare: Status {
    .fixture(
      Account.fixtures.wren, minutesAgo: 900,
      """
      <p>Prices are up, here and in general. \
      <a href="https://wren.example/prices" target="_blank" rel="nofollow noopener" translate="no">\
      <span class="invisible">https://</span><span class="">wren.example/prices</span>\
      <span class="invisible"></span></a></p>
      """
    ) {
      $0.card = PreviewCard.fixtures.bare
    }
  }

  /// Statuses with a poll.
  public var asking: [Status] { [pollOpen, pollVoted, pollEnded, pollHidden, pollUntouched] }

  /// A poll that the reader can vote in.
  public var pollOpen: Status {
    .fixture(
      Account.fixtures.heron, minutesAgo: 185, "<p>Is it a swim if you were pushed?</p>", replies: 8, favourites: 14
    ) {
      $0.poll = Poll.fixtures.open
    }
  }

  /// The same after the reader voted.
  public var pollVoted: Status {
    var status = pollOpen
    status.poll = Poll.fixtures.voted
    return status
  }

  /// A poll that ended, with several choices for each voter.
  public var pollEnded: Status {
    .fixture(
      Account.fixtures.zoe, minutesAgo: 3100, "<p>What do you keep in the saddlebag? Choose what is true.</p>",
      replies: 12, reblogs: 5, favourites: 33
    ) {
      $0.poll = Poll.fixtures.ended
    }
  }

  /// A poll that keeps its result back.
  public var pollHidden: Status {
    .fixture(Account.fixtures.pool, minutesAgo: 1420, "<p>For the minutes of the committee:</p>") {
      $0.spoilerText = "the chowder question"
      $0.poll = Poll.fixtures.hiddenTotals
    }
  }

  /// A poll without votes and without an end, in wide characters and emoji.
  public var pollUntouched: Status {
    .fixture(Account.fixtures.chinatsu, minutesAgo: 520, "<p>お茶にしますか？</p>") {
      $0.language = "ja"
      $0.poll = Poll.fixtures.untouched
    }
  }
}
