public import MastodonKit

extension MastodonClient {
  /// Reads and adds what exports and imports are about.
  public var transferService: TransferService {
    TransferService(
      following: { try await send(.following(of: $0, $1)) }, mutes: { try await send(.mutes($0)) },
      blocks: { try await send(.blocks($0)) }, domainBlocks: { try await send(.domainBlocks($0)) },
      bookmarks: { try await send(.bookmarks($0)) }, followedTags: { try await send(.followedTags($0)) },
      lists: { try await send(.lists).elements }, members: { try await send(.listAccounts($0, $1)) },
      relationships: { try await send(.relationships($0)).elements }, account: { try await account(at: $0) },
      status: { try await status(at: $0) }, change: { try await make($0) },
      createList: { try await send(.createList(ListDraft(title: $0))) })
  }

  /// Finds an account; what this server does not know yet, it looks up on the account's server.
  private func account(at address: String) async throws(MastodonError) -> Account {
    do throws(MastodonError) { return try await self.account(named: address) } catch {
      guard case .notFound = error else { throw error }
    }
    let found = try await send(.resolve(address)).accounts
    guard let account = found.first(where: { isAt(address, $0) }) else {
      throw .notFound(host: server.name, operation: "find @\(address)")
    }
    return account
  }

  private func status(at url: String) async throws(MastodonError) -> Status {
    guard let status = status(at: url, among: try await send(.resolve(url)).statuses) else {
      throw .notFound(host: server.name, operation: "find the post")
    }
    return status
  }

  private func make(_ change: TransferService.Change) async throws(MastodonError) {
    switch change {
    case .follow(let id, let options): _ = try await send(.follow(id, options))
    case .mute(let id, let options): _ = try await send(.mute(id, options))
    case .block(let id): _ = try await send(.block(id))
    case .blockDomain(let domain): try await send(.blockDomain(domain))
    case .bookmark(let id): _ = try await send(.bookmark(id))
    case .followTag(let name): _ = try await send(.followTag(name))
    case .add(let id, let list): try await send(.addToList(list, [id]))
    }
  }
}
