public import MastodonKit

extension Endpoint {
  public static func collections(of id: Account.ID, _ page: PageRequest) -> Endpoint<Linked<Collections>> {
    .linked(
      "/api/v1/accounts/:account_id/collections", id, request: page, access: .either, .readCollections, paging: .offset,
      to: "load the account's collections", count: { $0.collections.count })
  }

  public static func collections(with id: Account.ID, _ page: PageRequest) -> Endpoint<Linked<Collections>> {
    .linked(
      "/api/v1/accounts/:account_id/in_collections", id, request: page, access: .account, .readCollections,
      paging: .offset, to: "load the collections with the account", count: { $0.collections.count })
  }

  public static func collection(_ id: Collection.ID) -> Endpoint<CollectionWithAccounts> {
    .init(.get, "/api/v1/collections/:id", id, access: .either, .readCollections, to: "load the collection")
  }

  /// Creates a collection (API version 10).
  public static func createCollection(_ draft: CollectionDraft) -> Endpoint<WrappedCollection> {
    var fields = draft.fields
    fields.add(each: "account_ids", draft.accountIDs)
    return .init(
      .post, "/api/v1/collections", body: fields.form, access: .account, .writeCollections, to: "create the collection"
    ).checked(rereading: { $0.map { .rereading($0.collection.id) } }) { draft.parts(missingIn: $0.collection) }
  }

  /// Changes a collection's name and description.
  public static func updateCollection(_ id: Collection.ID, _ draft: CollectionDraft) -> Endpoint<WrappedCollection> {
    .init(
      .patch, "/api/v1/collections/:id", id, body: draft.fields.form, access: .account, .writeCollections,
      to: "change the collection"
    ).checked(rereading: { _ in .rereading(id) }) { draft.parts(missingIn: $0.collection) }
  }

  private static func rereading(_ id: Collection.ID) -> Endpoint<WrappedCollection> {
    Endpoint<CollectionWithAccounts>.collection(id).map { found, _, _ in
      WrappedCollection(collection: found.collection)
    }
  }

  public static func addToCollection(_ id: Collection.ID, _ account: Account.ID) -> Endpoint<WrappedCollectionItem> {
    .init(
      .post, "/api/v1/collections/:collection_id/items", id, body: .form([Field("account_id", account.rawValue)]),
      access: .account, .writeCollections, to: "add to the collection"
    ).checked(rereading: { _ in nil }) { answer in
      let item = answer.collectionItem
      let isAdded = [.pending, .accepted].contains(item.state) && item.accountID ?? account == account
      return isAdded ? [] : [RequestPart("account", "the account")]
    }
  }

  public static func deleteCollection(_ id: Collection.ID) -> Endpoint<Void> {
    .init(.delete, "/api/v1/collections/:id", id, access: .account, .writeCollections, to: "delete the collection")
  }

  public static func removeFromCollection(_ id: Collection.ID, _ item: CollectionItem.ID) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/collections/:collection_id/items/:id", id, item, access: .account, .writeCollections,
      to: "remove from the collection")
  }

  public static func leaveCollection(_ id: Collection.ID, _ item: CollectionItem.ID) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/collections/:collection_id/items/:id/revoke", id, item, access: .account, .writeCollections,
      to: "leave the collection")
  }
}

extension CollectionDraft {
  fileprivate var fields: [Field] {
    var fields: [Field] = []
    fields.add("name", name)
    fields.add("description", description)
    fields.add("language", language)
    fields.add("tag_name", tag)
    fields.add("sensitive", sensitive)
    fields.add("discoverable", discoverable)
    return fields
  }
}
