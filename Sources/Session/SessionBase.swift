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
  package let account: SessionAccount
  package let services: SessionCoordinator.Services
  /// The requests to the router.
  package let navigator: Navigator<Route, SheetDestination>
  /// Carries a changed post to every screen that shows it.
  package let updates: StatusUpdates
  /// The posts that were shown lately.
  let shown: ShownPosts
  let root: SessionRoot
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
