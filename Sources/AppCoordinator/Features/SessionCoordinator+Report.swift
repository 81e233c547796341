import Accounts
import FeatureKit
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
        try await router.present(.report(try await reported(account, statuses), statuses))
      }))
  }

  /// Returns the account to report: the one that was named, or the author of all the posts.
  private func reported(_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Account.ID {
    var authors = Set([account].compactMap(\.self))
    for id in statuses { authors.insert(try await status(id).account.id) }
    guard let author = authors.first, authors.count == 1 else {
      throw AppError.usage(
        "These posts are by different accounts.", suggestion: "Report each account separately.")
    }
    guard author != (context.me) else {
      throw AppError.validation("You can't report your own account.", suggestion: "Choose another account.")
    }
    return author
  }

  func createReport(on account: Account.ID, _ statuses: [Status.ID]) -> Screen {
    let model = ReportFeature.Report.Model(
      account, named: statuses, server: client.server.name, accounts: client.accountService,
      statuses: client.statusService,
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
