internal import FoundationEssentials
public import MastodonKit

extension MastodonClient {
  /// Downloads a file into a folder, readable by its owner only, under a safe name.
  ///
  /// The file appears when it is complete; a failed or cancelled download leaves nothing. Only the account's own server
  /// gets the token, and only that server may be on this machine or in its network.
  @concurrent public func download(
    _ wanted: MediaDownload, progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> DownloadedFile {
    if asksNobody { throw .notArchived(isChange: false) }
    let operation = "download the file"
    let (source, path, query) = try address(of: wanted.url, operation)
    var headers = [Field("Accept", "*/*"), Field("User-Agent", userAgent)]
    if source == server, let token = await tokens.current() {
      headers.append(Field("Authorization", "Bearer \(token.reveal)"))
    }
    let request = DownloadRequest(
      server: source, request: HTTPRequest(method: .get, path: path, query: query, headers: headers), home: server)
    let download = PartialDownload(
      file: try NewFile(in: wanted.folder), wanted: wanted, host: source.name, progress: progress)
    do {
      try await transport.download(
        request, DownloadSink(begin: { try await download.begin($0) }, receive: { try await download.receive($0) }))
      try Task.checkCancellation()
      return try await download.finish(as: wanted.name ?? Self.name(in: path))
    } catch {
      await download.discard()
      throw Task.isCancelled ? .cancelled : MastodonError(error, host: source.name, operation: operation)
    }
  }

  private func address(
    of text: String, _ operation: String
  ) throws(MastodonError) -> (server: ServerAddress, path: String, query: [Field]) {
    guard let url = URL(string: text), let host = url.host(percentEncoded: true), !host.isEmpty,
      url.user == nil, url.password == nil,
      let scheme = url.scheme.flatMap({ ServerAddress.Scheme(rawValue: $0.lowercased()) })
    else { throw .invalidResponse(host: server.name, operation: operation) }
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let source = try ServerAddress(scheme: scheme, host: bare, port: url.port)
    guard source.isOpen(to: server) else {
      throw .forbidden(
        host: source.name, words: "It points into your own network.", operation: operation)
    }
    let path = url.path(percentEncoded: true)
    return (source, path.isEmpty ? "/" : path, FormEncoding.decode(url.query(percentEncoded: true) ?? ""))
  }

  private static func name(in path: String) -> String {
    let last = path.split(separator: "/").last ?? ""
    return FormEncoding.decode("name=" + last).first?.value ?? ""
  }
}

private actor PartialDownload {
  private let file: NewFile
  private let wanted: MediaDownload
  private let host: String
  private let progress: @Sendable (MediaProgress) -> Void
  private var bytes = 0
  private var total: Int?
  private var mimeType: String?
  private var head: [UInt8] = []

  init(
    file: NewFile, wanted: MediaDownload, host: String, progress: @escaping @Sendable (MediaProgress) -> Void
  ) {
    self.file = file
    self.wanted = wanted
    self.host = host
    self.progress = progress
  }

  func begin(_ head: HTTPResponse) throws(MastodonError) {
    guard (200..<300).contains(head.status) else {
      throw ErrorResponse(head, now: Date(timeIntervalSince1970: 0))
        .error(host: host, operation: "download the file", secrets: [])
    }
    total = head.header("Content-Length").flatMap { Int($0) }
    mimeType = head.header("Content-Type").map { type in
      type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    }
    if let total { try check(total) }
    progress(MediaProgress(bytes: 0, total: total))
  }

  func receive(_ piece: Data) async throws {
    try Task.checkCancellation()
    bytes += piece.count
    try check(bytes)
    if head.count < MediaType.peek { head += piece.prefix(MediaType.peek - head.count) }
    try await file.append(piece)
    progress(MediaProgress(bytes: bytes, total: total))
  }

  func finish(as name: String) async throws(MastodonError) -> DownloadedFile {
    // A shorter body than announced is incomplete.
    if let total, bytes < total {
      throw .unreachable(host: host, reason: .connectionLost, operation: "download the file")
    }
    // The first bytes decide, not the server: only an image gets an image's file extension.
    let found = MediaType.mimeType(beginning: head)
    // A page, such as one to sign in at a network, or nothing at all is in place of the file.
    let isPage = found == nil && mimeType.map { ["text/html", "application/xhtml+xml"].contains($0) } ?? false
    guard bytes > 0, !isPage else { throw .invalidResponse(host: host, operation: "download the file") }
    let path = try await file.finish(as: SafeFileName.make(name, mimeType: MediaType.told(by: found, mimeType)))
    return DownloadedFile(path: path, bytes: bytes, type: found)
  }

  func discard() async { await file.discard() }

  private func check(_ count: Int) throws(MastodonError) {
    guard count > wanted.maxBytes else { return }
    throw .unusableFile(name: "The file", words: "is larger than \(MediaCheck.megabytes(wanted.maxBytes))")
  }
}
