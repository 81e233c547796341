import Accounts
import AppEnvironment
public import FeatureKit
import LocalStore
import MastodonClient
import Session
import TransferFeature

extension AppCoordinator {
  /// Creates the feature that exports and imports what the account follows and keeps.
  ///
  /// - Parameter owner: The session of the account: the current one, or one that a single command acts as.
  func createTransferPlugin(of owner: SessionParts) -> Plugin {
    // A backup of what happens to be kept would replace a whole one.
    let (service, files, pause) = (owner.client.fresh.transferService, userFiles, dependencies.retries.sleep)
    let (context, host) = (owner.context, owner.identity.host)
    let (storage, makeID) = (storage, dependencies.makeID)
    let marks = storage.bookmarkMarks(account: owner.identity.id)
    return Transfer.plugin {
      Transfer.Action(
        service: service, groups: storage.tagGroupService, servers: storage.savedServerService,
        bookmarkMarks: marks, makeID: makeID,
        serverName: SessionParts.serverName, changed: { try await owner.localEntriesChanged() }, files: files,
        me: { try await context.currentAccount() }, host: { host }, pause: pause)
    }
  }

  /// Reads and writes the files that the user names.
  public var userFiles: UserFiles { dependencies.createUserFiles() }
}
