internal import Glibc
internal import Synchronization

/// The thread's side of a server: waits for all of its sockets at once and does what the connections say.
///
/// It knows the server weakly, and ends when that is gone.
final class IntentLoop: Sendable {
  private struct Client {
    var descriptor: Int32
    var connection: IntentConnection
  }

  private struct Inside {
    var listener: Int32
    var identity: IntentPlace.Identity
    var clients: [Int: Client] = [:]
    var next = 1
  }

  private let place: IntentPlace
  private let limits: IntentLimits
  private let manners: IntentServer.Manners
  private let wake: WakePipe
  private let watch: Int32
  private let inside: Mutex<Inside>
  private weak let server: IntentServer?

  init(_ server: IntentServer) throws(IntentSocketError) {
    place = server.place
    limits = server.limits
    manners = server.manners
    wake = server.wake
    self.server = server
    let (listener, identity) = try place.claim()
    inside = Mutex(Inside(listener: listener, identity: identity))
    // Tells when the one who has the name gives it back. Without it, only that is not noticed.
    watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    if watch >= 0 { inotify_add_watch(watch, place.directory, UInt32(IN_DELETE | IN_MOVED_TO)) }
  }

  /// Waits and serves until the server is stopped or gone.
  func run() {
    while !isStopped {
      var polled = descriptors()
      let timeout = self.timeout
      if poll(&polled, nfds_t(polled.count), timeout) < 0, errno != EINTR { break }
      wake.silence()
      takeMessages()
      if watch >= 0, polled[2].revents != 0 { noticeTheName() }
      if polled[1].revents != 0 { accept() }
      for entry in polled.dropFirst(3) where entry.revents != 0 { serve(entry) }
      finish()
    }
    close()
  }

  /// Gives everything back.
  func close() {
    let (listener, identity, clients) = inside.withLock { inside in
      defer { inside.clients = [:] }
      return (inside.listener, inside.identity, Array(inside.clients.values))
    }
    do {
      try place.release(identity)
    } catch {
      // Whoever comes next finds a socket that does not answer, and replaces it.
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

  /// Until the first client loses patience; forever where none can.
  private var timeout: Int32 {
    inside.withLock { inside in
      guard let first = inside.clients.values.compactMap(\.connection.expiry).min() else { return -1 }
      let now = Self.now
      return first > now ? Int32(min(first - now + 1, 60_000)) : 0
    }
  }
}

// MARK: - Clients

extension IntentLoop {
  private func accept() {
    while true {
      let listener = inside.withLock { $0.listener }
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else {
        // With no descriptor left the client stays at the door, which would not let the loop rest.
        if errno == EMFILE || errno == ENFILE { usleep(10_000) }
        return
      }
      keepToOneself(descriptor)
      guard let peer = IntentPeer(of: descriptor), manners.isTrusted(peer) else {
        send(away: descriptor, .stranger)
        continue
      }
      let isWelcome = inside.withLock { inside in
        guard inside.clients.count < limits.connections else { return false }
        inside.clients[inside.next] = Client(
          descriptor: descriptor, connection: IntentConnection(limits: limits, now: Self.now))
        inside.next += 1
        return true
      }
      if !isWelcome { send(away: descriptor, .crowded) }
    }
  }

  /// Says why, as far as that can be said at once, and closes.
  private func send(away descriptor: Int32, _ refusal: IntentRefusal) {
    let line = Array((manners.refusal(refusal) + "\n").utf8)
    _ = Glibc.send(descriptor, line, line.count, quietly)
    Glibc.close(descriptor)
  }

  private func serve(_ entry: pollfd) {
    let now = Self.now
    let lines = inside.withLock { inside -> (id: Int, next: Result<String, IntentRefusal>?)? in
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

  /// Reads and writes what can be; `false` if the client is gone.
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
        client.descriptor, bytes, bytes.count, quietly)
      guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
      client.connection.wrote(count, now: now)
    }
    return true
  }

  /// Has a line answered, or sends the client away whose line cannot be.
  private func proceed(_ id: Int, _ next: Result<String, IntentRefusal>?) {
    switch next {
    case nil: break
    case .failure(let refusal): drop(id, refusal)
    case .success(let line):
      let answer = manners.answer
      Task { [weak server] in server?.post(.answered(id, await answer(line))) }
    }
  }

  private func drop(_ id: Int, _ refusal: IntentRefusal?) {
    guard let client = inside.withLock({ $0.clients.removeValue(forKey: id) }) else { return }
    if let refusal { send(away: client.descriptor, refusal) } else { Glibc.close(client.descriptor) }
  }

  /// Sends away who is done or too slow, and counts who is left.
  private func finish() {
    let now = Self.now
    let ends = inside.withLock { inside in
      inside.clients.compactMap { id, client in client.connection.end(at: now).map { (id, $0) } }
    }
    for (id, end) in ends { drop(id, end == .tooSlow ? .tooSlow : nil) }
    let counts = inside.withLock { ($0.clients.count, $0.clients.values.count { $0.connection.isSubscribed }) }
    server?.state.withLock { ($0.clients, $0.subscribers) = counts }
  }
}

// MARK: - Messages

extension IntentLoop {
  private func takeMessages() {
    let messages = server?.state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    for message in messages ?? [] {
      switch message {
      case .tell(let line): tell(line)
      case .answered(let id, let answer): deliver(answer, to: id)
      }
    }
  }

  private func tell(_ line: String) {
    let (now, missed) = (Self.now, manners.missed)
    inside.withLock { inside in
      for (id, client) in inside.clients where client.connection.isSubscribed {
        var client = client
        client.connection.tell(line, missedLine: missed, now: now)
        inside.clients[id] = flush(&client, now) ? client : closed(client)
      }
    }
  }

  private func deliver(_ answer: IntentAnswer, to id: Int) {
    let now = Self.now
    let next = inside.withLock { inside -> Result<String, IntentRefusal>? in
      guard var client = inside.clients[id] else { return nil }
      client.connection.answer(answer.line, subscribes: answer.subscribes, now: now)
      guard flush(&client, now) else {
        inside.clients[id] = closed(client)
        return nil
      }
      // It may have asked for more already.
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

  /// Looks who has the name; takes it again if nobody has.
  private func noticeTheName() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(watch, &buffer, buffer.count) > 0 {}
    if place.holder == nil {
      do {
        let (listener, identity) = try place.claim()
        let old = inside.withLock { inside in
          defer { (inside.listener, inside.identity) = (listener, identity) }
          return inside.listener
        }
        Glibc.close(old)
      } catch {
        // The folder itself may be gone: then there is nothing to be found in, and clients act by themselves.
      }
    }
    let identity = inside.withLock { $0.identity }
    let holds = place.holder == identity
    server?.state.withLock { $0.holdsName = holds }
  }
}
