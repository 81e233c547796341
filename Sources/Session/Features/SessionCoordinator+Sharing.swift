import Accounts
import AppEnvironment
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import SharingFeature

extension SessionCoordinator {
  func createSharingPlugin() -> Plugin {
    Sharing.plugin(
      action: Sharing.Action(
        status: { [weak self] id in
          guard let self else { throw AppError.cancelled }
          return try await status(id)
        },
        send: { [client] request in
          let answer = try await client.send(
            .raw(
              HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get, request.path,
              fields: request.fields.map { Field($0.name, $0.value) }))
          return Sharing.Answer(json: answer.body, next: answer.next)
        }, host: client.server.name, account: "@\(identity.id)",
        browse: { [browser = services.dependencies.browser] in browser.isAvailable() && browser.open($0) },
        isShown: { [run = services.run] in run.options.isShown }))
  }
}
