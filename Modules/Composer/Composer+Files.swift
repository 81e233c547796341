import FeatureKit
public import MastodonKit
public import StatusKit

extension Composer {
  /// What is done with files that go along with a draft.
  @MainActor
  public struct Attaching {
    /// Finds a file, whose whole path it answers, and refuses what the server would refuse.
    public var find: (_ path: String, _ description: String) async throws -> String
    /// Uploads a file and waits until the server has finished with it.
    public var upload: (DraftFile) async throws -> MediaAttachment.ID

    /// Makes it from its parts.
    public init(
      find: @escaping (_ path: String, _ description: String) async throws -> String,
      upload: @escaping (DraftFile) async throws -> MediaAttachment.ID
    ) {
      self.find = find
      self.upload = upload
    }
  }

  /// What can be asked for about the files of a draft, counted from 1.
  @MainActor
  public struct FileAction {
    /// Takes a file along, with what it shows.
    public var attach: (_ path: String, _ description: String?) async throws -> DraftFile
    /// Says what a file shows.
    public var describe: (Int, String) throws -> Void
    /// Leaves a file out again.
    public var detach: (Int) throws -> DraftFile

    /// Makes an action from its parts.
    public init(
      attach: @escaping (_ path: String, _ description: String?) async throws -> DraftFile,
      describe: @escaping (Int, String) throws -> Void, detach: @escaping (Int) throws -> DraftFile
    ) {
      self.attach = attach
      self.describe = describe
      self.detach = detach
    }
  }

  /// What a file is, as far as its name says it.
  static func kind(of file: DraftFile) -> MediaAttachment.Kind {
    switch file.name.split(separator: ".").last?.lowercased() {
    case "mp4", "m4v", "mov", "webm", "mkv": .video
    case "mp3", "ogg", "oga", "opus", "wav", "flac", "m4a", "aac": .audio
    default: .image
    }
  }
}

// MARK: - What becomes of them

extension Composer.Model {
  /// Takes a file along.
  ///
  /// - throws: ``AppError`` if it is not there, or the server would not take it.
  @discardableResult
  public func attach(_ file: Composer.Options.File) async throws -> DraftFile {
    let most = state.limits.maxFiles
    guard state.draft.content.files.count < most else {
      throw AppError.validation(
        "A post can have at most \(most == 1 ? "1 attachment" : "\(most) attachments") on this server.",
        suggestion: "Remove one with /detach N.")
    }
    let description = file.description ?? ""
    let found = DraftFile(path: try await attaching.find(file.path, description), description: description)
    if file.description == "" { hasWarned = true }
    change("attaching \(found.name)") { $0.files.append(found) }
    return found
  }

  /// Takes files along, one after the other.
  public func attach(_ files: [Composer.Options.File]) async throws {
    for file in files { try await attach(file) }
  }

  /// Says what a file shows; it is uploaded anew then, if it was.
  public func describe(_ number: Int, _ words: String) throws {
    let file = try file(number)
    change("the alt text of \(file.name)") {
      $0.files[number - 1] = DraftFile(path: file.path, description: words)
    }
  }

  /// Leaves a file out again.
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

  /// Says before the first try, and then no more, that a file has no description.
  func warnOnce() throws {
    let bare = state.draft.content.files.enumerated().filter { $0.element.description.isEmpty }
    guard !hasWarned, let first = bare.first else { return }
    hasWarned = true
    throw AppError.validation(
      "\(first.element.name) has no alt text.",
      suggestion: "Add it with /describe \(first.offset + 1) TEXT, or /send again to post without.")
  }

  /// Whether nobody has said what some file shows.
  var isBare: Bool { state.draft.content.files.contains(where: \.description.isEmpty) && state.phase == .editing }

  /// Uploads what was not yet; each is known on disk when the next begins.
  func upload() async throws {
    for index in state.draft.content.files.indices where state.draft.content.files[index].mediaID == nil {
      state.draft.content.files[index].mediaID = try await attaching.upload(state.draft.content.files[index])
      keep()
    }
  }

  /// Uploads everything once more.
  func uploadAnew() async throws -> [DraftFile] {
    for index in state.draft.content.files.indices { state.draft.content.files[index].mediaID = nil }
    try await upload()
    return state.draft.content.files
  }

  /// Whether an error is what a server says that has forgotten an upload.
  static func meansForgotten(_ error: any Error) -> Bool {
    switch AppError(error) {
    case .notFound, .validation: true
    default: false
    }
  }
}

extension StatusDraft {
  /// The same draft as if nothing had been uploaded.
  var withoutUploads: StatusDraft {
    var draft = self
    for index in draft.files.indices { draft.files[index].mediaID = nil }
    return draft
  }
}
