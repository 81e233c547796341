internal import FoundationEssentials
public import MastodonKit

/// A local image, video or audio file to upload.
public struct MediaUpload: Hashable, Sendable {
  public var path: String
  /// The path of a picture to show in place of a video or audio file.
  public var thumbnailPath: String?
  public var description: String
  public var focus: FocalPoint?

  public init(path: String, thumbnailPath: String? = nil, description: String = "", focus: FocalPoint? = nil) {
    self.path = path
    self.thumbnailPath = thumbnailPath
    self.description = description
    self.focus = focus
  }
}

/// The time to wait for a server to process a file.
public struct MediaTimeouts: Sendable {
  /// The waits between checks; after the last one the upload fails.
  public var waits: [Duration]
  /// Waits; it throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates timeouts; the defaults add up to about three minutes, with increasing waits.
  public init(
    waits: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3)]
      + Array(repeating: .seconds(5), count: 34),
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.waits = waits
    self.sleep = sleep
  }
}

/// The state of an upload on the server.
public struct MediaReceipt: Sendable {
  /// The attachment, without a URL while the server processes it.
  public var attachment: MediaAttachment
  public var isReady: Bool
}

extension MastodonClient {
  /// Uploads a file in chunks and waits until the server has processed it.
  ///
  /// - Parameters:
  ///   - limits: The server's limits, which are checked before anything is sent.
  ///   - progress: Called with each chunk; its fraction grows from 0 to 1, twice if the token had expired.
  /// - throws: `.unusableFile` before anything is sent; `.rejected` if the server cannot process the file; `.timedOut` if
  ///   that takes too long.
  @concurrent public func upload(
    _ upload: MediaUpload, limits: Instance.Configuration, timeouts: MediaTimeouts,
    progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> MediaAttachment {
    let form = try await MediaCheck(limits: limits, host: server.name).form(for: upload)
    func send(_ endpoint: Endpoint<MediaReceipt>) async throws(MastodonError) -> MediaReceipt {
      Endpoint<MediaReceipt>.typed(try await self.send(endpoint.erased, form, progress: progress))
    }
    let receipt: MediaReceipt
    do { receipt = try await send(.uploadMedia(form)) } catch .lacks(_, .media) {
      receipt = try await send(.uploadMedia(form, isFirstVersion: true))
      missingEndpoints.remove(.media)
    }
    let attachment = try await finished(receipt, timeouts)
    guard !transport.changesNothing, !attachment.missingParts(of: upload).isEmpty else { return attachment }
    return try await described(attachment, as: upload)
  }

  /// Sends again what an upload has lost.
  ///
  /// - Throws: `.rejected` if it has no alt text then: nothing is published without it.
  private func described(
    _ attachment: MediaAttachment, as upload: MediaUpload
  ) async throws(MastodonError) -> MediaAttachment {
    var described = attachment
    do throws(MastodonError) {
      described = try await send(
        .updateMedia(MediaEdit(id: attachment.id, description: upload.description, focus: upload.focus)))
    } catch  where !error.isRefusal {
      throw error
    } catch {
      // What is missing is said below.
    }
    let missing = described.missingParts(of: upload)
    guard !missing.contains(.altText) else {
      throw .rejected(
        host: server.name, words: "It has lost the alt text of the file, and nothing was published",
        operation: "upload the file")
    }
    if !missing.isEmpty { answers.add(.omission(Omission(host: server.name, parts: missing))) }
    return described
  }

  /// Checks what the server would refuse, before anything is sent.
  ///
  /// - Parameter isThumbnail: Whether it has to be an image.
  /// - throws: `.unusableFile`, or `.rejected` for alt text that is too long.
  @concurrent public func check(
    _ upload: MediaUpload, isThumbnail: Bool = false, limits: Instance.Configuration
  ) async throws(MastodonError) {
    let check = MediaCheck(limits: limits, host: server.name)
    if isThumbnail {
      _ = try await check.picture("thumbnail", upload.path)
    } else {
      _ = try await check.form(for: upload)
    }
  }

  private func finished(
    _ first: MediaReceipt, _ timeouts: MediaTimeouts
  ) async throws(MastodonError) -> MediaAttachment {
    var receipt = first
    var waited = Duration.zero
    for wait in timeouts.waits {
      if receipt.isReady { return receipt.attachment }
      do { try await timeouts.sleep(wait) } catch { throw .cancelled }
      waited += wait
      receipt = try await send(.media(first.attachment.id))
    }
    if receipt.isReady { return receipt.attachment }
    throw .processing(host: server.name, seconds: Int(waited.components.seconds), operation: "upload the file")
  }

  /// Sends an endpoint whose body is read from files; repeats it from the beginning if the token had expired.
  ///
  /// - Parameter progress: Called with each chunk; it starts again if the body is sent again.
  func send(
    _ endpoint: AnyEndpoint, _ form: MultipartForm, progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> any Sendable {
    try await waitingForLimits { () async throws(MastodonError) in
      try await sendOnce(endpoint, form, progress: progress)
    }
  }

  func sendOnce(
    _ endpoint: AnyEndpoint, _ form: MultipartForm, progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> any Sendable {
    try Self.checkPath(of: endpoint)
    if let feature = missingEndpoints.feature(of: endpoint) { throw lack(of: feature, in: endpoint) }
    guard var token = await tokens.current() else { throw .signedOut }
    if !transport.changesNothing { changes.note(endpoint, at: now()) }
    var response = try await upload(form, for: endpoint, token, progress)
    response = await reportingRefusedToken(token, in: response, of: endpoint)
    if response.status == 401, let renewed = try await tokens.renewed(token) {
      token = renewed
      response = try await upload(form, for: endpoint, renewed, progress)
    }
    return try read(response, of: endpoint, token: token)
  }

  private func upload(
    _ form: MultipartForm, for endpoint: AnyEndpoint, _ token: Secret,
    _ progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> HTTPResponse {
    let reader = try MultipartReader(form, progress: progress)
    do {
      let response = try await transport.upload(
        request(for: endpoint, token: token), UploadBody(length: reader.length, next: reader.next))
      note(response)
      return response
    } catch {
      if Task.isCancelled { throw .cancelled }
      throw await reader.failure ?? MastodonError(error, host: server.name, operation: endpoint.operation)
    }
  }
}

extension MediaAttachment {
  fileprivate func missingParts(of upload: MediaUpload) -> [RequestPart] {
    var parts: [RequestPart] = []
    if upload.description.contains(where: { !$0.isWhitespace }), (description ?? "").isEmpty { parts.append(.altText) }
    if upload.focus != nil, meta?.focus == nil { parts.append(RequestPart("focus", "the focus")) }
    return parts
  }
}

extension MastodonError {
  fileprivate var isRefusal: Bool {
    switch self {
    case .rejected, .notFound, .forbidden, .unsupported, .lacks, .invalidResponse: true
    default: false
    }
  }
}
