import CZlib
import Glibc

/// The bytes of a part of a file, unpacked as they are read.
final class PackedBytes {
  /// Why no more can be read.
  enum Failure: Error, Equatable {
    /// The file ends in the middle.
    case cutOff
    /// Its parts contradict each other.
    case damaged
    /// There is more in it than so few bytes can have by right.
    case bomb
    /// It is encrypted, or packed in a way that is not known here.
    case unknownMethod
  }

  enum Form { case plain, gzip, deflate }

  final class File {
    let path: String
    let size: Int
    private let descriptor: Int32

    /// Opens a file; `nil` if it does not exist.
    init?(_ path: String) throws(StoreError) {
      self.path = path
      // A pipe is opened at once, and refused.
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw StoreError(code: errno, path: path)
      }
      var information = stat()
      size = fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
      try StoredFile.checkIsRegular(descriptor, path)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads bytes at an offset, and returns their number: zero at the end.
    fileprivate func read(_ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: Int, at offset: Int) throws -> Int {
      while true {
        let count = pread(descriptor, buffer.baseAddress, min(count, buffer.count), off_t(offset))
        if count >= 0 { return count }
        guard errno == EINTR else { throw StoreError(code: errno, path: path) }
      }
    }
  }

  private let file: File
  private let form: Form
  private var offset: Int
  private let end: Int
  private var stream = z_stream()
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private let start: Int
  private var unpacked = 0
  private var isOver = false

  /// When so many are unpacked, they may be no more than two hundred times the packed ones: JSON becomes twenty times
  /// as small.
  private let suspicious: Int

  /// Begins to read a part of a file.
  ///
  /// - Parameter length: The packed bytes; `nil` for all to the end.
  init(
    _ file: File, _ form: Form, at offset: Int = 0, length: Int? = nil, suspiciousFrom suspicious: Int = 256 << 20
  ) {
    (self.file, self.form, self.offset, start, self.suspicious) = (file, form, offset, offset, suspicious)
    end = length.map { offset + min($0, file.size) } ?? .max
    guard form != .plain else { return }
    // The sum of 16 and the window's size is for gzip; a negative one is for what has no header.
    isOver = inflateInit2_(&stream, form == .gzip ? 31 : -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) != Z_OK
  }

  deinit {
    if form != .plain { inflateEnd(&stream) }
    input.deallocate()
  }

  func skip(_ count: Int) throws {
    guard form != .plain else { return offset += count }
    var left = count
    while left > 0 {
      let bytes = try read(min(left, 1 << 16))
      guard !bytes.isEmpty else { throw Failure.cutOff }
      left -= bytes.count
    }
  }

  /// Reads so many bytes; fewer at the end only.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count, !isOver {
      let size = try form == .plain ? copy(into: &bytes, filled) : inflate(into: &bytes, filled)
      if size == 0, form == .plain { break }
      filled += size
    }
    unpacked += filled
    if form != .plain, unpacked > suspicious, unpacked / 200 > offset - start { throw Failure.bomb }
    return Array(bytes[..<filled])
  }

  private func copy(into bytes: inout [UInt8], _ filled: Int) throws -> Int {
    let count = try file.read(input, min(bytes.count - filled, end - offset), at: offset)
    bytes.replaceSubrange(filled..<(filled + count), with: input[..<count])
    offset += count
    return count
  }

  private func inflate(into bytes: inout [UInt8], _ filled: Int) throws -> Int {
    if stream.avail_in == 0 {
      let count = try file.read(input, end - offset, at: offset)
      guard count > 0 else { throw Failure.cutOff }
      offset += count
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(count))
    }
    let room = bytes.count - filled
    let result = bytes.withUnsafeMutableBufferPointer { buffer in
      (stream.next_out, stream.avail_out) = (buffer.baseAddress.map { $0 + filled }, UInt32(room))
      return CZlib.inflate(&stream, Z_NO_FLUSH)
    }
    switch result {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: try goOn()
    default: throw Failure.damaged
    }
    return room - Int(stream.avail_out)
  }

  /// Reads the next part of a file that was packed in parts, if there is one.
  private func goOn() throws {
    if form == .gzip, stream.avail_in == 0 {
      let count = try file.read(input, end - offset, at: offset)
      offset += count
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(count))
    }
    // What follows the last part is no part of it.
    let goesOn = form == .gzip && stream.avail_in > 0 && stream.next_in.pointee == 0x1F
    isOver = !goesOn || inflateReset(&stream) != Z_OK
  }
}
