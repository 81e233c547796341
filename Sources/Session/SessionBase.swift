package import Accounts
import AppEnvironment
package import FeatureKit
import Links
package import MastodonClient
package import MastodonKit
package import NavigationKit
import StatusKit

/// The common part of a session's parts: the account, the services that outlive it, and the ways to the screens and the
/// root.
///
/// It does not keep the router alive, which owns the screens, whose closures have the parts.
@MainActor
package struct SessionBase {
  package private(set) var account: SessionAccount
  /// Lets the screen that is made of this be read from the archive first; `nil` where the server is always asked first.
  private(set) var kept: KeptReads?
  package let services: SessionCoordinator.Services
  /// The requests to the router.
  package let navigator: Navigator<Route, SheetDestination>
  /// Carries a changed post to every screen that shows it.
  package let updates: StatusUpdates
  /// The posts that were shown lately.
  let shown: ShownPosts
  let root: SessionRoot

  var lists: ListContext { ListContext(now: services.dependencies.now, shown: shown, kept: kept) }

  /// The same for one screen, which a prompt shows from the archive before the server has answered.
  ///
  /// The sandbox answers as fast, and the user's wish for the server's answers goes first.
  var readingKept: SessionBase {
    guard services.run.policy.isAttended, services.run.options.archiveUse == .automatic, !account.identity.isSandbox
    else { return self }
    var base = self
    let kept = KeptReads(services.answers)
    (base.account, base.kept) = (account.reading(kept), kept)
    return base
  }
}

@MainActor
package protocol SessionPart {
  var base: SessionBase { get }
}

extension SessionPart {
  package var account: SessionAccount { base.account }
  package var services: SessionCoordinator.Services { base.services }
  package var navigator: Navigator<Route, SheetDestination> { base.navigator }
  package var updates: StatusUpdates { base.updates }
  var root: SessionRoot { base.root }
  package var identity: AccountIdentity { account.identity }
  package var obstacle: AppError? { account.obstacle }
  package var client: MastodonClient { account.client }
  package var context: AccountContext { account.context }
  package var drafts: DraftService { account.drafts }
  var outboxQueue: OutboxQueue { account.outboxQueue }
  var lookups: RecentLookups { account.lookups }

  /// Reads other servers without an account there.
  var foreignServers: ForeignServers {
    ForeignServers(
      own: client, isSandbox: identity.isSandbox, connect: services.dependencies.connector.anonymousClient(for:))
  }
}
