import APIFeature
import Accounts
import AppEnvironment
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import SharingFeature
import StatusKit
import Subprocesses
import TerminalKit

extension SessionParts {
  func createSharingPlugin() -> Plugin {
    Sharing.plugin(
      action: Sharing.Action(
        status: status,
        address: { [client] reference in
          switch reference.kind {
          case .account: try await client.accountService.account(Account.ID(reference.id)).webAddress()
          case .link: try Reference.webAddress(reference.id, of: "row")
          default: try await status(Status.ID(reference.id)).displayed.webAddress()
          }
        },
        browse: { [browser = services.dependencies.browser] in browser.isAvailable() && browser.open($0) }))
  }

  func createAPIPlugin() -> Plugin {
    API.plugin(
      action: API.Action(
        send: { [client] in try await client.send(try await .raw($0)) },
        read: services.dependencies.createUserFiles().read, host: client.server.name, account: "@\(identity.id)"))
  }
}
