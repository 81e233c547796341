import MastodonKit

extension AccountCollections {
  final class OverviewFixtures: Sendable {
    let empty = Overview(.own, [])
    /// Two of the user's.
    let own = Overview(.own, [Collection.night, Collection.bare], limit: 10)
    /// Another account's, one of them marked as sensitive.
    let others = Overview(
      .account("@rook"),
      [
        Collection.night,
        {
          var collection = Collection.bare
          collection.sensitive = true
          return collection
        }(),
      ])
    let none = Overview(.account("@rook"), [])
    let withMe = Overview(.withMe, [Collection.night])
    let hostile = Overview(.account("@r\u{1B}[31mook"), [Collection.hostile])
  }
}

extension AccountCollections.State {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    /// Another account's, with the user in it.
    let loaded = AccountCollections.State(
      CollectionWithAccounts(
        accounts: [Account.fixtures.heron, Account.fixtures.wren, Account.fixtures.you], collection: .night),
      owner: Account.fixtures.rook, me: Account.fixtures.you.id)
    /// The user's own, with an account that has not agreed yet and one that is hidden.
    let own = AccountCollections.State(
      CollectionWithAccounts(
        accounts: [Account.fixtures.heron],
        collection: {
          var collection = Collection.night
          collection.accountID = Account.fixtures.you.id
          collection.items[0].state = .pending
          collection.items[1].accountID = nil
          collection.items[2].accountID = nil
          return collection
        }()), me: Account.fixtures.you.id)
    /// The user's own, empty and marked as sensitive.
    let empty = AccountCollections.State(
      CollectionWithAccounts(
        collection: {
          var collection = Collection.bare
          collection.accountID = Account.fixtures.you.id
          collection.sensitive = true
          return collection
        }()), me: Account.fixtures.you.id)
    let hostile = AccountCollections.State(
      CollectionWithAccounts(accounts: [Account.fixtures.heron], collection: .hostile),
      owner: Account.fixtures.rook, me: Account.fixtures.you.id)
  }
}

extension Collection {
  /// Three accounts about a hashtag.
  static let night = Collection(
    id: "710001", accountID: Account.fixtures.rook.id, url: "https://sandbox.example/collections/710001",
    name: "Awake at three", description: "<p>Who answers when the lamp is on at the upper lock.</p>", language: "en",
    local: true, discoverable: true, tag: Tag(name: "night", url: "https://sandbox.example/tags/night"),
    createdAt: .fixture(daysAgo: 20), updatedAt: .fixture(daysAgo: 2), itemCount: 3,
    items: [Account.fixtures.heron, Account.fixtures.wren, Account.fixtures.you].enumerated().map {
      CollectionItem(
        id: CollectionItem.ID("\($0.offset + 1)"), accountID: $0.element.id, state: .accepted,
        createdAt: .fixture(daysAgo: 20))
    })

  static let bare = Collection(
    id: "710002", accountID: Account.fixtures.rook.id, name: "Later", createdAt: .fixture(daysAgo: 1),
    updatedAt: .fixture(daysAgo: 1))

  static let hostile = Collection(
    id: "710003", accountID: Account.fixtures.rook.id, url: "https://sandbox.example/\u{1B}[2J",
    name: "A\u{1B}]0;b\u{07}\nname", description: "<p>One\u{1B}[31m</p><script>x</script><p>\u{202E}two</p>",
    discoverable: true, tag: Tag(name: "t\u{1B}[2Jag\nx", url: ""), createdAt: .fixture(daysAgo: 1),
    updatedAt: .fixture(daysAgo: 1), itemCount: -4,
    items: [CollectionItem(id: "1", state: .unknown("\u{1B}[31mheld"), createdAt: .fixture(daysAgo: 1))])
}
