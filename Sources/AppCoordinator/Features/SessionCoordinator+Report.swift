import Accounts
import FeatureKit
import MastodonClient
import MastodonKit
import NavigationKit
import ReportFeature
import TerminalKit

extension SessionCoordinator {
  func createReportPlugin() -> Plugin {
    Reporting.plugin(
      action: Reporting.Action(report: { [weak self] account, statuses in
        guard let self else { return }
        try await router.present(.report(try await reported(account, statuses), statuses))
      }))
  }

  /// Whom a report is about: the account that was named, or the one that wrote all of the posts.
  private func reported(_ account: Account.ID?, _ statuses: [Status.ID]) async throws -> Account.ID {
    var authors = Set([account].compactMap(\.self))
    for id in statuses { authors.insert(try await status(id).account.id) }
    guard let author = authors.first, authors.count == 1 else {
      throw AppError.usage(
        "These posts are not all of one account.", suggestion: "Report the posts of each by themselves.")
    }
    guard author != (context.me) else {
      throw AppError.validation("That is your own account.", suggestion: "Choose another one.")
    }
    return author
  }

  func createReport(on account: Account.ID, _ statuses: [Status.ID]) -> Screen {
    let model = Reporting.Model(
      account, named: statuses, server: client.server.name, accounts: client.accountService,
      statuses: client.statusService,
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
            .success, StyledText("The moderators of \(subject.server) have your report on @\(subject.account.acct).")))
      })
  }
}
