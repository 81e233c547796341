import Accounts
import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonClient
import MastodonKit
import QuickLook
import StatusKit

extension SessionCoordinator {
  /// Makes what checks files and uploads them for the account.
  func createAttachmentService() -> Composer.AttachmentService {
    Composer.AttachmentService(
      find: { [client, context, display = services.dependencies.media] path, description in
        let path = Self.absolute(display.expandingHome(in: path))
        do {
          try await client.check(
            MediaUpload(path: path, description: description), limits: context.configuration)
        } catch {
          throw AppError(error)
        }
        return path
      },
      upload: { [client, context] file in
        await context.load()
        do {
          return try await client.upload(
            MediaUpload(path: file.path, description: file.description), limits: context.configuration,
            timeouts: MediaTimeouts { try await Task.sleep(for: $0) }, progress: { _ in }
          ).id
        } catch {
          throw AppError(error)
        }
      })
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
