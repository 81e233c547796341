import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonClient
import MastodonKit
import QuickLook
import StatusKit

extension AppCoordinator {
  /// Makes what looks at files and uploads them, for the present account.
  func createAttaching() -> Composer.Attaching {
    Composer.Attaching(
      find: { [weak self, session] path, description in
        guard let self else { throw AppError.cancelled }
        let path = whole(path)
        do {
          try await session.client.check(
            MediaUpload(path: path, description: description),
            limits: session.capabilities?.limits ?? Instance.Configuration())
        } catch {
          throw AppError(error)
        }
        return path
      },
      upload: { [session] file in
        await session.introduce()
        do {
          return try await session.client.upload(
            MediaUpload(path: file.path, description: file.description),
            limits: session.capabilities?.limits ?? Instance.Configuration(),
            patience: MediaPatience { try await Task.sleep(for: $0) }, progress: { _ in }
          ).id
        } catch {
          throw AppError(error)
        }
      })
  }

  /// The path from the root on.
  private func whole(_ path: String) -> String {
    let path = dependencies.media.expandingHome(in: path)
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
