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
  /// The accounts found for each beginning, in lower case and without `@`.
  private var accounts: [String: [String]] = [:]
  private var hashtags: [String]?
  private var emoji: [String]?
  private var requests: [String: Task<Void, Never>] = [:]

  /// The number of accounts that a search returns; fewer are all that there are.
  private static let searchLimit = 40
  /// As many hashtags as Mastodon returns at once.
  private static let tagLimit = 200

  /// Creates the names of a client's account; nothing is requested yet.
  public init(client: MastodonClient) { self.client = client }

  deinit { for request in requests.values { request.cancel() } }

  /// Completions of `@…`, `#…` and `:…` that are known now, in alphabetical order; asks the server for those that are not.
  public func words(beginning typed: String) -> [String] {
    let name = typed.dropFirst().lowercased()
    let known: [String]
    switch typed.first {
    case "@":
      if !name.isEmpty, !isComplete(for: name) { requestAccounts(name) }
      known = accounts.values.joined().map { "@\($0)" }
    case "#":
      if hashtags == nil { requestHashtags() }
      known = (hashtags ?? []).map { "#\($0)" }
    case ":":
      if emoji == nil { requestEmoji() }
      known = (emoji ?? []).map { ":\($0):" }
    default: return []
    }
    let beginning = typed.lowercased()
    return Set(known).filter { $0.lowercased().hasPrefix(beginning) }.sorted()
  }

  /// Waits for the requests that are on their way; for tests.
  func finishRequests() async {
    for request in requests.values { await request.value }
  }

  /// Whether a search for this beginning, or for a shorter one that found everything, was answered.
  private func isComplete(for name: String) -> Bool {
    accounts[name] != nil || accounts.contains { name.hasPrefix($0.key) && $0.value.count < Self.searchLimit }
  }

  private func requestAccounts(_ name: String) {
    request("@\(name)") { [client] in
      try await client.send(.searchAccounts(name, PageRequest(limit: Self.searchLimit), following: true)).elements
        .map(\.acct)
    } keep: {
      $0.accounts[name] = $1
    }
  }

  private func requestHashtags() {
    request("#") { [client] in
      try await client.send(.followedTags(PageRequest(limit: Self.tagLimit))).elements.map(\.name)
    } keep: {
      $0.hashtags = $1
    }
  }

  private func requestEmoji() {
    request(":") { [client] in
      try await client.send(.customEmojis).elements.filter(\.visibleInPicker).map(\.shortcode)
    } keep: {
      $0.emoji = $1
    }
  }

  /// Sends a request unless the same one is on its way.
  private func request(
    _ key: String, _ fetch: @escaping @Sendable () async throws -> [String],
    keep: @escaping @MainActor (ServerNames, [String]) -> Void
  ) {
    guard requests[key] == nil else { return }
    requests[key] = Task { [weak self] in
      do {
        let names = try await fetch()
        if let self { keep(self, names) }
      } catch {
        // Repeated at the next Tab.
      }
      self?.requests[key] = nil
    }
  }
}
