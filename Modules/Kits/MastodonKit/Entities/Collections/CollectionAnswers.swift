/// Several collections, as a server sends them.
public struct Collections: Hashable, Sendable {
  /// The collections.
  public var collections: [Collection]

  /// Creates an answer.
  public init(collections: [Collection] = []) {
    self.collections = collections
  }
}

extension Collections: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case collections
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    collections = json.list(.collections)
  }
}

/// One collection, as a server sends it.
public struct WrappedCollection: Hashable, Sendable {
  /// The collection.
  public var collection: Collection

  /// Creates an answer.
  public init(collection: Collection) {
    self.collection = collection
  }
}

extension WrappedCollection: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case collection
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    collection = try json.decode(Collection.self, forKey: .collection)
  }
}

/// One place in a collection, as a server sends it.
public struct WrappedCollectionItem: Hashable, Sendable {
  /// The place.
  public var collectionItem: CollectionItem

  /// Creates an answer.
  public init(collectionItem: CollectionItem) {
    self.collectionItem = collectionItem
  }
}

extension WrappedCollectionItem: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case collectionItem = "collection_item"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    collectionItem = try json.decode(CollectionItem.self, forKey: .collectionItem)
  }
}

/// A collection and the accounts in it.
public struct CollectionWithAccounts: Hashable, Sendable {
  /// The accounts.
  public var accounts: [Account]
  /// The collection.
  public var collection: Collection

  /// Creates an answer.
  public init(accounts: [Account] = [], collection: Collection) {
    self.accounts = accounts
    self.collection = collection
  }
}

extension CollectionWithAccounts: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case accounts, collection
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    accounts = json.list(.accounts)
    collection = try json.decode(Collection.self, forKey: .collection)
  }
}
