public import MastodonKit

extension MastodonClient {
  public var annualReportService: AnnualReportService {
    AnnualReportService(
      unread: { try await send(.annualReports) }, report: { try await send(.annualReport($0)) },
      state: { try await send(.annualReportState($0)) }, generate: { try await send(.generateAnnualReport($0)) },
      markRead: { try await send(.readAnnualReport($0)) })
  }

  /// Reads and changes collections of accounts.
  public var collectionService: CollectionService {
    CollectionService(
      // The largest page that servers allow; an account may have far fewer.
      all: { try await collections(.collections(of: $0, PageRequest(.newest, limit: 80))) },
      containing: { try await collections(.collections(with: $0, PageRequest(.newest, limit: 80))) },
      collection: { try await send(.collection($0)) },
      create: { try await send(.createCollection($0)).collection },
      update: { try await send(.updateCollection($0, $1)).collection },
      delete: { try await send(.deleteCollection($0)) },
      add: { try await send(.addToCollection($0, $1)).collectionItem },
      remove: { try await send(.removeFromCollection($0, $1)) },
      leave: { try await send(.leaveCollection($0, $1)) })
  }

  private func collections(_ endpoint: Endpoint<Linked<Collections>>) async throws -> [Collection] {
    let answer = try await send(endpoint).value
    // A list of which nothing can be read is not an empty one.
    guard answer.skipped == 0 || !answer.collections.isEmpty else {
      throw MastodonError.invalidResponse(host: server.name, operation: endpoint.operation)
    }
    return answer.collections
  }
}
