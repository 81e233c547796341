import AppPreferences
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import MediaFeature
import NavigationKit
import QuickLook
import TerminalKit

extension AppCoordinator {
  /// Creates the coordinator that shows, opens and saves attachments.
  func createQuickLook() -> QuickLookCoordinator {
    let now = dependencies.now
    let notices = choice.isLive ? notices : nil
    return QuickLookCoordinator(
      QuickLookCoordinator.Dependencies(
        folder: "\(dependencies.locations.cache)/quick-look", display: dependencies.media,
        now: { Int(now().timeIntervalSince1970) },
        download: { [weak self] in
          let client = self?.session.client
          return { request, progress in
            guard let client else { throw AppError.cancelled }
            let file = try await client.download(
              MediaDownload(url: request.url, folder: request.folder, name: request.name, maxBytes: request.maxBytes)
            ) { progress($0.bytes, $0.total) }
            return QuickLook.DownloadedFile(path: file.path, bytes: file.bytes, type: file.foundType)
          }
        },
        report: { notices?.post(StyledText($0, .secondary)) },
        created: { [ledger] look, summary in ledger.enter(.quickLook, look, note: summary) },
        cached: { [weak self] in self?.watchPressure() }))
  }

  /// Creates the monitor that drops cached objects when memory is short.
  func createPressureMonitor() -> PressureMonitor {
    let monitor = PressureMonitor(
      read: dependencies.memoryPressure, wait: { try await Task.sleep(for: .seconds(2)) })
    ledger.enter(.pressureMonitor, monitor)
    return monitor
  }

  /// Starts monitoring the memory; called whenever something is cached.
  func watchPressure() { pressure.watch { [weak self] in self?.relieve() } }

  /// Creates the feature that shows the attachments of posts.
  func createMediaPlugin() -> Plugin { Media.plugin(action: createMediaAction()) }

  private func createMediaAction() -> Media.Action {
    Media.Action(
      status: { [weak self] id in
        guard let self else { throw AppError.cancelled }
        return try await status(id)
      },
      look: { [quickLook] attachment, layout in
        let drawing = try await quickLook.look(at: attachment, layout)
        return Media.Drawing(picture: drawing.picture, note: drawing.note)
      },
      save: { [quickLook] attachment, folder in
        let file = try await quickLook.save(attachment, into: folder)
        return Media.SavedFile(path: file.path, bytes: file.bytes, type: file.type)
      },
      view: { [quickLook] in try await quickLook.view($0) },
      present: { [weak self] in self?.presentMedia($0) },
      close: { [weak self] in self?.router.dismissSheet() })
  }

  /// Creates the sheet of a post's attachments, at one of them.
  func createMediaScreen(_ id: Status.ID, index: Int) async throws -> Screen {
    let status = try await status(id)
    guard status.mediaAttachments.indices.contains(index) else {
      throw AppError.notFound("That post no longer has this attachment.")
    }
    return createMediaScreen(
      Media.State(
        statusID: id, author: status.account.shownName, isSensitive: status.sensitive,
        attachments: status.mediaAttachments, index: index, typed: id.rawValue, isSheet: true)
    ).screen
  }

  private func presentMedia(_ state: Media.State) {
    let (model, screen) = createMediaScreen(state)
    present(.media(state.statusID, index: model.state.index ?? 0), screen: screen)
  }

  private func createMediaScreen(_ state: Media.State) -> (model: Media.Model, screen: Screen) {
    let action = createMediaAction()
    let model = Media.Model(state: state, look: action.look)
    ledger.enter(.media, model)
    return (model, Media.screen(model: model, action: action))
  }
}
