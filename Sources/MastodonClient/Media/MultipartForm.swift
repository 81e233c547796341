internal import FoundationEssentials
internal import MastodonKit

/// Fields and files that are sent together, the files from where they lie.
public struct MultipartForm: Hashable, Sendable {
  /// The plain fields.
  public var fields: [Field]
  /// The files.
  public var files: [MultipartFile]
  /// What stands between the parts; nothing that anybody could foresee.
  let boundary: String

  /// Makes a form.
  public init(fields: [Field] = [], files: [MultipartFile]) {
    self.fields = fields
    self.files = files
    boundary = "howdah-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// What the request says of its body.
  var contentType: String { "multipart/form-data; boundary=\(boundary)" }
}

/// A file that is sent along.
public struct MultipartFile: Hashable, Sendable {
  /// The field's name, such as `file`.
  public var field: String
  /// Where it lies.
  public var path: String
  /// What it holds.
  public var mimeType: String

  /// Names a file.
  public init(field: String, path: String, mimeType: String) {
    self.field = field
    self.path = path
    self.mimeType = mimeType
  }
}

/// Hands a form out piece by piece, each when it is wanted.
actor MultipartReader {
  private enum Part {
    case bytes(Data)
    case file(LocalFile)
  }

  /// How many bytes all pieces have together.
  nonisolated let length: Int
  private let progress: @Sendable (MediaProgress) -> Void
  /// Why a file could not be read to its end, which the network would take for a failure of its own.
  private(set) var failure: MastodonError?
  private var parts: [Part]
  private var offset = 0
  private var sent = 0

  /// Opens the files; what becomes of each piece is told.
  init(_ form: MultipartForm, progress: @escaping @Sendable (MediaProgress) -> Void) throws(MastodonError) {
    var parts: [Part] = []
    var length = 0
    func add(_ text: String) {
      let bytes = Data(text.utf8)
      parts.append(.bytes(bytes))
      length += bytes.count
    }
    for field in form.fields {
      add("--\(form.boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n")
    }
    for file in form.files {
      let local = try LocalFile(file.path)
      // The name on this machine is nobody's business; its ending helps servers that look at nothing else.
      let name = "upload." + (MediaType.ending(for: file.mimeType) ?? "bin")
      add(
        "--\(form.boundary)\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(name)\"\r\n"
          + "Content-Type: \(file.mimeType)\r\n\r\n")
      parts.append(.file(local))
      length += local.size
      add("\r\n")
    }
    add("--\(form.boundary)--\r\n")
    self.parts = parts
    self.length = length
    self.progress = progress
  }

  /// The next piece, or `nil` at the end.
  func next() async throws -> Data? {
    while let part = parts.first {
      try Task.checkCancellation()
      switch part {
      case .bytes(let bytes):
        parts.removeFirst()
        return passed(bytes)
      case .file(let file):
        let rest = file.size - offset
        guard rest > 0 else {
          parts.removeFirst()
          offset = 0
          continue
        }
        do throws(MastodonError) {
          let bytes = try await file.read(at: offset, upTo: min(rest, LocalFile.chunk))
          // The length was promised: a file that has become shorter cannot be sent any more.
          guard !bytes.isEmpty else { throw .unusableFile(name: file.name, words: "has changed meanwhile") }
          offset += bytes.count
          return passed(bytes)
        } catch {
          failure = error
          throw error
        }
      }
    }
    return nil
  }

  private func passed(_ bytes: Data) -> Data {
    sent += bytes.count
    progress(MediaProgress(bytes: sent, total: length))
    return bytes
  }
}

/// How far an upload or a download is.
public struct MediaProgress: Hashable, Sendable {
  /// How many bytes have passed.
  public var bytes: Int
  /// How many there are, where that is known.
  public var total: Int?

  /// Makes a figure.
  public init(bytes: Int, total: Int?) {
    self.bytes = bytes
    self.total = total
  }

  /// From 0 to 1, where the whole is known.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(Double(bytes) / Double(total), 1)
  }
}
