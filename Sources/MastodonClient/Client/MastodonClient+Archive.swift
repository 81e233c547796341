internal import FoundationEssentials
internal import MastodonKit

/// The archive beside the server: keeps what is read, and answers where the server cannot be reached.
extension MastodonClient {
  /// Sends an endpoint's request, or takes the answer from the archive if the run wants that or the server is out of reach.
  func sendOrRecall(_ endpoint: AnyEndpoint) async throws(MastodonError) -> any Sendable {
    if asksNobody {
      guard let answer = try await recalled(endpoint, because: nil) else {
        throw .notArchived(isChange: endpoint.method != .get)
      }
      return answer
    }
    do throws(MastodonError) { return try await sendNow(endpoint) } catch {
      guard archiveUse == .automatic, error.isAboutReachingTheServer,
        let answer = try await recalled(endpoint, because: error)
      else { throw error }
      return answer
    }
  }

  /// Whether it answers from the archive alone, for a user who asked for that.
  public var isCached: Bool { archiveUse == .cached }

  /// Whether the run or the present reading is satisfied with the archive.
  var asksNobody: Bool { isCached || keptReads?.isReading == true }

  /// Whether a kept response may be shown before the server's.
  ///
  /// Who opens something again within a minute, or after a change, wants to see what has changed.
  private func isWorthShowing(_ kept: ArchivedResponse) -> Bool {
    kept.date < now().addingTimeInterval(-60) && changes.last.map { kept.date > $0 } ?? true
  }

  /// The archive's answer; `nil` if it has none.
  private func recalled(
    _ endpoint: AnyEndpoint, because reason: MastodonError?
  ) async throws(MastodonError) -> (any Sendable)? {
    guard let request = endpoint.archiveRequest else { return nil }
    let found: ArchivedResponse?
    do throws(MastodonError) { found = try await archive.answer(request) } catch {
      // Where a server is asked too, what can't be read is as if it was not kept.
      guard archiveUse == .cached else { return nil }
      throw error
    }
    guard let kept = found else { return nil }
    if archiveUse != .cached, reason == nil, kept.isComposed || !isWorthShowing(kept) { return nil }
    var response = HTTPResponse(status: 200, body: kept.body)
    if kept.namesCursors {
      let query = kept.older.map { $0.query.map(String.init) ?? "max_id=" + PercentCoding.encode($0.value) }
      response.headers = [Field("Link", query.map { "</?\($0)>; rel=\"next\"" } ?? "")]
    }
    let answer = try read(response, of: endpoint, token: nil)
    // A screen may still ask the server in place of what it has read.
    if let keptReads, keptReads.isReading {
      keptReads.note(kept.date)
    } else {
      answers.add(.archived(kept.date, because: reason, isBelowGap: kept.isBelowGap))
    }
    return answer
  }

  /// Keeps a response that was read, or removes the post that it says is gone.
  func keep(_ response: HTTPResponse, of endpoint: AnyEndpoint) {
    guard !transport.changesNothing, !endpoint.isRaw else { return }
    guard (200..<300).contains(response.status) else {
      if [404, 410].contains(response.status), endpoint.isAboutOneStatus { forget(endpoint) }
      return
    }
    if endpoint.method == .delete, endpoint.isAboutOneStatus { return forget(endpoint) }
    let request = endpoint.archiveRequest ?? listRequest(for: response, to: endpoint)
    // Posts are also kept from the answers to what the user does with them.
    guard request != nil || endpoint.template.hasPrefix("/api/v1/statuses") || endpoint.template == "/api/v2/search"
    else { return }
    let texts = response.headers.filter { $0.name.lowercased() == "link" }.map(\.value)
    archive.keep(
      ArchivedResponse(
        request: request, body: response.body, older: LinkHeader(texts, host: server.host).older,
        namesCursors: !texts.isEmpty, date: now()))
  }

  /// The request for a list that a response to another one has made or changed.
  private func listRequest(for response: HTTPResponse, to endpoint: AnyEndpoint) -> ArchiveRequest? {
    guard endpoint.method != .get, ["/api/v1/lists", "/api/v1/lists/:id"].contains(endpoint.template),
      // The command says what is wrong with it.
      let list = try? MastodonJSON.decode(List.self, from: response.body)
    else { return nil }
    return ArchiveRequest(
      path: "/api/v1/lists/" + PercentCoding.encode(list.id.rawValue), parameters: "", page: nil, isPagedByID: false)
  }

  private func forget(_ endpoint: AnyEndpoint) {
    if let id = endpoint.arguments.first { archive.remove(Status.ID(id)) }
  }
}

extension AnyEndpoint {
  /// Whether a server that does not find it says that the post is gone.
  fileprivate var isAboutOneStatus: Bool {
    method != .post && (template == "/api/v1/statuses/:id" || template == "/api/v1/statuses/:id/context")
  }

  /// The request as the archive knows it; `nil` for one whose response is not kept.
  fileprivate var archiveRequest: ArchiveRequest? {
    guard method == .get, !isRaw else { return nil }
    guard page == nil ? ArchivedEndpoints.records.contains(template) : ArchivedEndpoints.lists.contains(template)
    else { return nil }
    return ArchiveRequest(
      path: path, parameters: FormEncoding.encode(parameters), page: page, isPagedByID: paging == .ids)
  }
}

/// The endpoints whose responses are kept: what the user reads, and nothing that a change is checked with.
private enum ArchivedEndpoints {
  static let records: Set<String> = [
    "/api/v1/accounts/:id", "/api/v1/accounts/:id/featured_tags", "/api/v1/accounts/lookup",
    "/api/v1/accounts/relationships", "/api/v1/announcements", "/api/v1/lists", "/api/v1/lists/:id",
    "/api/v1/statuses/:id", "/api/v1/statuses/:id/context", "/api/v1/statuses/:id/history", "/api/v1/tags/:name",
  ]
  static let lists: Set<String> = [
    "/api/v1/accounts/:id/followers", "/api/v1/accounts/:id/following", "/api/v1/accounts/:id/statuses",
    "/api/v1/bookmarks", "/api/v1/conversations", "/api/v1/favourites", "/api/v1/followed_tags",
    "/api/v1/lists/:id/accounts", "/api/v1/notifications", "/api/v1/statuses/:id/favourited_by",
    "/api/v1/statuses/:id/quotes", "/api/v1/statuses/:id/reblogged_by", "/api/v1/timelines/home",
    "/api/v1/timelines/link", "/api/v1/timelines/list/:list_id", "/api/v1/timelines/public",
    "/api/v1/timelines/tag/:hashtag", "/api/v1/trends/statuses", "/api/v2/notifications",
  ]
}
