import FeatureKit
import MastodonKit
import MediaFeature
import NavigationKit

extension AppCoordinator {
  /// Makes the feature that shows posts' media.
  func createMediaPlugin() -> Plugin { Media.plugin(action: createMediaAction()) }

  private func createMediaAction() -> Media.Action {
    Media.Action(
      status: { [weak self] id in
        guard let self else { throw AppError.cancelled }
        return try await status(id)
      },
      look: { [weak self] in try await self?.look(at: $0, $1) ?? Media.Sight() },
      save: { [weak self] attachment, folder in
        guard let self else { throw AppError.cancelled }
        return try await save(attachment, into: folder)
      },
      view: { [weak self] in try await self?.view($0) },
      present: { [weak self] in self?.presentMedia($0) },
      close: { [weak self] in self?.router.dismissSheet() })
  }

  /// Makes the sheet of a post's media, from one of them on.
  func createMediaScreen(_ id: Status.ID, index: Int) async throws -> Screen {
    let status = try await status(id)
    guard status.mediaAttachments.indices.contains(index) else {
      throw AppError.notFound("That post has no such picture, film or sound.")
    }
    let action = createMediaAction()
    let model = Media.Model(
      state: Media.State(
        statusID: id, author: status.account.shownName, isSensitive: status.sensitive,
        attachments: status.mediaAttachments,
        index: index, typed: id.rawValue, isSheet: true), look: action.look)
    ledger.enter(.media, model)
    return Media.screen(model: model, action: action)
  }

  /// Pages through a post's media over the tab that is shown; the sheet owns the model.
  private func presentMedia(_ state: Media.State) {
    let action = createMediaAction()
    let model = Media.Model(state: state, look: action.look)
    ledger.enter(.media, model)
    present(
      .media(state.statusID, index: model.state.index ?? 0), screen: Media.screen(model: model, action: action))
  }
}
