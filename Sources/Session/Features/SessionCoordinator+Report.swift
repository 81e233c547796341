import Accounts
import AppEnvironment
import FeatureKit
import Links
import MastodonClient
import MastodonKit
import NavigationKit
import ReportFeature
import TerminalKit

extension SessionCoordinator {
  func createReportPlugin() -> Plugin {
    ReportFeature.Report.plugin(
      action: ReportFeature.Report.Action(report: { [weak self] account, statuses in
        guard let self else { return }
        // Refused before anything is requested of the server.
        guard !services.run.options.isSingleCommand else { throw ReportFeature.Report.cannotBeFilledIn }
        let service = lookups.remembering(client.statusService)
        let author = try await ReportFeature.Report.account(account, of: statuses, me: context.me) { [updates] id in
          if let known = updates.shown(id) { return known }
          return try await service.status(id)
        }
        try await router.present(.report(author, statuses))
      }))
  }

  func createReport(on account: Account.ID, _ statuses: [Status.ID]) -> Screen {
    let model = ReportFeature.Report.Model(
      account, named: statuses, server: client.server.name,
      accounts: lookups.handing(client.accountService), statuses: lookups.handing(client.statusService),
      rules: { [context] in
        await context.load()
        return context.instance?.rules ?? []
      }, reports: client.reportService)
    return ReportFeature.Report.screen(
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
