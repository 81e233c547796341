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
        let file = MediaUpload(path: path, description: description)
        do {
          try await client.check(file, limits: context.configuration)
        } catch {
          // The limits of an earlier run may have changed.
          guard context.instance != nil, await context.refetchInstance() else { throw AppError(error) }
          do { try await client.check(file, limits: context.configuration) } catch { throw AppError(error) }
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
      }, update: { [client] edit in _ = try await client.send(.updateMedia(edit)) })
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
