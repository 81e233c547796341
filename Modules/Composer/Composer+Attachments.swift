import FeatureKit
public import MastodonKit
public import StatusKit

extension Composer {
  /// Checks files and uploads them.
  @MainActor
  public struct AttachmentService {
    /// Returns the absolute path of a file, or throws if the server would reject it; a thumbnail has to be an image.
    public var find: (_ path: String, _ description: String, _ isThumbnail: Bool) async throws -> String
    /// Uploads a file and waits until the server has processed it.
    public var upload: (DraftFile) async throws -> MediaAttachment.ID
    /// Changes the alt text of an attachment that the server keeps from a deleted post.
    public var update: (MediaEdit) async throws -> Void
    /// Returns the alt text that the user's program suggests for a file.
    public var suggestion: (DraftFile) async throws -> String

    public init(
      find: @escaping (_ path: String, _ description: String, _ isThumbnail: Bool) async throws -> String,
      upload: @escaping (DraftFile) async throws -> MediaAttachment.ID,
      update: @escaping (MediaEdit) async throws -> Void,
      suggestion: @escaping (DraftFile) async throws -> String
    ) {
      self.update = update
      self.suggestion = suggestion
      self.find = find
      self.upload = upload
    }
  }

  static func kind(of file: DraftFile) -> MediaAttachment.Kind {
    if let kind = file.sentKind { return kind }
    return switch file.name.split(separator: ".").last?.lowercased() {
    case "mp4", "m4v", "mov", "webm", "mkv": .video
    case "mp3", "ogg", "oga", "opus", "wav", "flac", "m4a", "aac": .audio
    default: .image
    }
  }
}

extension Composer.Model {
  /// Attaches a file.
  ///
  /// - Throws: ``AppError`` if the file does not exist or the server would reject it.
  @discardableResult
  public func attach(_ file: Composer.Options.File) async throws -> DraftFile {
    let limit = state.limits.maxFiles
    guard state.draft.content.files.count < limit else {
      throw AppError.validation(
        "A post can have at most \(CountText.of(limit, "attachment")) on this server.",
        suggestion: "Remove one with /detach N.")
    }
    let description = file.description ?? ""
    var found = DraftFile(path: try await attachments.find(file.path, description, false), description: description)
    found.focus = file.focus
    if let thumbnail = file.thumbnail { found.thumbnail = try await self.thumbnail(thumbnail, of: found) }
    if let refusal = state.refusal(of: { $0.files.append(found) }) { throw refusal }
    if file.description == "" { acceptsMissingAltText = true }
    change("attaching \(found.name)") { $0.files.append(found) }
    return found
  }

  /// Attaches files, one after the other.
  public func attach(_ files: [Composer.Options.File]) async throws {
    for file in files { try await attach(file) }
  }

  /// Sets the alt text of an attachment, which is then uploaded again if it was uploaded before.
  public func describe(_ number: Int, _ text: String) throws {
    let file = try file(number)
    change("the alt text of \(file.name)") { $0.files[number - 1].change { $0.description = text } }
  }

  /// Returns the alt text that the user's program suggests for an attachment.
  public func suggestedDescription(of number: Int) async throws -> String {
    let file = try file(number)
    guard file.sentKind == nil else {
      throw AppError.validation(
        "\(file.name) was sent already, so there is no file to describe.",
        suggestion: "Type the text: /describe N TEXT.")
    }
    return try await attachments.suggestion(file)
  }

  /// Sets the point of an attachment that stays visible when it is cropped.
  public func focus(_ number: Int, _ point: FocalPoint) throws {
    let file = try file(number)
    change("the focus of \(file.name)") { $0.files[number - 1].change { $0.focus = point } }
  }

  /// Sets the image that stands for a video or an audio file.
  ///
  /// - Throws: ``AppError`` if the file does not exist, is not an image, or stands for an image.
  public func setThumbnail(_ number: Int, _ path: String) async throws {
    let file = try file(number)
    guard file.sentKind == nil else {
      throw AppError.validation(
        "\(file.name) was sent already.", suggestion: "Detach it and attach the file again with its thumbnail.")
    }
    let thumbnail = try await thumbnail(path, of: file)
    change("the thumbnail of \(file.name)") { $0.files[number - 1].change { $0.thumbnail = thumbnail } }
  }

  private func thumbnail(_ path: String, of file: DraftFile) async throws -> String {
    guard [.video, .audio].contains(Composer.kind(of: file)) else {
      throw AppError.validation(
        "\(file.name) is an image, and only a video or an audio file has a thumbnail.",
        suggestion: "Leave out its thumbnail.")
    }
    return try await attachments.find(path, "", true)
  }

  /// Moves an attachment to another place, counted from 1.
  public func move(_ number: Int, to place: Int) throws {
    let file = try file(number)
    _ = try self.file(place)
    change("moving \(file.name)") {
      $0.files.remove(at: number - 1)
      $0.files.insert(file, at: place - 1)
    }
  }

  /// Sets the alt texts and focuses of the first attachments, in their order; `nil` leaves one as it is.
  func describe(_ files: [Composer.Options.File]) throws {
    for (index, file) in files.enumerated() {
      if let text = file.description { try describe(index + 1, text) }
      if let point = file.focus { try focus(index + 1, point) }
    }
  }

  public func detach(_ number: Int) throws -> DraftFile {
    let file = try file(number)
    change("removing \(file.name)") { $0.files.remove(at: number - 1) }
    return file
  }

  private func file(_ number: Int) throws -> DraftFile {
    let files = state.draft.content.files
    guard files.indices.contains(number - 1) else {
      throw AppError.validation(
        "No attachment \(number).",
        suggestion: files.isEmpty
          ? "Add one with /attach FILE." : "List them with /attachments.")
    }
    return files[number - 1]
  }

  /// Uploads what is not uploaded yet, and saves the draft after each file.
  func upload() async throws {
    for index in state.draft.content.files.indices where !state.isEdit {
      let file = state.draft.content.files[index]
      guard file.isChanged == true, let id = file.mediaID else { continue }
      try await attachments.update(MediaEdit(id: id, description: file.description, focus: file.focus))
      state.draft.content.files[index].isChanged = nil
      save()
    }
    for index in state.draft.content.files.indices where state.draft.content.files[index].mediaID == nil {
      state.draft.content.files[index].mediaID = try await attachments.upload(state.draft.content.files[index])
      save()
    }
  }

  func uploadAgain() async throws -> [DraftFile] {
    state.draft.content = state.draft.content.withoutUploads
    try await upload()
    return state.draft.content.files
  }

  /// Whether an error may mean that the server has deleted an upload that was not posted in time.
  static func isMissingUpload(_ error: any Error) -> Bool {
    switch AppError(error) {
    case .notFound, .validation: true
    default: false
    }
  }
}

extension DraftFile {
  /// Changes a file, which is then uploaded again if it was uploaded before; of a sent attachment, only what changed is sent.
  mutating func change(_ change: (inout DraftFile) -> Void) {
    change(&self)
    if sentKind == nil { mediaID = nil } else { isChanged = true }
  }
}

extension StatusDraft {
  /// The same draft without the ids of its uploads.
  var withoutUploads: StatusDraft {
    var draft = self
    for index in draft.files.indices where draft.files[index].sentKind == nil { draft.files[index].mediaID = nil }
    return draft
  }
}
