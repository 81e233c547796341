import Glibc
public import TerminalKit

/// Fetches media, draws what the terminal can show, and gives the rest to a viewer.
///
/// It keeps the pictures that were drawn last, within bounds, and no file: what is fetched to be drawn lies in a private
/// folder until it is drawn. It may be dropped whenever memory is short.
@MainActor
public final class QuickLook {
  /// Fetches a file from its server into a folder.
  public typealias Fetch = @Sendable (Wanted) async throws -> Fetched

  /// A file that is wanted.
  public struct Wanted: Hashable, Sendable {
    /// Where it is.
    public var url: String
    /// The folder to put it into.
    public var folder: String
    /// What to call it; `nil` for what its address calls it.
    public var name: String?
    /// How many bytes it may have.
    public var maxBytes: Int

    /// Makes a wish.
    public init(url: String, folder: String, name: String?, maxBytes: Int) {
      self.url = url
      self.folder = folder
      self.name = name
      self.maxBytes = maxBytes
    }
  }

  /// A file that has come.
  public struct Fetched: Hashable, Sendable {
    /// Where it is now.
    public var path: String
    /// How many bytes it has.
    public var bytes: Int
    /// What its first bytes say that it is, as a MIME type; `nil` for what is no picture, film or sound.
    public var type: String?

    /// Names a file.
    public init(path: String, bytes: Int, type: String?) {
      self.path = path
      self.bytes = bytes
      self.type = type
    }
  }

  /// What is to be looked at, and the room for it.
  public struct Subject: Hashable, Sendable {
    /// Where the picture is, the smaller version if there are two; `nil` for what has none.
    public var url: String?
    /// Its colours in a few letters.
    public var blurhash: String?
    /// Its shape in points, where that is known.
    public var width: Int
    /// Its shape in points, where that is known.
    public var height: Int
    /// How the terminal shows pictures.
    public var way: PictureWay
    /// How many colours it has.
    public var colors: ColorDepth
    /// How many columns there are.
    public var columns: Int
    /// How many rows there are.
    public var rows: Int

    /// Makes a subject.
    public init(
      url: String?, blurhash: String?, width: Int, height: Int, way: PictureWay, colors: ColorDepth, columns: Int,
      rows: Int
    ) {
      self.url = url
      self.blurhash = blurhash
      self.width = width
      self.height = height
      self.way = way
      self.colors = colors
      self.columns = columns
      self.rows = rows
    }
  }

  /// What there is to see.
  public struct Sight: Sendable {
    /// The picture, or its colours, or nothing.
    public var picture: Picture?
    /// Why it is not the picture itself, if it is not.
    public var trouble: Trouble?
  }

  /// Why a picture is not shown.
  public enum Trouble: Error, Sendable {
    /// The program that draws is not installed.
    case noProgram
    /// It could not be fetched.
    case notFetched(any Error)
    /// It is no picture of a kind that is drawn.
    case noPicture
    /// It says that it is larger than anybody's screen.
    case unreasonable(width: Int, height: Int)
    /// The program did not draw it.
    case notDrawn(PictureProgram.Failure)
    /// What the program drew was refused.
    case refused(PictureRefusal)
  }

  /// How many bytes a picture that is only looked at may have.
  public static let maximumLook = 16 << 20
  /// How many bytes a file that a viewer gets may have.
  public static let maximumView = 256 << 20
  /// How many bytes a file that is saved may have.
  public static let maximumSave = 1 << 30

  private let base: String
  private let program: PictureProgram
  private var drawn: PictureCache
  /// What viewers were given in this process.
  private var viewed: [PrivateFolder] = []

  /// Makes one, and takes away what earlier runs have left behind.
  ///
  /// - Parameters:
  ///   - base: The folder for its private folders.
  ///   - keeping: How many bytes of drawn pictures are kept.
  ///   - now: Seconds since 1970.
  public init(base: String, program: PictureProgram, keeping: Int = 32 << 20, now: Int) {
    self.base = base
    self.program = program
    drawn = PictureCache(limit: keeping)
    Self.clean(base, now: now)
  }

  deinit { for folder in viewed { folder.leave() } }

  /// Takes away what runs that are over, or were killed, have left in the folder.
  public nonisolated static func clean(_ base: String, now: Int) { PrivateFolder.clean(base, now: now) }

  /// How many bytes of drawn pictures are kept now.
  public var keptBytes: Int { drawn.bytes }
  /// How many drawn pictures are kept now.
  public var keptPictures: Int { drawn.count }

  /// What can be seen of something: the picture, or else its colours.
  ///
  /// - Throws: `CancellationError` if the person stopped it; nothing else.
  public func look(at subject: Subject, fetch: @escaping Fetch) async throws -> Sight {
    if let kept = drawn[subject] { return Sight(picture: kept) }
    do {
      let picture = try await Self.draw(subject, in: base, by: program, fetch: fetch)
      drawn[subject] = picture
      return Sight(picture: picture)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      return Sight(picture: Self.colors(of: subject), trouble: error)
    }
  }

  /// A few colours in place of the picture.
  private static func colors(of subject: Subject) -> Picture? {
    // Soft colours need no more room than this.
    let box = Picture.fit(
      width: subject.width, height: subject.height, columns: min(subject.columns, 32), rows: min(subject.rows, 12))
    return subject.blurhash.flatMap(Blurhash.init)?.picture(
      columns: box.columns, rows: box.rows, colors: subject.colors)
  }

  @concurrent private static func draw(
    _ subject: Subject, in base: String, by program: PictureProgram, fetch: Fetch
  ) async throws(Trouble) -> Picture {
    guard let url = subject.url else { throw .noPicture }
    guard let path = program.find() else { throw .noProgram }
    let folder: PrivateFolder
    do { folder = try PrivateFolder(in: base, for: .look) } catch { throw .notFetched(error) }
    defer { folder.remove() }
    let file: Fetched
    do {
      file = try await fetch(Wanted(url: url, folder: folder.path, name: "picture", maxBytes: maximumLook))
    } catch {
      throw .notFetched(error)
    }
    guard let facts = PictureFile(head: head(of: file.path)) else { throw .noPicture }
    guard facts.isReasonable else { throw .unreasonable(width: facts.width, height: facts.height) }
    let box = Picture.fit(
      width: facts.width, height: facts.height, columns: subject.columns, rows: subject.rows)
    let bytes: [UInt8]
    do throws(PictureProgram.Failure) {
      bytes = try program.run(
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

  /// Fetches something and hands it to a viewer, which has it as long as this process lasts, and then for a while.
  ///
  /// - Parameter open: Starts the viewer with a file; `false` if there is none.
  /// - Throws: ``QuickLookError``, or what fetching throws.
  public func view(_ url: String, fetch: Fetch, open: (_ path: String) -> Bool) async throws -> Fetched {
    let folder = try PrivateFolder(in: base, for: .view)
    do {
      let file = try await fetch(
        Wanted(url: url, folder: folder.path, name: "media", maxBytes: Self.maximumView))
      // A viewer goes by what it is given: a page or a program's description is not shown, it is run.
      guard file.type != nil else { throw QuickLookError.notMedia }
      guard open(file.path) else { throw QuickLookError.noViewer }
      viewed.append(folder)
      return file
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Takes away what viewers were given: the conversation is over.
  public func close() {
    for folder in viewed { folder.remove() }
    viewed = []
  }
}
