internal import FoundationEssentials
public import MastodonKit

/// Fields and files to send together; the files are read while they are sent.
public struct MultipartForm: Hashable, Sendable {
  public var fields: [Field]
  public var files: [MultipartFile]
  /// The separator of the parts; random, so that no content can contain it.
  let boundary: String

  public init(fields: [Field] = [], files: [MultipartFile]) {
    self.fields = fields
    self.files = files
    boundary = "howdah-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// The `Content-Type` header.
  var contentType: String { "multipart/form-data; boundary=\(boundary)" }
}

public struct MultipartFile: Hashable, Sendable {
  /// The field's name, such as `file`.
  public var field: String
  public var path: String
  public var mimeType: String

  public init(field: String, path: String, mimeType: String) {
    self.field = field
    self.path = path
    self.mimeType = mimeType
  }
}

/// Reads a form in chunks, on demand.
actor MultipartReader {
  private enum Part {
    case bytes(Data)
    case file(LocalFile)
  }

  nonisolated let length: Int
  private let progress: @Sendable (MediaProgress) -> Void
  /// Why a file could not be read to its end, which the network library would report as its own failure.
  private(set) var failure: MastodonError?
  private var parts: [Part]
  private var offset = 0
  private var sent = 0

  /// Opens the files; `progress` is called for each chunk.
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
      // The local name is private; its extension helps servers that check nothing else.
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

  /// Returns the next chunk, or `nil` at the end.
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
          // The length has been sent: a file that has become shorter cannot be sent any more.
          guard !bytes.isEmpty else { throw .unusableFile(name: file.name, words: "was changed while it was sent") }
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

public struct MediaProgress: Hashable, Sendable {
  public var bytes: Int
  /// The total size, if it is known.
  public var total: Int?

  /// From 0 to 1, if the total is known.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(Double(bytes) / Double(total), 1)
  }
}
