/// Several collections, as a server sends them.
public struct Collections: Hashable, Sendable, ListAnswer {
  public var collections: [Collection] = []
  public var skipped = 0
}

extension Collections: DecodableEntity {
  public init(_ json: Fields) throws {
    collections = json.list("collections", counting: &skipped)
  }
}

/// One collection, as a server sends it.
public struct WrappedCollection: Hashable, Sendable {
  public var collection: Collection

  public init(collection: Collection) { self.collection = collection }
}

extension WrappedCollection: DecodableEntity {
  public init(_ json: Fields) throws {
    collection = try json.decode(Collection.self, "collection")
  }
}

/// One place in a collection, as a server sends it.
public struct WrappedCollectionItem: Hashable, Sendable {
  public var collectionItem: CollectionItem
}

extension WrappedCollectionItem: DecodableEntity {
  public init(_ json: Fields) throws {
    collectionItem = try json.decode(CollectionItem.self, "collection_item")
  }
}

public struct CollectionWithAccounts: Hashable, Sendable, DecodableEntity {
  public var accounts: [Account]
  public var collection: Collection

  public init(accounts: [Account] = [], collection: Collection) {
    self.accounts = accounts
    self.collection = collection
  }

  public init(_ json: Fields) throws {
    accounts = json.list("accounts")
    collection = try json.decode(Collection.self, "collection")
  }
}
