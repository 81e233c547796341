internal import MastodonKit

/// Addresses in the place of ids: what was typed while the server could not be asked for the id.
extension MastodonClient {
  /// The endpoint with the id of what the address in its path stands for; any other endpoint as it is.
  func resolved(_ endpoint: AnyEndpoint) async throws(MastodonError) -> AnyEndpoint {
    guard let address = endpoint.arguments.first, let id = try await id(of: address, in: endpoint) else {
      return endpoint
    }
    var endpoint = endpoint
    endpoint.arguments[0] = id
    // A list's members are named in the same way.
    if endpoint.template == "/api/v1/lists/:id/accounts", case .form(var fields) = endpoint.body {
      for index in fields.indices where fields[index].value.hasPrefix("@") {
        fields[index].value = try await accountID(of: String(fields[index].value.dropFirst()), for: endpoint.operation)
      }
      endpoint.body = .form(fields)
    }
    return endpoint
  }

  /// The id that an address in the path of an endpoint stands for; `nil` for what is an id.
  private func id(
    of address: String, in endpoint: AnyEndpoint
  ) async throws(MastodonError) -> String? {
    let missing = MastodonError.notFound(host: server.name, operation: endpoint.operation)
    if endpoint.template.hasPrefix("/api/v1/statuses/:id") {
      if let draft = WaitingPost.draft(Status.ID(address)) { return try queue.sent(draft).rawValue }
      guard address.hasPrefix("https://") else { return nil }
      let found = try await sendNow(.resolve(address)).statuses
      guard let status = status(at: address, among: found) else { throw missing }
      return status.id.rawValue
    }
    if endpoint.template.hasPrefix("/api/v1/accounts/:id/") {
      return address.hasPrefix("@")
        ? try await accountID(of: String(address.dropFirst()), for: endpoint.operation) : nil
    }
    if endpoint.template.hasPrefix("/api/v1/polls/:id"), let status = UnreadID.status(Poll.ID(address)) {
      guard let poll = try await sendNow(.status(status)).poll else { throw missing }
      return poll.id.rawValue
    }
    if endpoint.template == "/api/v1/lists/:id/accounts", let name = UnreadID.name(address) {
      let lists = try await sendNow(.lists).elements
      let exact = lists.first { $0.title == name }
      guard let list = exact ?? lists.first(where: { $0.title.lowercased() == name.lowercased() }) else {
        throw missing
      }
      return list.id.rawValue
    }
    return nil
  }

  /// The post that an address is of: some servers answer a search for it with posts that mention it, or with any.
  func status(at address: String, among found: [Status]) -> Status? {
    let wanted = Self.page(address)
    if let status = found.first(where: { [$0.uri, $0.url ?? ""].map(Self.page).contains(wanted) }) { return status }
    // A page of this server for another one's post ends with the id that it has here.
    guard wanted.hasPrefix(server.name + "/"), let id = wanted.split(separator: "/").last else { return nil }
    return found.first { $0.id.rawValue == id }
  }

  /// An address without its scheme, its fragment, and a slash at its end, and with its host in small letters.
  private static func page(_ address: String) -> String {
    let page = address.prefix { $0 != "#" }.split(separator: "//", maxSplits: 1).last ?? ""
    let host = page.prefix { $0 != "/" }
    return host.lowercased() + (page.hasSuffix("/") ? page.dropLast() : page).dropFirst(host.count)
  }

  /// The account with this address, if the server knows it.
  ///
  /// Mastodon before 3.4, Pixelfed and WordPress only find it by a search, and may answer that the account does not exist.
  ///
  /// - throws: `.notFound`
  func account(named address: String) async throws(MastodonError) -> Account {
    let missing: MastodonError
    do throws(MastodonError) { return try await send(.lookup(address)) } catch {
      switch error {
      case .notFound: missing = error
      case .lacks, .unsupported:
        missing = .notFound(host: server.name, operation: Endpoint<Account>.lookup(address).operation)
      default: throw error
      }
    }
    // The address of another server's account is resolved by who asks for it.
    guard !address.contains("@") else { throw missing }
    // A search that fails has found nothing.
    let found = try? await send(.search(SearchQuery("@\(address)", kind: .accounts), PageRequest(limit: 5)))
    guard let account = found?.value.accounts.first(where: { isAt(address, $0) }) else { throw missing }
    return account
  }

  /// Whether an address is an account's; the server leaves the host out for its own accounts.
  func isAt(_ address: String, _ account: Account) -> Bool {
    func local(_ address: String) -> String {
      let address = address.lowercased()
      return address.hasSuffix("@\(server.name)") ? String(address.dropLast(server.name.count + 1)) : address
    }
    return local(address) == local(account.acct)
  }

  private func accountID(of handle: String, for operation: String) async throws(MastodonError) -> String {
    let local = handle.hasSuffix("@\(server.name)") ? String(handle.dropLast(server.name.count + 1)) : handle
    do throws(MastodonError) {
      let found = try await account(named: local)
      // A lookup that returns another account has found nothing.
      if found.username.lowercased() == local.prefix(while: { $0 != "@" }).lowercased() { return found.id.rawValue }
    } catch {
      guard case .notFound = error else { throw error }
    }
    // A search makes the server ask another one.
    if local.contains("@"),
      let found = try await sendNow(.resolve("@\(local)")).accounts.first(where: { isAt(local, $0) })
    {
      return found.id.rawValue
    }
    throw .notFound(host: server.name, operation: operation)
  }
}
