import Accounts
import AppEnvironment
import FeatureKit
import Links
import MastodonClient
import MastodonKit
import NavigationKit
import ReportingFeature
import TerminalKit

extension SessionParts {
  func createReportPlugin() -> Plugin {
    Reporting.plugin(
      action: Reporting.Action(
        report: { account, statuses in
          // Refused before anything is requested of the server.
          guard services.run.policy.fillsForms else { throw Reporting.cannotBeFilledIn }
          let author = try await reportedAccount(account, statuses).id
          return navigator.present(.report(author, statuses))
        },
        subject: { account, statuses in
          let (id, known) = try await reportedAccount(account, statuses)
          if let known { return known }
          return try await client.accountService.account(id)
        }, owner: { [client] in try await client.collectionService.collection($0).collection.accountID },
        rules: { [context] in try await context.currentInstance().rules },
        send: { [service = client.reportService] in _ = try await service.send($0) }))
  }

  /// The account that a report is about, as far as its posts say more than the id.
  private func reportedAccount(
    _ account: Account.ID?, _ statuses: [Status.ID]
  ) async throws -> (id: Account.ID, known: Account?) {
    let service = lookups.remembering(client.statusService)
    var authors: [Account.ID: Account] = [:]
    let id = try await Reporting.account(account, of: statuses, me: context.me) { [updates] id in
      let status = if let known = updates.shown(id) { known } else { try await service.status(id) }
      authors[status.account.id] = status.account
      return status
    }
    return (id, authors[id])
  }

  func createReport(on account: Account.ID, _ statuses: [Status.ID]) -> Screen {
    let model = Reporting.Model(
      account, named: statuses, server: client.server.name,
      accounts: lookups.handing(client.accountService), statuses: lookups.handing(client.statusService),
      rules: { [context] in
        await context.load()
        return context.instance?.rules ?? []
      }, reports: client.reportService)
    return Reporting.screen(
      model: model,
      sent: { [navigator] subject in
        navigator.dismiss(.report(account, statuses), isShownNext: true)
        return .screenAfter(
          Toast(
            .success, StyledText("Sent your report on @\(subject.account.acct) to the moderators of \(subject.server).")
          ))
      })
  }
}
