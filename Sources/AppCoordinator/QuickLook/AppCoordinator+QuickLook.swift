import AppPreferences
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import MediaFeature
import QuickLook
import Synchronization
import TerminalKit

extension AppCoordinator {
  /// Makes what looks at media, at its first use and again after memory was short.
  func createQuickLook() -> Cached<QuickLook> {
    Cached { [dependencies, ledger, quickLookFolder] in
      let look = QuickLook(
        base: quickLookFolder, program: dependencies.media.program,
        now: Int(dependencies.now().timeIntervalSince1970))
      ledger.enter(.quickLook, look) { [weak look] in
        look.flatMap { $0.keptPictures > 0 ? CountOfPictures.words($0.keptPictures, bytes: $0.keptBytes) : nil }
      }
      return look
    }
  }

  func createPressureMonitor() -> PressureMonitor {
    let monitor = PressureMonitor(
      read: dependencies.memoryPressure, wait: { try await Task.sleep(for: .seconds(2)) })
    ledger.enter(.pressureMonitor, monitor)
    return monitor
  }

  /// Looks at the memory from now on, since there is something that could be dropped.
  func watchPressure() { pressure.watch { [weak self] in self?.relieve() } }

  private var quickLookFolder: String { "\(dependencies.locations.cache)/quick-look" }

  /// Takes away what a run that was killed has left.
  func cleanQuickLook() {
    QuickLook.clean(quickLookFolder, now: Int(dependencies.now().timeIntervalSince1970))
  }

  /// Takes away what viewers were given.
  func closeQuickLook() { quickLook.current?.close() }

  /// How the terminal is given pictures; `nil` for words alone.
  var pictureWay: PictureWay? {
    switch preferences.pictures {
    case .auto: dependencies.media.terminal()
    case .off: nil
    case .blocks: .blocks
    case .kitty: .kitty
    case .iterm: .iterm
    case .sixel: .sixel
    }
  }

  /// What there is to see of something, with the terminal that is there.
  func look(at attachment: MediaAttachment, _ layout: Layout) async throws -> Media.Sight {
    guard let way = layout.pictures else { return Media.Sight() }
    let look = quickLook()
    watchPressure()
    // The smaller version is larger than any terminal; of films and sounds, it is a picture too.
    let url = attachment.previewURL ?? (attachment.kind == .image ? attachment.url : nil)
    let size = attachment.meta?.small ?? attachment.meta?.original
    let sight = try await look.look(
      at: QuickLook.Subject(
        url: url, blurhash: attachment.blurhash, width: size?.width ?? 0, height: size?.height ?? 0, way: way,
        colors: layout.colors, columns: min(layout.width, 72), rows: 18),
      fetch: fetch(sayingProgress: false))
    return Media.Sight(picture: sight.picture, note: sight.trouble?.words(hasColors: sight.picture != nil))
  }

  /// Gives something to a viewer outside of the terminal.
  func view(_ attachment: MediaAttachment) async throws {
    guard dependencies.media.viewer.isAtHand() else { throw QuickLookError.noViewer }
    guard let url = attachment.url ?? attachment.remoteURL else { return }
    let look = quickLook()
    watchPressure()
    _ = try await look.view(url, fetch: fetch(sayingProgress: true), open: dependencies.media.viewer.open)
  }

  /// Saves something into a folder, or where the person is; what is there stays.
  func save(_ attachment: MediaAttachment, into folder: String?) async throws -> Media.Saved {
    guard let url = attachment.url ?? attachment.remoteURL else { throw AppError.cancelled }
    let file = try await fetch(sayingProgress: true)(
      QuickLook.Wanted(url: url, folder: expanded(folder ?? "."), name: nil, maxBytes: QuickLook.maximumSave))
    return Media.Saved(path: file.path, bytes: file.bytes, type: file.type)
  }

  func expanded(_ folder: String) -> String {
    guard let home = dependencies.media.home else { return folder }
    if folder == "~" { return home }
    return folder.hasPrefix("~/") ? home + folder.dropFirst(1) : folder
  }

  /// Fetches files as the present account, and says how far a large one is where somebody reads along.
  private func fetch(sayingProgress: Bool) -> QuickLook.Fetch {
    let client = session.client
    let notices = sayingProgress && choice.isLive ? notices : nil
    return { wanted in
      let said = ProgressWords()
      let file = try await client.download(
        MediaDownload(url: wanted.url, folder: wanted.folder, name: wanted.name, maxBytes: wanted.maxBytes)
      ) { progress in
        guard let notices, let words = said.words(for: progress) else { return }
        notices.post(StyledText(words, .secondary))
      }
      return QuickLook.Fetched(path: file.path, bytes: file.bytes, type: file.foundType)
    }
  }
}

/// Says now and then how far a large file is: at each quarter.
final class ProgressWords: Sendable {
  private let quarter = Mutex(0)
  /// Smaller ones are there before one has read how far they are.
  private static let large = 4 << 20

  /// What to say, if there is something new to say.
  func words(for progress: MediaProgress) -> String? {
    guard let total = progress.total, total >= Self.large else { return nil }
    let now = progress.bytes * 4 / total
    let isNew = quarter.withLock { quarter in
      defer { quarter = max(quarter, now) }
      return now > quarter
    }
    return isNew && now < 4 ? "\(now * 25) % of \((total + 500_000) / 1_000_000) MB" : nil
  }
}

/// What the graph says of the pictures that are kept.
enum CountOfPictures {
  static func words(_ count: Int, bytes: Int) -> String {
    "\(count) \(count == 1 ? "picture" : "pictures"), \((bytes + 999) / 1000) KB"
  }
}
