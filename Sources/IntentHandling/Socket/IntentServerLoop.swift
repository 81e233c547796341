internal import Glibc
internal import Synchronization

/// The thread of a server: waits for all of its sockets at once and transfers data as the connections request.
///
/// It references the server weakly, and ends when the server is released.
final class IntentServerLoop: Sendable {
  private struct Client {
    var descriptor: Int32
    var connection: IntentConnection
  }

  private struct Inside {
    var listener: Int32
    var identity: IntentSocketFolder.Identity
    var clients: [Int: Client] = [:]
    var next = 1
  }

  private let folder: IntentSocketFolder
  private let limits: IntentLimits
  private let handler: IntentServer.Handler
  private let wake: WakePipe
  private let watch: Int32
  private let inside: Mutex<Inside>
  private weak let server: IntentServer?

  init(_ server: IntentServer) throws(IntentSocketError) {
    folder = server.folder
    limits = server.limits
    handler = server.handler
    wake = server.wake
    self.server = server
    let (listener, identity) = try folder.claim()
    inside = Mutex(Inside(listener: listener, identity: identity))
    // Reports when the owner of the name releases it. If this fails, only that goes unnoticed.
    watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    if watch >= 0 { inotify_add_watch(watch, folder.directory, UInt32(IN_DELETE | IN_MOVED_TO)) }
  }

  /// Serves clients until the server is stopped or released.
  func run() {
    while !isStopped {
      var polled = descriptors()
      let timeout = self.timeout
      if poll(&polled, nfds_t(polled.count), timeout) < 0, errno != EINTR { break }
      wake.drain()
      takeMessages()
      if watch >= 0, polled[2].revents != 0 { checkName() }
      if polled[1].revents != 0 { accept() }
      for entry in polled.dropFirst(3) where entry.revents != 0 { serve(entry) }
      finish()
    }
    close()
  }

  /// Closes all descriptors and releases the name.
  func close() {
    let (listener, identity, clients) = inside.withLock { inside in
      defer { inside.clients = [:] }
      return (inside.listener, inside.identity, Array(inside.clients.values))
    }
    do {
      try folder.release(identity)
    } catch {
      // The next process finds a socket that refuses connections, and replaces it.
    }
    Glibc.close(listener)
    if watch >= 0 { Glibc.close(watch) }
    for client in clients { Glibc.close(client.descriptor) }
    let waiting = server?.state.withLock { state in
      state.isStopped = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting ?? [] { continuation.resume() }
  }

  private var isStopped: Bool { server?.state.withLock { $0.isStopped } ?? true }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  private func descriptors() -> [pollfd] {
    inside.withLock { inside in
      [
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inside.listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      ]
        + inside.clients.values.map { client in
          let events =
            (client.connection.wantsToRead ? POLLIN : 0) | (client.connection.wantsToWrite ? POLLOUT : 0)
          return pollfd(fd: client.descriptor, events: Int16(events), revents: 0)
        }
    }
  }

  /// The time until the first client times out, in milliseconds; -1 if none can.
  private var timeout: Int32 {
    inside.withLock { inside in
      guard let first = inside.clients.values.compactMap(\.connection.expiry).min() else { return -1 }
      let now = Self.now
      return first > now ? Int32(min(first - now + 1, 60_000)) : 0
    }
  }
}

// MARK: - Clients

extension IntentServerLoop {
  private func accept() {
    while true {
      let listener = inside.withLock { $0.listener }
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else {
        // Without a free descriptor the client stays in the backlog, and `poll` would return at once.
        if errno == EMFILE || errno == ENFILE { usleep(10_000) }
        return
      }
      makePrivate(descriptor)
      guard let peer = IntentPeer(of: descriptor), handler.isTrusted(peer) else {
        reject(descriptor, .untrusted)
        continue
      }
      let isAccepted = inside.withLock { inside in
        guard inside.clients.count < limits.connections else { return false }
        inside.clients[inside.next] = Client(
          descriptor: descriptor, connection: IntentConnection(limits: limits, now: Self.now))
        inside.next += 1
        return true
      }
      if !isAccepted { reject(descriptor, .tooManyClients) }
    }
  }

  /// Sends the reason, as far as that is possible without waiting, and closes the connection.
  private func reject(_ descriptor: Int32, _ rejection: IntentRejection) {
    let line = Array((handler.rejection(rejection) + "\n").utf8)
    _ = Glibc.send(descriptor, line, line.count, sendFlags)
    Glibc.close(descriptor)
  }

  private func serve(_ entry: pollfd) {
    let now = Self.now
    let lines = inside.withLock { inside -> (id: Int, next: Result<String, IntentRejection>?)? in
      guard let id = inside.clients.first(where: { $0.value.descriptor == entry.fd })?.key,
        var client = inside.clients[id]
      else { return nil }
      let events = Int32(entry.revents)
      let isGone = events & (POLLERR | POLLNVAL) != 0 || (events & POLLHUP != 0 && events & POLLIN == 0)
      if isGone || !transfer(&client, events, now) {
        Glibc.close(client.descriptor)
        inside.clients[id] = nil
        return nil
      }
      let next = client.connection.nextLine()
      inside.clients[id] = client
      return (id, next)
    }
    guard let lines else { return }
    proceed(lines.id, lines.next)
  }

  /// Reads and writes as much as possible; returns `false` if the client is gone.
  private func transfer(_ client: inout Client, _ events: Int32, _ now: UInt64) -> Bool {
    if events & POLLIN != 0, client.connection.wantsToRead {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = read(client.descriptor, &buffer, buffer.count)
      if count >= 0 {
        client.connection.receive(buffer.prefix(count), now: now)
      } else if errno != EAGAIN, errno != EINTR {
        return false
      }
    }
    return flush(&client, now)
  }

  private func flush(_ client: inout Client, _ now: UInt64) -> Bool {
    while client.connection.wantsToWrite {
      let bytes = client.connection.outgoing
      let count = Glibc.send(
        client.descriptor, bytes, bytes.count, sendFlags)
      guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
      client.connection.wrote(count, now: now)
    }
    return true
  }

  /// Passes a line to the handler, or rejects the client.
  private func proceed(_ id: Int, _ next: Result<String, IntentRejection>?) {
    switch next {
    case nil: break
    case .failure(let rejection): drop(id, rejection)
    case .success(let line):
      let respond = handler.respond
      Task { [weak server] in server?.post(.answered(id, await respond(line))) }
    }
  }

  private func drop(_ id: Int, _ rejection: IntentRejection?) {
    guard let client = inside.withLock({ $0.clients.removeValue(forKey: id) }) else { return }
    if let rejection { reject(client.descriptor, rejection) } else { Glibc.close(client.descriptor) }
  }

  /// Disconnects clients that are done or timed out, and counts the others.
  private func finish() {
    let now = Self.now
    let ends = inside.withLock { inside in
      inside.clients.compactMap { id, client in client.connection.end(at: now).map { (id, $0) } }
    }
    for (id, end) in ends { drop(id, end == .timedOut ? .timedOut : nil) }
    let counts = inside.withLock { ($0.clients.count, $0.clients.values.count { $0.connection.isSubscribed }) }
    server?.state.withLock { ($0.clients, $0.subscribers) = counts }
  }
}

// MARK: - Messages

extension IntentServerLoop {
  private func takeMessages() {
    let messages = server?.state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    for message in messages ?? [] {
      switch message {
      case .broadcast(let line): broadcast(line)
      case .answered(let id, let answer): deliver(answer, to: id)
      }
    }
  }

  private func broadcast(_ line: String) {
    let (now, missed) = (Self.now, handler.missed)
    inside.withLock { inside in
      for (id, client) in inside.clients where client.connection.isSubscribed {
        var client = client
        client.connection.send(line, missedLine: missed, now: now)
        inside.clients[id] = flush(&client, now) ? client : closed(client)
      }
    }
  }

  private func deliver(_ answer: IntentResponse, to id: Int) {
    let now = Self.now
    let next = inside.withLock { inside -> Result<String, IntentRejection>? in
      guard var client = inside.clients[id] else { return nil }
      client.connection.respond(answer.line, subscribes: answer.subscribes, now: now)
      guard flush(&client, now) else {
        inside.clients[id] = closed(client)
        return nil
      }
      // The next line may have arrived already.
      let next = client.connection.nextLine()
      inside.clients[id] = client
      return next
    }
    proceed(id, next)
  }

  private func closed(_ client: Client) -> Client? {
    Glibc.close(client.descriptor)
    return nil
  }

  /// Checks who owns the name, and takes it over if nobody does.
  private func checkName() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(watch, &buffer, buffer.count) > 0 {}
    if folder.holder == nil {
      do {
        let (listener, identity) = try folder.claim()
        let old = inside.withLock { inside in
          defer { (inside.listener, inside.identity) = (listener, identity) }
          return inside.listener
        }
        Glibc.close(old)
      } catch {
        // The folder may be gone: clients then carry out requests by themselves.
      }
    }
    let identity = inside.withLock { $0.identity }
    let holds = folder.holder == identity
    server?.state.withLock { $0.ownsName = holds }
  }
}
