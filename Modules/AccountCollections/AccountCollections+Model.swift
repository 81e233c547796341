import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

extension AccountCollections {
  /// Reads and changes collections; it keeps nothing, because they are printed and not shown as screens.
  @MainActor
  public final class Model {
    private let service: CollectionService
    private let account: @Sendable (Account.ID) async throws -> Account
    private let me: @MainActor () async throws -> Account.ID
    private let limit: @MainActor () -> Int?

    /// Creates a model; nothing is fetched yet.
    ///
    /// - Parameters:
    ///   - service: Reads and changes collections.
    ///   - account: Loads an account.
    ///   - me: The id of the signed-in account.
    ///   - limit: The most collections that it may make, as far as that is known.
    public init(
      service: CollectionService, account: @escaping @Sendable (Account.ID) async throws -> Account,
      me: @escaping @MainActor () async throws -> Account.ID, limit: @escaping @MainActor () -> Int?
    ) {
      self.service = service
      self.account = account
      self.me = me
      self.limit = limit
    }

    /// The collections of an account, without one the user's own.
    func overview(of member: Member?) async throws -> Overview {
      let me = try await me()
      let owner = member?.id ?? me
      let collections = try await service.all(owner)
      guard owner == me else { return Overview(.account(member?.typed ?? ""), collections) }
      return Overview(.own, collections, limit: limit())
    }

    /// The collections of others that the user is in.
    func overviewWithMe() async throws -> Overview { Overview(.withMe, try await service.containing(try await me())) }

    /// A collection with its accounts, and who made it.
    func state(_ id: Collection.ID) async throws -> State {
      let me = try await me()
      let content = try await service.collection(id)
      let owner = content.collection.accountID
      return State(content, owner: owner == me ? nil : try await account(owner), me: me)
    }

    /// A collection, without its owner.
    func content(_ id: Collection.ID) async throws -> CollectionWithAccounts { try await service.collection(id) }

    /// The own collection with this name, or with a name that begins with it.
    func own(named name: String) async throws -> Collection.ID {
      let all = try await service.all(try await me())
      let wanted = name.lowercased()
      let same = all.filter { $0.name.lowercased() == wanted }
      guard same.count < 2 else {
        let ids = same.prefix(3).map { collection in
          "\(ReferenceSyntax.typed(id: collection.id.rawValue)) (\(CountText.of(collection.itemCount, "account")))"
        }.joined(separator: " or ")
        throw AppError.usage(
          "\(same.count) collections are called “\(Sanitizer.oneLine(name))”.",
          suggestion: "Give a number from collections, or \(ids).")
      }
      let found = same.isEmpty ? all.filter { $0.name.lowercased().hasPrefix(wanted) } : same
      guard found.count == 1, let only = found.first else {
        let names = all.prefix(5).map { "“\(Sanitizer.oneLine($0.name))”" }.joined(separator: ", ")
        throw AppError.notFound(
          "You have no collection “\(Sanitizer.oneLine(name))”.",
          suggestion: all.isEmpty ? "Type collection create NAME to make one." : "Available: \(names).")
      }
      return only.id
    }

    func create(_ draft: CollectionDraft) async throws -> Collection { try await service.create(draft) }

    func update(_ id: Collection.ID, _ draft: CollectionDraft) async throws -> Collection {
      try await service.update(id, draft)
    }

    func delete(_ id: Collection.ID) async throws { try await service.delete(id) }

    /// Adds an account, unless it lets nobody do that.
    func add(_ member: Member, to id: Collection.ID) async throws -> CollectionItem {
      if let standing = try await account(member.id).details?.featuring, ![.automatic, .manual].contains(standing) {
        throw AppError.validation(
          "\(member.typed) can't be added to collections by you.", suggestion: "The account has not allowed it.")
      }
      return try await service.add(id, member.id)
    }

    func remove(_ item: CollectionItem.ID, from id: Collection.ID) async throws { try await service.remove(id, item) }

    /// The user's own place in another account's collection.
    ///
    /// - throws: ``AppError`` if the user is not in it.
    func ownItem(in content: CollectionWithAccounts) async throws -> CollectionItem {
      guard let item = State(content, me: try await me()).ownItem else {
        throw AppError.validation(
          "You are not in the collection “\(Sanitizer.oneLine(content.collection.name))”.",
          suggestion: "Type collections --with-me for those that you are in.")
      }
      return item
    }

    func leave(_ item: CollectionItem.ID, _ id: Collection.ID) async throws { try await service.leave(id, item) }
  }
}
