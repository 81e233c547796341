import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonClient
import MastodonKit
import NavigationKit
import ProfileFeature
import QuickLook

extension SessionParts {
  /// Creates the value that checks files and uploads them for the account.
  static func createAttachmentService(
    _ client: MastodonClient, _ context: AccountContext, _ services: SessionCoordinator.Services
  ) -> Composer.AttachmentService {
    Composer.AttachmentService(
      find: { [display = services.dependencies.media] path, description, isThumbnail in
        let path = Self.absolute(display.expandingHome(in: path))
        let file = MediaUpload(path: path, description: description)
        do {
          try await client.check(file, isThumbnail: isThumbnail, limits: context.configuration)
        } catch {
          // The limits of an earlier run may have changed.
          guard context.instance != nil, await context.refetchInstance() else { throw AppError(error) }
          do { try await client.check(file, isThumbnail: isThumbnail, limits: context.configuration) } catch {
            throw AppError(error)
          }
        }
        return path
      },
      upload: { [run = services.run, uptime = services.dependencies.uptime, sleep = services.dependencies.sleep] file in
        await context.load()
        let progress = UploadProgress(name: file.name, began: uptime())
        return try await client.upload(
          MediaUpload(
            path: file.path, thumbnailPath: file.thumbnail, description: file.description, focus: file.focus),
          limits: context.configuration,
          timeouts: MediaTimeouts(sleep: sleep),
          progress: { done in
            guard let text = progress.text(done, now: uptime()) else { return }
            Task { @MainActor in run.progressLine.show(text) }
          }
        ).id
      }, update: { edit in _ = try await client.send(.updateMedia(edit)) },
      suggestion: { [programs = UserPrograms(services)] in try await programs.altText(of: $0) })
  }

  /// Changes the user's own profile.
  var profileEditing: Profile.EditAction {
    Profile.EditAction(
      account: { [client] in try await client.instanceService.verifyCredentials() },
      update: { [client, context] in
        let account = try await client.profileService.update($0)
        context.update(account)
        return account
      },
      removeAvatar: { [client, context] in
        let account = try await client.profileService.removeAvatar()
        context.update(account)
        return account
      },
      removeHeader: { [client, context] in
        let account = try await client.profileService.removeHeader()
        context.update(account)
        return account
      },
      path: { [display = services.dependencies.media] in Self.absolute(display.expandingHome(in: $0)) },
      present: { [navigator] in navigator.present(.profile) })
  }

  func createProfileForm() -> Screen {
    let model = Profile.form(profileEditing)
    return Profile.formFace.screen(
      model: model, saved: navigator.closing(.profile, model, route: context.me.map(Route.profile)) {})
  }

  /// A path that does not depend on the current folder; an empty one stays, since it names nothing.
  private static func absolute(_ path: String) -> String {
    path.isEmpty || path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
