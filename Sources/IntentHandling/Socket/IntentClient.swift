internal import Dispatch
internal import Glibc
internal import Synchronization

/// A connection to the Howdah that owns the socket's name.
public final class IntentClient: Sendable {
  private let descriptor: Int32
  private let isEnded = Mutex(false)
  private let unread = Mutex<[UInt8]>([])
  private let lineBytes: Int

  /// Why a request to a running Howdah failed.
  public enum Failure: Error, Hashable, Sendable {
    /// It did not respond in time.
    case timedOut
    /// It has closed the connection.
    case closed
    /// It belongs to another user.
    case untrusted
  }

  private init(descriptor: Int32, lineBytes: Int) {
    self.descriptor = descriptor
    self.lineBytes = lineBytes
  }

  deinit { Glibc.close(descriptor) }

  /// Connects to the socket in a folder; returns `nil` if no Howdah runs.
  ///
  /// The name of a process that has died is removed; an older Howdah that still runs may then take it over.
  ///
  /// - Throws: ``Failure/untrusted`` if another user listens there.
  public static func connect(
    directory: String, lineBytes: Int = 1 << 20,
    isTrusted: @Sendable (IntentPeer) -> Bool = { $0.isSameUser }
  ) async throws(Failure) -> IntentClient? {
    let place = IntentSocketFolder(directory: directory)
    for attempt in 0..<10 {
      let descriptor = socket(AF_UNIX, streamType, 0)
      guard descriptor >= 0 else { return nil }
      if connected(descriptor, to: place.path) == 0 {
        let client = IntentClient(descriptor: descriptor, lineBytes: lineBytes)
        guard let peer = IntentPeer(of: descriptor), isTrusted(peer) else { throw .untrusted }
        return client
      }
      let code = errno
      Glibc.close(descriptor)
      switch code {
      case ECONNREFUSED:
        // A socket that cannot be removed belongs to no running Howdah either.
        guard (try? place.removeIfDead()) != nil else { return nil }
      // The backlog is full.
      case EAGAIN: break
      // Another process may be about to take over the name that was just removed.
      default: if attempt == 0 { return nil }
      }
      do { try await Task.sleep(for: .milliseconds(10)) } catch { return nil }
    }
    return nil
  }

  public func ask(_ line: String, within seconds: Int) async throws(Failure) -> String {
    let bytes = Array((line + "\n").utf8)
    let deadline = Self.now + UInt64(seconds) * 1000
    let result: Result<String, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { [self] in
          guard write(bytes, until: deadline) else { return continuation.resume(returning: .failure(.closed)) }
          continuation.resume(returning: nextLine(until: deadline))
        }
      }
    } onCancel: {
      end()
    }
    return try result.get()
  }

  /// The lines received from now on, until either side closes the connection.
  public func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    continuation.onTermination = { [weak self] _ in self?.end() }
    let body: @Sendable () -> Void = { [self] in
      while case .success(let line) = nextLine(until: nil) { continuation.yield(line) }
      continuation.finish()
    }
    do { try DetachedThread.start(body) } catch { continuation.finish() }
    return stream
  }

  /// Closes the connection; a pending wait ends.
  public func end() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    if isFirst { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  private func wait(for events: Int32, until deadline: UInt64?) -> Bool {
    while true {
      let now = Self.now
      if let deadline, now >= deadline { return false }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let result = poll(&entry, 1, deadline.map { Int32($0 - now) } ?? -1)
      if result > 0 { return true }
      if result < 0, errno != EINTR { return false }
    }
  }

  private func write(_ bytes: [UInt8], until deadline: UInt64) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EINTR {
        guard wait(for: POLLOUT, until: deadline) else { return false }
      } else {
        // The server may have sent a reason before it closed the connection.
        return errno == EPIPE || errno == ECONNRESET
      }
    }
    return true
  }

  private func nextLine(until deadline: UInt64?) -> Result<String, Failure> {
    unread.withLock { unread in
      var searched = 0
      while true {
        if let end = unread[searched...].firstIndex(of: 10) {
          defer { unread.removeSubrange(...end) }
          return .success(String(decoding: unread[..<end], as: UTF8.self))
        }
        searched = unread.count
        guard unread.count <= lineBytes else { return .failure(.closed) }
        guard wait(for: POLLIN, until: deadline) else { return .failure(.timedOut) }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
          unread += buffer.prefix(count)
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          return .failure(.closed)
        }
      }
    }
  }
}
