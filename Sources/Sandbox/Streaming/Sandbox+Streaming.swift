import FoundationEssentials
import GRDB

extension Sandbox {
  /// Opens a stream for a token; `nil` if it is not valid or has no account.
  public func connect(token: String) throws -> SandboxStream? {
    guard let bearer = try bearer(of: token), bearer.accountID != nil else { return nil }
    let (frames, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: StreamHub.backlog)
    let id = hub.add(.init(bearer: bearer, channels: [], continuation: continuation))
    continuation.onTermination = { [weak self] _ in Task { await self?.disconnect(id) } }
    return SandboxStream(frames: frames, id: id, sandbox: self)
  }

  /// Opens a stream and subscribes as the query of a WebSocket request says.
  public func connect(token: String, target: String) throws -> SandboxStream? {
    guard let stream = try connect(token: token) else { return nil }
    let parameters = try Parameters(of: SandboxRequest("GET", target))
    if let name = parameters.text("stream") {
      subscribe(stream.id, to: name, tag: parameters.text("tag"), list: parameters.text("list"))
    }
    return stream
  }

  /// Opens a stream of server-sent events; its frames are complete.
  func connect(eventsFor request: SandboxRequest) throws -> SandboxStream {
    guard let token = request.streamToken, let bearer = try bearer(of: token) else { throw APIError.invalidToken }
    guard bearer.accountID != nil else { throw APIError.needsUser }
    let parameters = try Parameters(of: request)
    let channel = try StreamChannel(
      path: String(request.path.dropFirst(SandboxRequest.eventsPath.count)),
      onlyMedia: ["1", "true"].contains(parameters.text("only_media")), tag: parameters.text("tag"),
      list: parameters.text("list"))
    try admit(bearer, to: channel)
    let (frames, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: StreamHub.backlog)
    let id = hub.add(
      .init(bearer: bearer, channels: [channel], style: .eventSource, continuation: continuation))
    continuation.onTermination = { [weak self] _ in Task { await self?.disconnect(id) } }
    return SandboxStream(frames: frames, id: id, sandbox: self)
  }

  private func admit(_ bearer: RequestContext.Bearer, to channel: StreamChannel) throws(APIError) {
    guard channel.scopes.allSatisfy(bearer.scopes.allow) else {
      throw APIError(status: 401, message: "Access token does not have the required scopes")
    }
    guard channel.kind == .list else { return }
    let apiError = APIError(status: 401, message: "Not authorized to stream this list")
    do {
      let isOwn = try read { transaction in
        try transaction.database.has(
          "SELECT 1 FROM lists WHERE id = ? AND account_id = ?",
          [channel.argument.flatMap { Int64($0) }, bearer.accountID])
      }
      if !isOwn { throw apiError }
    } catch {
      throw apiError
    }
  }

  /// The frames of one stream, such as `user` or `public:local`.
  ///
  /// The sequence ends immediately if the token is not valid.
  public func events(
    token: String, stream: String, tag: String? = nil, list: String? = nil
  ) throws -> AsyncStream<String> {
    guard let connection = try connect(token: token) else { return AsyncStream { $0.finish() } }
    subscribe(connection.id, to: stream, tag: tag, list: list)
    return connection.frames
  }

  func disconnect(_ id: Int) { hub.remove(id) }

  func subscribe(_ id: Int, to stream: String, tag: String?, list: String?) {
    guard let bearer = hub.listeners[id]?.bearer else { return }
    do throws(APIError) {
      let channel = try StreamChannel(stream, tag: tag, list: list)
      try admit(bearer, to: channel)
      hub.subscribe(id, to: channel)
    } catch {
      hub.send(StreamFrame.error(error), to: id)
    }
  }

  func receive(_ text: String, from id: Int) {
    // Mastodon ignores what it cannot parse.
    guard let message = try? JSONDecoder().decode(ClientMessage.self, from: Data(text.utf8)) else { return }
    guard let stream = message.stream else { return }
    switch message.type {
    case "subscribe": subscribe(id, to: stream, tag: message.tag, list: message.list)
    case "unsubscribe":
      do throws(APIError) {
        hub.unsubscribe(id, from: try StreamChannel(stream, tag: message.tag, list: message.list))
      } catch {
        hub.send(StreamFrame.error(error), to: id)
      }
    default: return
    }
  }

  private struct ClientMessage: Decodable {
    var type: String?
    var stream: String?
    var tag: String?
    var list: String?
  }

  /// Sends committed events to the streams; statuses deleted in the meantime are left out.
  func publish(_ events: [Event]) {
    guard !events.isEmpty, !hub.listeners.isEmpty else { return }
    do {
      try read { transaction in
        for event in events { try publish(event, transaction) }
      }
    } catch {
      // Ignored: streams do not guarantee delivery.
      return
    }
  }

  private func publish(_ event: Event, _ transaction: Transaction) throws {
    switch event {
    case .posted(let id): try publish(id, as: "update", transaction)
    case .edited(let id): try publish(id, as: "status.update", transaction)
    case .deleted(let gone): try publish(gone, transaction)
    case .notified(let id, let account): try publish(notification: id, to: account, transaction)
    case .filtersChanged(let account):
      hub.send("filters_changed", where: { $0.kind == .user && $1.accountID == account }, payload: { _, _ in nil })
    case .conversed(let id, let account): try publish(conversation: id, to: account, transaction)
    case .notificationsMerged(let account):
      hub.send(
        "notifications_merged",
        where: { ($0.kind == .user || $0.kind == .userNotification) && $1.accountID == account },
        payload: { _, _ in "1" })
    case .reacted(let announcement, let name): try publish(reaction: name, to: announcement, transaction)
    case .revoked(let token): hub.end(token)
    case .followed: return
    }
  }

  private func publish(_ id: Int64, as event: StaticString, _ transaction: Transaction) throws {
    guard let status = try transaction.statuses([id]).first else { return }
    let facts = try publicFacts(of: status, transaction)
    var homes: [Int64: Bool] = [:]
    var payloads: [Int64: String] = [:]
    try hub.send(event) { channel, bearer in
      if channel.kind == .list, let account = bearer.accountID, let list = channel.argument.flatMap({ Int64($0) }) {
        return try transaction.isInList(id, list, of: account)
      }
      if channel.kind == .hashtag || channel.kind == .hashtagLocal, quirks.has(.keepsHashtagStreamsSilent) {
        return false
      }
      guard channel.kind == .user, let account = bearer.accountID else { return facts.map(channel.takes) ?? false }
      if let known = homes[account] { return known }
      let isHome = try transaction.isAtHome(id, of: account)
      homes[account] = isHome
      return isHome
    } payload: { bearer, channel in
      let viewer = channel.kind == .user || channel.kind == .list ? bearer.accountID : nil
      if let known = payloads[viewer ?? 0] { return known }
      let renderer = try StatusRenderer([status], for: viewer, in: transaction)
      let payload = JSONWriter.text { renderer.write(status, to: &$0) }
      payloads[viewer ?? 0] = payload
      return payload
    }
  }

  /// Sends the count of a reaction to all `user` streams.
  private func publish(reaction name: String, to announcement: Int64, _ transaction: Transaction) throws {
    let count = try transaction.database.value(
      Int.self, "SELECT count(*) FROM announcement_reactions WHERE announcement_id = ? AND name = ?",
      [announcement, name])
    let payload = JSONWriter.object {
      $0.field("name", name)
      $0.field("count", count ?? 0)
      $0.field("announcement_id", announcement)
    }
    hub.send("announcement.reaction", where: { channel, _ in channel.kind == .user }, payload: { _, _ in payload })
  }

  private func publish(conversation id: Int64, to account: Int64, _ transaction: Transaction) throws {
    guard let row = try transaction.conversation(id) else { return }
    var payload: String?
    try hub.send("conversation") { channel, bearer in
      bearer.accountID == account && channel.kind == .direct
    } payload: { _, _ in
      if let payload { return payload }
      let renderer = try ConversationRenderer([row], for: account, in: transaction)
      let text = JSONWriter.text { renderer.write(row, to: &$0) }
      payload = text
      return text
    }
  }

  /// The properties for public streams; `nil` if they do not carry the status.
  private func publicFacts(of status: StatusRow, _ transaction: Transaction) throws -> StreamChannel.PublicFacts? {
    guard status.audience == .public, status.reblogOfID == nil else { return nil }
    let isModerated = try transaction.database.has(
      "SELECT 1 FROM accounts WHERE id = ? AND moderation IN ('silence', 'suspend')", [status.accountID])
    guard !isModerated else { return nil }
    let tags = try transaction.database.values(
      String.self, "SELECT lower(tag) FROM status_tags WHERE status_id = ?", [status.id])
    return StreamChannel.PublicFacts(
      isTimeline: status.inReplyToAccountID == nil || status.inReplyToAccountID == status.accountID,
      isLocal: status.isLocal, hasMedia: status.media != "[]", tags: tags)
  }

  private func publish(_ gone: Event.DeletedStatus, _ transaction: Transaction) throws {
    try hub.send("delete") { channel, bearer in
      switch channel.kind {
      case .user: try bearer.accountID.map { try transaction.follows($0, gone.author) } ?? false
      case .hashtag, .hashtagLocal: gone.tags.map(Hashtag.normalized).contains(channel.hashtag)
      case .public, .publicLocal, .publicRemote, .publicMedia, .publicLocalMedia, .publicRemoteMedia: gone.isPublic
      case .list:
        try bearer.accountID.map { account in
          try channel.argument.flatMap { Int64($0) }.map { try transaction.isMember(gone.author, of: $0, of: account) }
            ?? false
        } ?? false
      case .userNotification, .direct: false
      }
    } payload: { _, _ in
      String(gone.id)
    }
  }

  private func publish(notification id: Int64, to account: Int64, _ transaction: Transaction) throws {
    let row: NotificationRow? = try transaction.database.first("WHERE n.id = ?", [id])
    guard let row else { return }
    var payload: String?
    try hub.send("notification") { channel, bearer in
      bearer.accountID == account && (channel.kind == .user || channel.kind == .userNotification)
    } payload: { _, _ in
      if let payload { return payload }
      let renderer = try NotificationRenderer([row], for: account, in: transaction)
      let text = JSONWriter.text { renderer.write(row, to: &$0) }
      payload = text
      return text
    }
  }
}

extension Transaction {
  func isAtHome(_ status: Int64, of account: Int64) throws -> Bool {
    try database.has(
      "SELECT 1 FROM statuses s WHERE s.id = :id AND \(Visible.atHome) AND \(Visible.toViewer)",
      ["id": status, "viewer": account])
  }

  func follows(_ account: Int64, _ target: Int64) throws -> Bool {
    try account == target
      || database.has("SELECT 1 FROM follows WHERE account_id = ? AND target_id = ?", [account, target])
  }
}
