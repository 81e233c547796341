import Foundation
import Synchronization

@testable import IntentHandling

/// A temporary folder with a path short enough for a socket, deleted when it is released.
final class TemporarySocketFolder: Sendable {
  let path: String

  init() {
    let folder = FileManager.default.temporaryDirectory.path() + "/howdah-\(UInt32.random(in: .min ... .max))"
    mkdir(folder, 0o700)
    path = folder + "/run"
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: String(path.dropLast(4))) } catch {
      // A test that leaves a file open leaves a folder in /tmp.
    }
  }

  func make(mode: mode_t) {
    mkdir(path, mode)
    chmod(path, mode)
  }

  func mode(of name: String) -> mode_t {
    var information = stat()
    return lstat(path + name, &information) == 0 ? information.st_mode & 0o777 : 0
  }

  var names: [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch { return [] }
  }

  /// Leaves a socket without a process, as after kill -9.
  func leaveDeadSocket() {
    let descriptor = socket(AF_UNIX, streamType, 0)
    _ = bound(descriptor, to: path + "/intents.sock")
    close(descriptor)
  }

  func leaveFile(_ name: String) { close(open("\(path)/\(name)", O_CREAT, 0o600)) }
}

/// A client that sends arbitrary bytes.
final class RawClient {
  private var descriptor: Int32
  private var unread: [UInt8] = []
  let isConnected: Bool

  init(_ folder: String) {
    descriptor = socket(AF_UNIX, streamType, 0)
    var result: Int32 = -1
    // The door may be full for a moment.
    for _ in 0..<1000 {
      result = connected(descriptor, to: folder + "/intents.sock")
      if result == 0 || errno != EAGAIN { break }
      usleep(1000)
    }
    isConnected = result == 0
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN {
        return
      }
    }
  }

  /// Reads the next line; returns `nil` at the end or after the timeout.
  ///
  /// It does not block its thread, which the response may need.
  func readLine(waitingMilliseconds: Int = 30_000) async -> String? {
    let end = ContinuousClock.now + .milliseconds(waitingMilliseconds)
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else {
        guard ContinuousClock.now < end else { return nil }
        do { try await Task.sleep(for: .milliseconds(1)) } catch { return nil }
        continue
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      unread += buffer.prefix(count)
    }
  }
}

/// Suspends its callers until it is opened.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
