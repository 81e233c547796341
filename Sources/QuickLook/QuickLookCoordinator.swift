public import FeatureKit
import LocalStore
public import MastodonKit
import TerminalKit

/// Shows, opens and saves attachments.
@MainActor
public final class QuickLookCoordinator {
  /// Downloads a file and reports how many bytes have arrived, and the total if it is known.
  public typealias Download =
    @Sendable (QuickLook.DownloadRequest, _ progress: @escaping @Sendable (_ bytes: Int, _ total: Int?) -> Void)
    async throws ->
    QuickLook.DownloadedFile

  /// What the coordinator needs from the app.
  public struct Dependencies {
    /// The folder for temporary files.
    public var folder: String
    /// The terminal and the programs of this machine.
    public var display: MediaDisplay
    /// The time in seconds since 1970.
    public var now: @Sendable () -> Int
    /// Returns the download of the current account.
    public var download: @MainActor () -> Download
    /// Prints the progress of a large download.
    public var report: @Sendable (String) -> Void
    /// The quick look, made now if necessary; its owner may drop it between two uses.
    public var quickLook: @MainActor () -> QuickLook
    /// The quick look, if it has been made.
    public var currentQuickLook: @MainActor () -> QuickLook?

    /// Creates dependencies from their parts.
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

  /// Creates a coordinator; nothing is read or written yet.
  public init(_ dependencies: Dependencies) { self.dependencies = dependencies }

  /// Removes the files that killed runs have left.
  public func clean() { QuickLook.clean(dependencies.folder, now: dependencies.now()) }

  /// Removes the files that were opened in viewers.
  public func close() { dependencies.currentQuickLook()?.close() }

  /// Draws an attachment for the terminal: the picture, else its colours, and a note why.
  public func look(at attachment: MediaAttachment, _ layout: Layout) async throws -> QuickLook.Drawing {
    guard let way = layout.pictures else { return QuickLook.Drawing() }
    // The preview is larger than any terminal; for videos and audio it is an image too.
    let url = attachment.previewURL ?? (attachment.kind == .image ? attachment.url : nil)
    let size = attachment.meta?.small ?? attachment.meta?.original
    return try await dependencies.quickLook().look(
      at: QuickLook.Subject(
        url: url, blurhash: attachment.blurhash, width: size?.width ?? 0, height: size?.height ?? 0, way: way,
        colors: layout.colors, columns: min(layout.width, 72), rows: 18),
      fetch: fetch(reportingProgress: false))
  }

  /// Opens an attachment in a program outside of the terminal.
  ///
  /// - Throws: ``QuickLookError``, or what the download throws.
  public func view(_ attachment: MediaAttachment) async throws {
    guard dependencies.display.viewer.isAvailable() else { throw QuickLookError.noViewer }
    guard let url = attachment.url ?? attachment.remoteURL else { return }
    _ = try await dependencies.quickLook().view(
      url, fetch: fetch(reportingProgress: true), open: dependencies.display.viewer.open)
  }

  /// Saves an attachment in a folder, by default the current one; existing files are not overwritten.
  public func save(_ attachment: MediaAttachment, into folder: String?) async throws -> QuickLook.DownloadedFile {
    guard let url = attachment.url ?? attachment.remoteURL else { throw AppError.cancelled }
    return try await fetch(reportingProgress: true)(
      QuickLook.DownloadRequest(
        url: url, folder: dependencies.display.expandingHome(in: folder ?? "."), name: nil,
        maxBytes: QuickLook.maximumSave))
  }

  private func fetch(reportingProgress: Bool) -> QuickLook.Fetch {
    let download = dependencies.download()
    let report = reportingProgress ? dependencies.report : nil
    return { request in
      let progress = DownloadProgress()
      return try await download(request) { bytes, total in
        if let message = progress.message(bytes: bytes, total: total) { report?(message) }
      }
    }
  }
}
