import FoundationEssentials
import Glibc
import MastodonKit

/// Responses as they were received, one after the other, until they are put into the database.
///
/// A single command ends as soon as it has printed: to append to a file takes a hundredth of the time that the database and
/// its index take. The next prompt or search puts them there, and so does the command that finds the file large.
struct ReceivedFile: Sendable {
  let path: String

  /// The end of the file's name, in place of the database's.
  static let suffix = ".received"
  /// The size from which on nothing is appended.
  static let largest = 4 << 20

  /// Begins each record, and is part of none: JSON has no control characters.
  private static let mark = Array("\u{1}howdah ".utf8)

  /// What is written before the body of a response.
  fileprivate struct Head: Codable {
    var path: String?
    var parameters = "", position = "", isPagedByID = false, limit = 0
    var cursors: [String] = []
    var older: String?
    var namesCursors: Bool
    var date: Double
    var bytes: Int
  }

  /// Whether there is anything in it.
  var isUsed: Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_size > 0
  }

  /// Appends responses; false if the file is too large already.
  func append(_ responses: [ArchivedResponse]) throws(StoreError) -> Bool {
    try Directory(path: StoredFile.parent(of: path)).make()
    var bytes: [UInt8] = []
    for response in responses {
      // What cannot be written down is not kept.
      guard let head = try? JSONEncoder().encode(Head(response)) else { continue }
      bytes += Self.mark + Array(head) + [0x0A] + Array(response.body) + [0x0A]
    }
    return try locked(O_WRONLY | O_APPEND | O_CREAT) { (descriptor, size) throws(StoreError) in
      guard size < Self.largest, size + bytes.count < StoredFile.maximumBytes else { return false }
      var offset = 0
      while offset < bytes.count {
        let count = bytes.withUnsafeBytes {
          write(descriptor, $0.baseAddress.map { $0 + offset }, bytes.count - offset)
        }
        if count >= 0 { offset += count } else if errno != EINTR { throw StoreError(code: errno, path: path) }
      }
      return true
    } ?? false
  }

  /// What is in the file, which stays as it is; nothing if it can't be read.
  var responses: [ArchivedResponse] { ((try? StoredFile(path: path).read()) ?? nil).map(Self.responses) ?? [] }

  /// Hands over what is in the file, and empties it if that succeeds.
  ///
  /// - Parameter isUnreadable: Is called if the file can't be read; it stays, and nothing is handed over.
  func take<Value>(isUnreadable: () -> Void, _ work: ([ArchivedResponse]) throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    do {
      try locked(O_RDWR) { (descriptor, size) throws(StoreError) in
        guard size > 0, let bytes = try StoredFile(path: path).read() else { return }
        do { result = .success(try work(Self.responses(in: bytes))) } catch { return result = .failure(error) }
        guard ftruncate(descriptor, 0) == 0 else { throw StoreError(code: errno, path: path) }
      }
    } catch .readOnly {
      // It is handed over once something can be written again, which the archive says.
    } catch {
      // What could not be removed is read once more.
      if let result { return try result.get() }
      // Where the database fails too, its error is enough.
      let value = try work([])
      isUnreadable()
      return value
    }
    return try result?.get() ?? work([])
  }

  /// Runs the work while no other process uses the file; `nil` if it does not exist.
  private func locked<Value>(
    _ flags: Int32, _ work: (Int32, Int) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreError(code: errno, path: path)
    }
    defer { close(descriptor) }
    try StoredFile.checkIsRegular(descriptor, path)
    while flock(descriptor, LOCK_EX) != 0 { guard errno == EINTR else { throw StoreError(code: errno, path: path) } }
    defer { flock(descriptor, LOCK_UN) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw StoreError(code: errno, path: path) }
    return try work(descriptor, Int(information.st_size))
  }

  /// Reads the records; what a killed program has left of one is skipped.
  private static func responses(in bytes: [UInt8]) -> [ArchivedResponse] {
    var (responses, rest): ([ArchivedResponse], ArraySlice<UInt8>) = ([], bytes[...])
    while let start = rest.firstPlace(of: mark) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: 0x0A),
        // What can't be read was cut off.
        let head = try? JSONDecoder().decode(Head.self, from: Data(rest[..<end])),
        rest.endIndex - end > head.bytes
      else { continue }
      let body = rest[(end + 1)...].prefix(head.bytes)
      guard !body.contains(1) else { continue }
      responses.append(head.response(Data(body)))
      rest = rest[body.endIndex...]
    }
    return responses
  }
}

extension ReceivedFile.Head {
  fileprivate init(_ response: ArchivedResponse) {
    (older, namesCursors) = (response.older?.value, response.namesCursors)
    (date, bytes) = (response.date.timeIntervalSince1970, response.body.count)
    guard let request = response.request else { return }
    (path, parameters, isPagedByID) = (request.path, request.parameters, request.isPagedByID)
    guard let page = request.page else { return }
    limit = page.limit
    switch page.position {
    case .newest: position = "newest"
    case .older(let cursor): (position, cursors) = ("older", [cursor.value])
    case .newer(let cursor): (position, cursors) = ("newer", [cursor.value])
    case .since(let cursor): (position, cursors) = ("since", [cursor.value])
    case .between(let lower, let upper): (position, cursors) = ("between", [lower.value, upper.value])
    case .offset(let count): (position, cursors) = ("offset", [String(count)])
    }
  }

  fileprivate func response(_ body: Data) -> ArchivedResponse {
    let (first, last) = (Cursor(cursors.first ?? ""), Cursor(cursors.last ?? ""))
    let place: PageRequest.Position? =
      switch position {
      case "newest": .newest
      case "older": .older(than: first)
      case "newer": .newer(than: first)
      case "since": .since(first)
      case "between": .between(lower: first, upper: last)
      case "offset": .offset(Int(first.value) ?? 0)
      default: nil
      }
    let request = path.map {
      ArchiveRequest(
        path: $0, parameters: parameters, page: place.map { PageRequest($0, limit: limit) }, isPagedByID: isPagedByID)
    }
    return ArchivedResponse(
      request: request, body: body, older: older.map { Cursor($0) }, namesCursors: namesCursors,
      date: Date(timeIntervalSince1970: date))
  }
}
