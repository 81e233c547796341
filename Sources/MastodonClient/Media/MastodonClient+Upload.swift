internal import FoundationEssentials
public import MastodonKit

/// A picture, film or sound of this machine that is to be sent.
public struct MediaUpload: Hashable, Sendable {
  /// Where the file lies.
  public var path: String
  /// A picture to show in place of a film or sound, where it lies.
  public var thumbnailPath: String?
  /// What it shows.
  public var description: String
  /// Where to look first.
  public var focus: FocalPoint?

  /// Names a file.
  public init(path: String, thumbnailPath: String? = nil, description: String = "", focus: FocalPoint? = nil) {
    self.path = path
    self.thumbnailPath = thumbnailPath
    self.description = description
    self.focus = focus
  }
}

/// How long a server's work on a file is waited for.
public struct MediaPatience: Sendable {
  /// The waits between looks; when they are through, it took too long.
  public var waits: [Duration]
  /// Waits; it throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a patience; by default one of about three minutes, with looks that become rarer.
  public init(
    waits: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3)]
      + Array(repeating: .seconds(5), count: 34),
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.waits = waits
    self.sleep = sleep
  }
}

/// What the server has of an upload, and whether it has finished with it.
public struct MediaReceipt: Sendable {
  /// The attachment, without an address while the server works on it.
  public var attachment: MediaAttachment
  /// Whether it can be posted.
  public var isReady: Bool
}

extension MastodonClient {
  /// Sends a file piece by piece and waits until the server has finished with it.
  ///
  /// - Parameters:
  ///   - limits: What the server takes; it is not bothered with what it would refuse.
  ///   - progress: Told with each piece; its fraction grows from 0 to 1, twice if the token had expired.
  /// - throws: `.unusableFile` before anything is sent; `.rejected` when the server cannot make anything of the file;
  ///   `.timedOut` when that takes it too long.
  @concurrent public func upload(
    _ upload: MediaUpload, limits: Instance.Configuration, patience: MediaPatience,
    progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> MediaAttachment {
    let form = try await MediaCheck(limits: limits, host: server.name).form(for: upload)
    let receipt = try await send(.uploadMedia(form), form, progress: progress)
    return try await finished(receipt, patience)
  }

  /// Refuses what the server would refuse of a file, before anything is sent.
  ///
  /// - throws: `.unusableFile`, or `.rejected` for a description that is too long.
  @concurrent public func check(_ upload: MediaUpload, limits: Instance.Configuration) async throws(MastodonError) {
    _ = try await MediaCheck(limits: limits, host: server.name).form(for: upload)
  }

  private func finished(
    _ first: MediaReceipt, _ patience: MediaPatience
  ) async throws(MastodonError) -> MediaAttachment {
    var receipt = first
    var waited = Duration.zero
    for wait in patience.waits {
      if receipt.isReady { return receipt.attachment }
      do { try await patience.sleep(wait) } catch { throw .cancelled }
      waited += wait
      receipt = try await send(.media(first.attachment.id))
    }
    if receipt.isReady { return receipt.attachment }
    throw .timedOut(host: server.name, seconds: Int(waited.components.seconds), operation: "upload the file")
  }

  /// Sends an endpoint whose body is read from files, once more and from their beginning if the token had expired.
  ///
  /// - Parameter progress: Told with each piece; it begins anew if all has to be sent again.
  func send<Response>(
    _ endpoint: Endpoint<Response>, _ form: MultipartForm, progress: @escaping @Sendable (MediaProgress) -> Void
  ) async throws(MastodonError) -> Response {
    guard var token = await tokens.current() else { throw .signedOut }
    changes.note(endpoint)
    var response = try await upload(form, for: endpoint, token, progress)
    response = await tellingRefusedToken(token, in: response, of: endpoint)
    if response.status == 401, let renewed = try await tokens.renewed(token) {
      token = renewed
      response = try await upload(form, for: endpoint, renewed, progress)
    }
    return try read(response, of: endpoint, token: token)
  }

  private func upload<Response>(
    _ form: MultipartForm, for endpoint: Endpoint<Response>, _ token: Secret,
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
