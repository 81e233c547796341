internal import FoundationEssentials
internal import MastodonKit

/// Checks files against a server's limits before anything is sent.
struct MediaCheck {
  let limits: Instance.Configuration
  let host: String

  /// Returns the form to send.
  func form(for upload: MediaUpload) async throws(MastodonError) -> MultipartForm {
    var files = [try await file("file", upload.path)]
    if let path = upload.thumbnailPath { files.append(try await file("thumbnail", path)) }
    var fields: [Field] = []
    if !upload.description.isEmpty {
      try check(upload.description)
      fields.add("description", upload.description)
    }
    fields.add("focus", upload.focus?.parameter)
    // Fields first, so that a server that parses while it receives knows them when the file arrives.
    return MultipartForm(fields: fields, files: files)
  }

  func check(_ description: String) throws(MastodonError) {
    guard description.count > limits.descriptionLimit else { return }
    throw .rejected(
      host: host,
      words: "The description has \(description.count) characters; the limit is \(limits.descriptionLimit).",
      operation: "upload the file")
  }

  /// Returns a still or moving picture if it may be sent.
  func picture(_ field: String, _ path: String) async throws(MastodonError) -> MultipartFile {
    let file = try await file(field, path)
    guard file.mimeType.hasPrefix("image/") else {
      throw .unusableFile(name: LocalFile.name(of: path), words: "is \(file.mimeType), not an image")
    }
    return file
  }

  /// Returns a file and its type if it may be sent.
  func file(_ field: String, _ path: String) async throws(MastodonError) -> MultipartFile {
    let file = try LocalFile(path)
    guard file.size > 0 else { throw .unusableFile(name: file.name, words: "is empty") }
    guard
      let type = MediaType.mimeType(ofFileNamed: file.name, beginning: try await file.read(at: 0, upTo: MediaType.peek))
    else { throw .unusableFile(name: file.name, words: "is not an image, video or audio file") }
    guard limits.supportedMIMETypes.isEmpty || limits.supportedMIMETypes.contains(type) else {
      throw .unusableFile(name: file.name, words: "is \(type), which \(host) does not accept")
    }
    let most = type.hasPrefix("image/") ? limits.imageSizeLimit : limits.videoSizeLimit
    guard file.size <= most else {
      throw .unusableFile(
        name: file.name, words: "is \(Self.megabytes(file.size)); the limit on \(host) is \(Self.megabytes(most))")
    }
    return MultipartFile(field: field, path: path, mimeType: type)
  }

  /// `16.8 MB`, or `512 KB`, rounded up, so that an oversized file never seems to fit.
  static func megabytes(_ bytes: Int) -> String {
    guard bytes >= 1_000_000 else { return "\((bytes + 999) / 1000) KB" }
    let tenths = (bytes + 99_999) / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
  }
}
