import AppEnvironment
public import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import MediaFeature
import NavigationKit
import OwnershipKit
import QuickLook
import Session
public import TerminalKit

extension AppCoordinator {
  /// Creates the coordinator that shows, opens and saves attachments.
  func createQuickLookCoordinator() -> QuickLookCoordinator {
    let now = dependencies.now
    let toasts = run.options.isLive ? toasts : nil
    return QuickLookCoordinator(
      QuickLookCoordinator.Dependencies(
        folder: Self.quickLookFolder(dependencies), display: dependencies.media,
        now: { Int(now().timeIntervalSince1970) },
        download: { [weak self] in
          let client = self?.session.client
          return { request, progress in
            guard let client else { throw AppError.cancelled }
            return try await client.download(request) { progress($0.bytes, $0.total) }
          }
        },
        report: { toasts?.post(StyledText($0, .secondary)) }, quickLook: { [pictures] in pictures() },
        currentQuickLook: { [pictures] in pictures.current }))
  }

  /// Creates what keeps the pictures that were drawn last.
  static func createQuickLook(
    _ dependencies: AppDependencies, caches: CacheManager, scope: OwnerScope
  ) -> Cached<QuickLook> {
    caches.cached("quick look", in: scope, note: { $0.summary }) {
      QuickLook(
        base: quickLookFolder(dependencies), programs: dependencies.media.programs,
        now: Int(dependencies.now().timeIntervalSince1970))
    }
  }

  private static func quickLookFolder(_ dependencies: AppDependencies) -> String {
    "\(dependencies.locations.cache)/quick-look"
  }

  /// Puts small pictures into a page, as far as they can be drawn in a moment.
  public func drawThumbnails(in document: Document, _ layout: Layout) async -> Document {
    let wanted = document.thumbnails
    return wanted.isEmpty ? document : document.drawn(await quickLook.thumbnails(wanted, layout))
  }

  func createMediaPlugin() -> Plugin { Media.plugin(action: createMediaAction()) }

  private func createMediaAction() -> Media.Action {
    Media.Action(
      status: { [weak self] id in
        guard let self else { throw AppError.cancelled }
        return try await session.parts.status(id)
      },
      look: { [quickLook] attachment, layout in
        let drawing = try await quickLook.look(at: attachment, layout)
        return Media.Drawing(
          picture: drawing.picture, wave: drawing.wave, seconds: drawing.seconds, bytes: drawing.bytes,
          note: drawing.note)
      },
      colors: { [quickLook] in quickLook.colors(of: $0, $1) },
      shown: { [weak self] in $0.compactMap { self?.session.updates.shown($0) } },
      home: { [weak self] in
        guard let self else { throw AppError.cancelled }
        return try await session.client.timelineService.home(PageRequest(limit: run.pageSize)).elements
      },
      posts: { [weak self] in
        guard let self else { throw AppError.cancelled }
        return try await session.client.mediaPosts(of: $0, PageRequest(limit: run.pageSize)).elements
      },
      report: { [toasts, run] in if run.options.isLive { toasts.post(StyledText($0, .secondary)) } },
      save: { [quickLook] in try await quickLook.save($0, into: $1) },
      view: { [quickLook] in try await quickLook.view($0).bytes },
      present: { [weak self] state in
        guard let self else { return .nothing }
        return session.navigator.present(
          .media(state.statusID, index: state.index ?? 0), screen: createMediaScreen(state))
      },
      close: { [weak self] in self?.session.router.dismissSheet() })
  }

  /// Creates the sheet of a post's attachments, at one of them.
  func createMediaScreen(_ id: Status.ID, index: Int) async throws -> Screen {
    let status = try await session.parts.status(id)
    guard status.mediaAttachments.indices.contains(index) else {
      throw AppError.notFound("That post no longer has this attachment.")
    }
    return createMediaScreen(
      Media.State(
        statusID: id, author: status.account.shownName, isSensitive: status.sensitive,
        attachments: status.mediaAttachments, index: index, typed: id.rawValue, isSheet: true))
  }

  private func createMediaScreen(_ state: Media.State) -> Screen {
    let action = createMediaAction()
    return Media.screen(model: Media.Model(state: state, look: action.look), action: action)
  }
}
