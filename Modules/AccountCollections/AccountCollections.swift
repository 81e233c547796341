public import MastodonKit

/// Collections: lists of recommended accounts that anyone can look at.
public enum AccountCollections {
  public struct Overview: Hashable, Sendable {
    public var subject: Subject
    public var collections: [Collection]
    /// The most that the user may make, as far as that is known.
    public var limit: Int?

    public init(_ subject: Subject, _ collections: [Collection], limit: Int? = nil) {
      self.subject = subject
      self.collections = collections
      self.limit = limit
    }
  }

  public enum Subject: Hashable, Sendable {
    case own
    /// Another account's, as it was typed.
    case account(String)
    /// Those of others that the user is in.
    case withMe
  }

  public struct State: Hashable, Sendable {
    public var content: CollectionWithAccounts
    /// The owner; `nil` for the user.
    public var owner: Account?
    public var me: Account.ID

    public init(_ content: CollectionWithAccounts, owner: Account? = nil, me: Account.ID) {
      self.content = content
      self.owner = owner
      self.me = me
    }

    var collection: Collection { content.collection }

    /// The user's own place in it, if it is another account's.
    var ownItem: CollectionItem? {
      collection.accountID == me ? nil : collection.items.first { $0.accountID == me }
    }
  }

  /// The actions on a collection.
  enum Word: String, CaseIterable, Sendable {
    case create, edit, delete, add, remove, leave
  }

  struct Member: Hashable, Sendable {
    var id: Account.ID
    var typed: String
  }

  enum Request: Sendable {
    case show(Collection.ID)
    case create(CollectionDraft)
    case edit(Collection.ID, CollectionDraft)
    case delete(Collection.ID)
    case add(Collection.ID, [Member])
    case remove(Collection.ID, [Member])
    case leave(Collection.ID)
  }
}
