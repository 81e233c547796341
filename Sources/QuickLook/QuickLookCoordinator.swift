import ConcurrencyKit
public import FeatureKit
public import MastodonKit
import Subprocesses
import Synchronization
public import TerminalKit

/// Shows, opens and saves attachments.
@MainActor
public final class QuickLookCoordinator {
  /// Downloads a file and reports how many bytes have arrived, and the total if it is known.
  public typealias Download =
    @Sendable (MediaDownload, _ progress: @escaping @Sendable (_ bytes: Int, _ total: Int?) -> Void)
    async throws ->
    DownloadedFile

  public struct Dependencies {
    public var folder: String
    /// The terminal and the programs of this machine.
    public var display: MediaDisplay
    /// The time in seconds since 1970.
    public var now: @Sendable () -> Int
    public var download: @MainActor () -> Download
    /// Prints the progress of a large download.
    public var report: @Sendable (String) -> Void
    /// The quick look, made now if necessary; its owner may drop it between two uses.
    public var quickLook: @MainActor () -> QuickLook
    /// The quick look, if it has been made.
    public var currentQuickLook: @MainActor () -> QuickLook?

    public init(
      folder: String, display: MediaDisplay, now: @escaping @Sendable () -> Int,
      download: @escaping @MainActor () -> Download, report: @escaping @Sendable (String) -> Void,
      quickLook: @escaping @MainActor () -> QuickLook, currentQuickLook: @escaping @MainActor () -> QuickLook?
    ) {
      self.folder = folder
      self.display = display
      self.now = now
      self.download = download
      self.report = report
      self.quickLook = quickLook
      self.currentQuickLook = currentQuickLook
    }
  }

  private let dependencies: Dependencies
  private let sizes = KnownSizes()
  /// The small pictures that are being drawn.
  private var drawings: [QuickLook.Subject: Task<Void, Never>] = [:]

  public init(_ dependencies: Dependencies) { self.dependencies = dependencies }

  /// Removes the files that killed runs have left.
  public func clean() { QuickLook.clean(dependencies.folder, now: dependencies.now()) }

  /// Removes the files that were opened in viewers.
  public func close() {
    for drawing in drawings.values { drawing.cancel() }
    dependencies.currentQuickLook()?.close()
  }

  /// Draws an attachment for the terminal: the picture, else its colours, and a note why.
  ///
  /// A video without a preview is shown by its first frame, and a sound as a wave; for these the file itself is fetched.
  public func look(at attachment: MediaAttachment, _ layout: Layout) async throws -> QuickLook.Drawing {
    guard let subject = subject(of: attachment, layout) else { return QuickLook.Drawing() }
    var drawing = try await dependencies.quickLook().look(at: subject, fetch: fetch(reportingProgress: false))
    drawing.bytes = (attachment.url ?? attachment.remoteURL).flatMap { sizes.size(of: $0) }
    return drawing
  }

  /// The colours of an attachment, which are there before its picture is; `nil` where no pictures are shown.
  public func colors(of attachment: MediaAttachment, _ layout: Layout) -> Picture? {
    subject(of: attachment, layout).flatMap(QuickLook.colors)
  }

  /// The most small pictures of a page.
  private static let most = 12

  /// Draws the small pictures of a page.
  ///
  /// One that is not drawn in a moment has its colours in its place, and is there when the page is printed again.
  public func thumbnails(
    _ wanted: [Thumbnail], _ layout: Layout, within patience: Duration = .milliseconds(1500)
  ) async -> [Thumbnail: Picture] {
    guard let way = layout.pictures, dependencies.display.programs.drawsPictures else { return [:] }
    let subjects = wanted.droppingRepeats(of: \.self).prefix(Self.most).map { thumbnail in
      QuickLook.Subject(
        url: thumbnail.url, blurhash: thumbnail.blurhash, width: thumbnail.columns, height: thumbnail.rows * 2,
        way: way, colors: layout.colors, columns: thumbnail.columns, rows: thumbnail.rows)
    }
    let quickLook = dependencies.quickLook()
    let fetch = fetch(reportingProgress: false)
    for subject in subjects where drawings[subject] == nil && quickLook.kept(subject) == nil {
      drawings[subject] = Task { [weak self] in
        // What cannot be drawn is described in the post.
        _ = try? await quickLook.look(at: subject, fetch: fetch)
        self?.drawings[subject] = nil
      }
    }
    let tasks = subjects.compactMap { drawings[$0] }
    // Whoever stops the command sees the page as it is.
    _ = try? await withTimeout(patience) { for task in tasks { await task.value } }
    return Dictionary(
      zip(wanted.droppingRepeats(of: \.self), subjects).compactMap { thumbnail, subject in
        (quickLook.kept(subject) ?? QuickLook.colors(of: subject)).map { (thumbnail, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private func subject(of attachment: MediaAttachment, _ layout: Layout) -> QuickLook.Subject? {
    guard let way = layout.pictures else { return nil }
    // The preview is larger than any terminal; for videos and audio it is an image too.
    let url = attachment.previewURL ?? (attachment.kind == .image ? attachment.url : nil)
    let size = attachment.meta?.small ?? attachment.meta?.original
    return QuickLook.Subject(
      url: url, blurhash: attachment.blurhash, width: size?.width ?? 0, height: size?.height ?? 0, way: way,
      colors: layout.colors, columns: min(layout.width, 72), rows: 18, recording: recording(in: attachment))
  }

  private func recording(in attachment: MediaAttachment) -> QuickLook.Recording? {
    guard let url = attachment.url ?? attachment.remoteURL else { return nil }
    let needsLength = attachment.meta?.duration == nil
    return switch attachment.kind {
    case .audio: QuickLook.Recording(url: url, isSound: true, needsLength: needsLength)
    case .video, .gifv:
      attachment.previewURL == nil ? QuickLook.Recording(url: url, isSound: false, needsLength: needsLength) : nil
    case .image, .unknown: nil
    }
  }

  /// Opens an attachment in a program outside of the terminal.
  ///
  /// - Throws: ``QuickLookError``, or what the download throws.
  @discardableResult
  public func view(_ attachment: MediaAttachment) async throws -> DownloadedFile {
    guard dependencies.display.viewer.isAvailable() else { throw QuickLookError.noViewer }
    guard let url = attachment.url ?? attachment.remoteURL else { throw AppError.cancelled }
    return try await dependencies.quickLook().view(
      url, fetch: fetch(reportingProgress: true), open: dependencies.display.viewer.open)
  }

  /// Saves an attachment in a folder, by default the current one; existing files are not overwritten.
  public func save(_ attachment: MediaAttachment, into folder: String?) async throws -> DownloadedFile {
    guard let url = attachment.url ?? attachment.remoteURL else { throw AppError.cancelled }
    return try await fetch(reportingProgress: true)(
      MediaDownload(
        url: url, folder: dependencies.display.expandingHome(in: folder ?? "."), name: nil,
        maxBytes: QuickLook.maximumSave))
  }

  private func fetch(reportingProgress: Bool) -> QuickLook.Fetch {
    let download = dependencies.download()
    let report = reportingProgress ? dependencies.report : nil
    return { [sizes] request in
      let progress = DownloadProgress()
      let file = try await download(request) { bytes, total in
        if let message = progress.message(bytes: bytes, total: total) { report?(message) }
      }
      sizes.add(file.bytes, of: request.url)
      return file
    }
  }
}

/// The sizes of the files that were downloaded.
private final class KnownSizes: Sendable {
  private let sizes = Mutex<[String: Int]>([:])

  func add(_ bytes: Int, of url: String) {
    sizes.withLock { sizes in
      if sizes.count >= 1000 { sizes = [:] }
      sizes[url] = bytes
    }
  }

  func size(of url: String) -> Int? { sizes.withLock { $0[url] } }
}
