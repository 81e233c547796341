import Glibc
public import MastodonKit
public import Subprocesses
public import TerminalKit

/// Downloads media, draws it for the terminal, and opens it in viewers.
///
/// It caches recently drawn pictures, up to a limit. A file to draw is in a private folder until it is drawn. It may be
/// dropped whenever memory is short.
@MainActor
public final class QuickLook {
  /// Downloads a file into a folder.
  public typealias Fetch = @Sendable (MediaDownload) async throws -> DownloadedFile

  /// A picture to draw, and the space for it.
  public struct Subject: Hashable, Sendable {
    /// The URL of the picture, preferably of a small version; `nil` if there is none.
    public var url: String?
    public var blurhash: String?
    /// The width in pixels; 0 if unknown.
    public var width: Int
    /// The height in pixels; 0 if unknown.
    public var height: Int
    public var way: PictureWay
    public var colors: ColorDepth
    public var columns: Int
    public var rows: Int
    /// The recording to read in place of a picture, or for its sound.
    public var recording: Recording?
  }

  public struct Drawing: Sendable {
    /// The picture, or its colours.
    public var picture: Picture?
    /// The sound as a line of bars.
    public var wave: String?
    /// The length of a recording in seconds, as far as it was read.
    public var seconds: Double?
    /// The size of the attachment's file in bytes, once it was downloaded.
    public var bytes: Int?
    /// Why the picture itself is missing.
    public var failure: DrawingFailure?
  }

  /// Why a picture was not drawn.
  public enum DrawingFailure: Error, Sendable {
    /// Chafa is not installed.
    case noProgram
    case notFetched(any Error)
    /// The file is not in a supported image format.
    case noPicture
    /// The size in its header, in pixels, is too large.
    case unreasonable(width: Int, height: Int)
    case notDrawn(Programs.Failure)
    /// Chafa's output was rejected.
    case refused(PictureRefusal)
    /// ffmpeg is not installed.
    case noRecorder(isSound: Bool)
    /// The download of a recording failed.
    case recordingNotFetched(any Error)
    /// The file is not in a supported video or audio format.
    case noRecording
    case recordingNotRead(Programs.Failure)
  }

  /// The maximum size of a picture to draw, in bytes.
  public static let maximumLook = 16 << 20
  /// The maximum size of a file to open, in bytes.
  public static let maximumView = 256 << 20
  /// The maximum size of a file to save, in bytes.
  public static let maximumSave = 1 << 30

  private let base: String
  private let programs: MediaPrograms
  private var drawn: PictureCache
  /// The recordings that were read; a wave and a length are small.
  private var heard: [Subject: Reading] = [:]
  /// The folders of files that were opened in viewers.
  private var viewed: [PrivateFolder] = []

  /// Creates a quick look, and removes files that earlier runs have left.
  ///
  /// - Parameters:
  ///   - base: The folder for its private folders.
  ///   - programs: Draw pictures, and read video and audio.
  ///   - keeping: The maximum size of the cache in bytes.
  ///   - now: Seconds since 1970.
  public init(base: String, programs: MediaPrograms, keeping: Int = 32 << 20, now: Int) {
    self.base = base
    self.programs = programs
    drawn = PictureCache(limit: keeping)
    Self.clean(base, now: now)
  }

  deinit { for folder in viewed { folder.leave() } }

  /// Removes files that ended or killed runs have left in the folder.
  public nonisolated static func clean(_ base: String, now: Int) { PrivateFolder.clean(base, now: now) }

  public var keptBytes: Int { drawn.bytes }
  public var keptPictures: Int { drawn.count }

  /// The picture, if it was drawn lately.
  func kept(_ subject: Subject) -> Picture? { drawn[subject] }

  /// Draws a picture, or its colours if that fails.
  ///
  /// - Throws: `CancellationError` if the task was cancelled; nothing else.
  public func look(at subject: Subject, fetch: @escaping Fetch) async throws -> Drawing {
    if let kept = drawn[subject] {
      let reading = heard[subject]
      return Drawing(picture: kept, wave: reading?.wave, seconds: reading?.seconds)
    }
    if subject.url == nil, let reading = heard[subject] {
      return Drawing(picture: reading.picture, wave: reading.wave, seconds: reading.seconds)
    }
    var drawing = Drawing()
    if subject.url != nil || subject.recording == nil {
      do {
        drawing.picture = try await Self.draw(subject, in: base, by: programs, fetch: fetch)
        drawn[subject] = drawing.picture
      } catch {
        if Task.isCancelled { throw CancellationError() }
        drawing = Drawing(picture: Self.colors(of: subject), failure: error)
      }
    }
    if let recording = subject.recording {
      do {
        let reading = try await Self.readRecording(recording, as: subject, in: base, by: programs, fetch: fetch)
        if heard.count >= Self.keptReadings { heard = [:] }
        heard[subject] = reading
        drawing.picture = drawing.picture ?? reading.picture
        (drawing.wave, drawing.seconds) = (reading.wave, reading.seconds)
      } catch {
        if Task.isCancelled { throw CancellationError() }
        if !recording.isSound { drawing.picture = drawing.picture ?? Self.colors(of: subject) }
        drawing.failure = drawing.failure ?? error
      }
    }
    return drawing
  }

  private static let keptReadings = 64

  /// Draws the blurhash in place of the picture.
  static func colors(of subject: Subject) -> Picture? {
    // A blurhash has no details that would need more space.
    let box = Picture.fit(
      width: subject.width, height: subject.height, columns: min(subject.columns, 32), rows: min(subject.rows, 12))
    return subject.blurhash.flatMap(Blurhash.init)?.picture(
      columns: box.columns, rows: box.rows, colors: subject.colors)
  }

  @concurrent private static func draw(
    _ subject: Subject, in base: String, by programs: MediaPrograms, fetch: Fetch
  ) async throws(DrawingFailure) -> Picture {
    guard let url = subject.url else { throw .noPicture }
    guard let path = programs.find("chafa") else { throw .noProgram }
    let folder: PrivateFolder
    do { folder = try PrivateFolder(in: base, for: .look) } catch { throw .notFetched(error) }
    defer { folder.remove() }
    let file: DownloadedFile
    do {
      file = try await fetch(MediaDownload(url: url, folder: folder.path, name: "picture", maxBytes: maximumLook))
    } catch {
      throw .notFetched(error)
    }
    guard let facts = PictureFile(head: head(of: file.path)) else { throw .noPicture }
    guard facts.isReasonable else { throw .unreasonable(width: facts.width, height: facts.height) }
    let box = Picture.fit(
      width: facts.width, height: facts.height, columns: subject.columns, rows: subject.rows)
    let bytes: [UInt8]
    do throws(Programs.Failure) {
      bytes = try await programs.run(
        path,
        PictureProgram.arguments(
          for: file.path, way: subject.way, columns: box.columns, rows: box.rows, colors: subject.colors))
    } catch {
      throw .notDrawn(error)
    }
    do throws(PictureRefusal) {
      return try Picture(drawn: bytes, way: subject.way, columns: box.columns, rows: box.rows)
    } catch {
      throw .refused(error)
    }
  }

  /// The first bytes of a file; none if it cannot be read.
  private nonisolated static func head(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { Glibc.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: PictureFile.peek)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Downloads a file and opens it in a viewer; the file is removed some time after this process ends.
  ///
  /// - Parameter open: Starts the viewer with a file; `false` if there is none.
  /// - Throws: ``QuickLookError``, or what fetching throws.
  public func view(_ url: String, fetch: Fetch, open: (_ path: String) -> Bool) async throws -> DownloadedFile {
    let folder = try PrivateFolder(in: base, for: .view)
    do {
      let file = try await fetch(
        MediaDownload(url: url, folder: folder.path, name: "media", maxBytes: Self.maximumView))
      // Other formats are not safe to open: an HTML page or a desktop file would be executed.
      guard file.type != nil else { throw QuickLookError.notMedia }
      guard open(file.path) else { throw QuickLookError.noViewer }
      viewed.append(folder)
      return file
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Removes the files that were opened in viewers.
  public func close() {
    for folder in viewed { folder.remove() }
    viewed = []
  }
}
