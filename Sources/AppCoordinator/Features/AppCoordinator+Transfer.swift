import Accounts
import AppEnvironment
public import FeatureKit
import LocalStore
import MastodonClient
import PushNotifications
import QuickLook
import Session
import TerminalKit
import TransferFeature

extension AppCoordinator {
  /// Creates the feature that exports and imports what the account follows and keeps.
  func createTransferPlugin() -> Plugin {
    let (service, files, pause) = (session.client.transferService, createUserFiles(), dependencies.retries.sleep)
    let (context, host) = (session.context, session.identity.host)
    return Transfer.plugin {
      Transfer.Action(
        service: service, files: files, me: { try await context.currentAccount() }, host: { host }, pause: pause)
    }
  }

  /// Reads and writes the files that the user names.
  public func createUserFiles() -> UserFiles {
    let (input, files) = (dependencies.input, NamedFiles(expand: dependencies.media.expandingHome))
    return UserFiles(
      read: { path in
        guard path != "-" else {
          if let bytes = try await input.read(NamedFiles.largest) { return bytes }
          throw AppError.usage("Nothing is piped to standard input.", suggestion: "Name a file in place of the -.")
        }
        if let bytes = try files.read(path) { return bytes }
        throw AppError.notFound(
          "\(Sanitizer.clean(path)) does not exist.", suggestion: "Check the name, then try again.")
      }, exists: files.exists, write: { try files.write($0, $1) })
  }
}
