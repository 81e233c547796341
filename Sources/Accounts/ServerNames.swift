public import MastodonClient
import MastodonKit

/// Names for completion that the server knows and that no screen has shown: accounts and hashtags that the user follows, and
/// the server's emoji.
///
/// Completion never waits for a server. The first Tab starts a request, and the next one has its answer. A failed request is
/// repeated at the next Tab and is not reported, since the user asked for none.
@MainActor
public final class ServerNames {
  private let client: MastodonClient
  /// The names found for each request: the accounts for `@` with the beginning of a name in lower case, the hashtags for `#`,
  /// the emoji for `:`.
  private var names: [String: [String]] = [:]
  private var requests: [String: Task<Void, Never>] = [:]

  /// The number of accounts that a search returns; fewer are all that there are.
  private nonisolated static let searchLimit = 40
  /// As many hashtags as Mastodon returns at once.
  private nonisolated static let tagLimit = 200

  /// Creates the names of a client's account; nothing is requested yet.
  public init(client: MastodonClient) { self.client = client }

  deinit { for request in requests.values { request.cancel() } }

  /// Completions of `@…`, `#…` and `:…` that are known now, in alphabetical order; asks the server for those that are not.
  public func words(beginning typed: String) -> [String] {
    let beginning = typed.lowercased()
    switch typed.first {
    case "@":
      guard beginning != "@", !isComplete(for: beginning) else { break }
      request(beginning) { client in
        let page = PageRequest(limit: Self.searchLimit)
        return try await client.send(.searchAccounts(String(beginning.dropFirst()), page, following: true)).elements
          .map { "@\($0.acct)" }
      }
    case "#":
      request("#") { client in
        try await client.send(.followedTags(PageRequest(limit: Self.tagLimit))).elements.map { "#\($0.name)" }
      }
    case ":":
      request(":") { client in
        try await client.send(.customEmojis).elements.filter(\.visibleInPicker).map { ":\($0.shortcode):" }
      }
    default: return []
    }
    return Set(names.values.joined()).filter { $0.lowercased().hasPrefix(beginning) }.sorted()
  }

  /// Waits for the requests that are on their way; for tests.
  func finishRequests() async {
    for request in requests.values { await request.value }
  }

  /// Whether a search for this beginning, or for a shorter one that found everything, was answered.
  private func isComplete(for beginning: String) -> Bool {
    names[beginning] != nil
      || names.contains { beginning.hasPrefix($0.key) && $0.value.count < Self.searchLimit }
  }

  /// Sends a request unless it was answered, or the same one is on its way.
  private func request(
    _ key: String, _ fetch: @escaping @Sendable (MastodonClient) async throws -> [String]
  ) {
    guard names[key] == nil, requests[key] == nil else { return }
    requests[key] = Task { [weak self, client] in
      do {
        let names = try await fetch(client)
        self?.names[key] = names
      } catch {
        // Repeated at the next Tab.
      }
      self?.requests[key] = nil
    }
  }
}
