extension Status.Fixtures {
  /// Statuses that quote another, or try to.
  public var quoting: [Status] {
    [quote, quoteOfYou, quoteOfQuote, quotePending, quoteRevoked, quoteDeleted, quoteBlocked, quoteUnknownState]
  }

  /// Quotes the root of the thread.
  public var quote: Status {
    .fixture(
      Account.fixtures.chinatsu, minutesAgo: 90, "<p>うちの蜂も冬支度です。名前はまだありません。</p>", reblogs: 6, favourites: 44
    ) {
      $0.language = "ja"
      $0.quote = Quote(quotedStatus: threadRoot)
    }
  }

  public var quoteOfYou: Status {
    .fixture(Account.fixtures.juniper, minutesAgo: 88, "<p>They do that. It is best not to answer.</p>", favourites: 13)
    {
      $0.quote = Quote(quotedStatus: own)
    }
  }

  /// Quotes a quote, of which the server sends only the id of the innermost.
  public var quoteOfQuote: Status {
    var inner = quote
    inner.quote = Quote(state: .accepted, quotedStatusID: threadRoot.id)
    let quoted = inner
    return .fixture(
      Account.fixtures.rook, minutesAgo: 80, "<p>I cannot read this, but I can tell that it is about the bees.</p>",
      favourites: 20
    ) {
      $0.quote = Quote(quotedStatus: quoted)
    }
  }

  /// Waits for the quoted author to agree.
  public var quotePending: Status { quoting("<p>Asked nicely, to quote this.</p>", minutesAgo: 70, .pending) }

  /// Was agreed to once.
  public var quoteRevoked: Status { quoting("<p>There was a very good sentence here.</p>", minutesAgo: 71, .revoked) }

  /// Quotes what is gone.
  public var quoteDeleted: Status { quoting("<p>This, exactly this.</p>", minutesAgo: 72, .deleted) }

  /// A quote of an author whom the user blocks; the server sends the quoted status anyway.
  public var quoteBlocked: Status {
    quoting("<p>Look at the state of this.</p>", minutesAgo: 73, .blockedAccount, quoted: hostile)
  }

  /// Stands in a way that this version does not know.
  public var quoteUnknownState: Status {
    quoting("<p>The committee is considering whether you may see it.</p>", minutesAgo: 74, .unknown("in_committee"))
  }

  private func quoting(
    _ content: String, minutesAgo: Int, _ state: Quote.State, quoted: Status? = nil
  ) -> Status {
    .fixture(Account.fixtures.noura, minutesAgo: minutesAgo, content) {
      $0.quote = Quote(state: state, quotedStatus: quoted)
    }
  }

  /// Statuses that the reader's filters match.
  public var filteredShapes: [Status] { [filteredWarn, filteredHide, filteredBlur, filteredExpired] }

  /// Hidden by a filter.
  public var filteredWarn: Status {
    .fixture(
      Account.fixtures.rook, minutesAgo: 210,
      """
      <p>Episode nine: it was the lighthouse keeper&#39;s sister all along, and she would have got away with it if she had \
      oiled the hinges.</p>
      """, favourites: 6
    ) {
      $0.filtered = [FilterResult(filter: Filter.fixtures.warn.named, keywordMatches: ["Episode", "lighthouse"])]
    }
  }

  /// Left out by a filter.
  public var filteredHide: Status {
    .fixture(Account.fixtures.rook, minutesAgo: 320, "<p>Extra time. I cannot look. I am looking.</p>") {
      $0.filtered = [FilterResult(filter: Filter.fixtures.hide.named, keywordMatches: ["Extra time"])]
    }
  }

  /// Its media hidden by a filter.
  public var filteredBlur: Status {
    .fixture(Account.fixtures.wren, minutesAgo: 410, "<p>A sting, for the record and for the insurance.</p>") {
      $0.mediaAttachments = [MediaAttachment.fixtures.sting]
      $0.filtered = [FilterResult(filter: Filter.fixtures.blur.named, keywordMatches: ["sting"])]
    }
  }

  /// Matched by a filter that has ended.
  public var filteredExpired: Status {
    .fixture(Account.fixtures.pool, minutesAgo: 420, "<p>They are still counting, by hand, by lamplight.</p>") {
      $0.filtered = [FilterResult(filter: Filter.fixtures.expired.named, keywordMatches: ["counting"])]
    }
  }
}

extension Filter {
  /// The filter as a status contains it, without its keywords.
  fileprivate var named: Filter {
    var filter = self
    filter.keywords = []
    return filter
  }
}
