import FoundationEssentials

extension Notification {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// Zoë replied to the user.
    public var mention: Notification {
      .fixture(.mention, Account.fixtures.zoe, minutesAgo: 15, status: Status.fixtures.reply)
    }
    /// Rook wrote to the reader alone.
    public var directMention: Notification {
      .fixture(.mention, Account.fixtures.rook, minutesAgo: 95, status: Status.fixtures.direct)
    }
    /// Wren posted, whose posts the user has subscribed to.
    public var status: Notification {
      .fixture(.status, Account.fixtures.wren, minutesAgo: 14, status: Status.fixtures.threadRoot)
    }
    public var reblog: Notification {
      .fixture(.reblog, Account.fixtures.rook, minutesAgo: 40, status: Status.fixtures.own, group: "reblog-own-1")
    }
    public var follow: Notification {
      .fixture(.follow, Account.fixtures.heron, minutesAgo: 1450, group: "follow-1")
    }
    /// Moss would like to follow.
    public var followRequest: Notification {
      .fixture(.followRequest, Account.fixtures.moss, minutesAgo: 200)
    }
    public var favourite: Notification {
      .fixture(.favourite, Account.fixtures.rook, minutesAgo: 5, status: Status.fixtures.own, group: "favourite-own-1")
    }
    /// Four favourited one status: they share a group.
    public var favourites: [Notification] {
      let others = [Account.fixtures.wren, Account.fixtures.chinatsu, Account.fixtures.pool]
      return [favourite]
        + others.enumerated().map { index, account in
          .fixture(
            .favourite, account, minutesAgo: 6 + index, status: Status.fixtures.own, group: "favourite-own-1")
        }
    }
    /// A poll ended that the reader voted in.
    public var poll: Notification {
      .fixture(.poll, Account.fixtures.zoe, minutesAgo: 1441, status: Status.fixtures.pollEnded)
    }
    /// A status was edited that the reader boosted.
    public var update: Notification {
      .fixture(.update, Account.fixtures.moss, minutesAgo: 180, status: Status.fixtures.edited)
    }
    /// Juniper quoted the reader.
    public var quote: Notification {
      .fixture(.quote, Account.fixtures.juniper, minutesAgo: 88, status: Status.fixtures.quoteOfYou)
    }
    /// A status was edited that the reader quoted.
    public var quotedUpdate: Notification {
      .fixture(.quotedUpdate, Account.fixtures.moss, minutesAgo: 181, status: Status.fixtures.edited)
    }
    public var adminSignUp: Notification { .fixture(.adminSignUp, Account.fixtures.noura, minutesAgo: 3000) }
    /// Moss reported an account.
    public var adminReport: Notification { .fixture(.adminReport, Account.fixtures.moss, minutesAgo: 3001) }
    /// Follows were lost with a server.
    public var severedRelationships: Notification {
      .fixture(.severedRelationships, Account.fixtures.you, minutesAgo: 3002)
    }
    public var moderationWarning: Notification { .fixture(.moderationWarning, Account.fixtures.you, minutesAgo: 3003) }
    /// Juniper put the reader into a collection.
    public var addedToCollection: Notification {
      .fixture(.addedToCollection, Account.fixtures.juniper, minutesAgo: 3004)
    }
    /// Juniper changed that collection.
    public var collectionUpdate: Notification {
      .fixture(.collectionUpdate, Account.fixtures.juniper, minutesAgo: 2950)
    }
    /// A kind that this version does not know, with a status.
    public var unknown: Notification {
      .fixture(
        .unknown("pleroma:emoji_reaction"), Account.fixtures.pool, minutesAgo: 33, status: Status.fixtures.own)
    }
    /// An unknown kind with a text from the server.
    public var unknownWithFallback: Notification {
      var notification = Notification.fixture(.unknown("wave"), Account.fixtures.heron, minutesAgo: 34)
      notification.fallback = Fallback(
        title: "Heron waved at you", summary: "<p>Heron waved at you <em>from the far bank</em>.</p>")
      return notification
    }
    /// A favourite of a status that is gone.
    public var withoutStatus: Notification { .fixture(.favourite, Account.fixtures.noura, minutesAgo: 3005) }
    /// A follower whose name contains terminal control sequences.
    public var hostile: Notification {
      .fixture(.unknown("\u{1B}]0;owned\u{7}\u{202E}"), Account.fixtures.hostile, minutesAgo: 3006)
    }

    /// A list as a reader might meet it, newest first.
    public var list: [Notification] {
      favourites + [status, mention, reblog, quote, directMention, update, followRequest, poll, follow]
    }

    /// One of each kind and shape, newest first.
    public var all: [Notification] {
      let rest = [
        quotedUpdate, adminSignUp, adminReport, severedRelationships, moderationWarning, addedToCollection,
        collectionUpdate, unknown, unknownWithFallback, withoutStatus, hostile,
      ]
      return (list + rest).sorted { $0.id > $1.id }
    }
  }

  /// One of the fixtures; its id follows from its age, so that ids are in the order of time.
  fileprivate static func fixture(
    _ kind: Kind, _ account: Account, minutesAgo: Int, status: Status? = nil, group: String? = nil
  ) -> Notification {
    let id = ID("\(90_000 - minutesAgo)")
    return Notification(
      id: id, kind: kind, createdAt: .fixture(minutesAgo: minutesAgo), account: account, status: status,
      groupKey: group ?? "ungrouped-\(id)")
  }
}
