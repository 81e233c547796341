import APIFeature
import Accounts
import AppEnvironment
import FeatureKit
import FoundationEssentials
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
        send: { [client] request in
          func fields(_ fields: [API.Request.Field]) -> [Field] { fields.map { Field($0.name, $0.value) } }
          let raw = RawRequest(
            HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get, request.path, arguments: request.arguments,
            fields: fields(request.fields), body: request.body.map { Data($0) }, files: fields(request.files),
            headers: fields(request.headers))
          let answer = try await client.send(try await .raw(raw))
          return API.Answer(
            status: answer.status, type: answer.type, body: Array(answer.body), reason: answer.reason,
            next: answer.next)
        }, read: services.dependencies.createUserFiles().read, host: client.server.name, account: "@\(identity.id)"))
  }
}
