import AccountCollectionsFeature
import Accounts
import AppEnvironment
import AppPreferences
import ComposerFeature
package import FeatureKit
import HomeFeature
package import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import StatusKit
import TerminalKit

extension SessionParts {
  package var linkCommands: LinkCommands {
    LinkCommands(
      action: LinkCommands.Action(
        link: open,
        post: { [navigator] in navigator.push(.thread($0)) },
        account: { [navigator] in navigator.push(.profile($0)) },
        entries: { [navigator] tab in
          navigator.router.map { $0.tabs.contains(tab) ? $0.root(of: tab).verbs() : [] } ?? []
        }))
  }

  /// A command while no account is signed in: a link or a full name is read on its own server, a group as far as its sources need
  /// no account, and all else is refused.
  package func withoutAccount(_ verb: Verb, _ obstacle: AppError) -> Verb {
    if ["group", "groups"].contains(verb.name) { return verb }
    guard ["open", "profile", "thread"].contains(verb.name) else { return verb.refusing(obstacle) }
    return verb.responding { [navigator] reader, _ in
      guard let word = reader.next(), let route = Route(elsewhere: word) else { throw obstacle }
      if let file = reader.flag("export") {
        guard case .foreignThread(let id, let host) = route else { throw obstacle }
        return try await exportThread(id, host, file)
      }
      return navigator.push(route)
    }
  }

  /// Reads and changes collections of accounts.
  var collections: AccountCollections.Model {
    AccountCollections.Model(
      service: client.collectionService, account: client.accountService.account,
      me: { [context] in try await context.ownID() },
      limit: { [context] in context.account?.details?.role?.collectionLimit })
  }

  /// The commands for posts on screens that list none.
  package var statusVerbs: [Verb] {
    let acts = StatusActs(
      service: client.statusService, known: updates.shown, revealed: { _ in }, changed: updates.changed,
      removed: updates.removed)
    return StatusVerbs(numbered: [], action: createStatusAction(acts)).verbs.filter { $0.name != "open" }
  }

  package func open(_ link: DeepLink) async throws -> Response {
    if let id = await account.deepLinks().collection(at: link) {
      return try await AccountCollections.show(id, collections)
    }
    let destination = try await account.deepLinks().destination(of: link) { [services] sentence in
      services.toasts.post(Note(StyledText(sentence, .secondary)))
    }
    switch destination {
    case .status, .account, .tag:
      guard let route = Route(destination) else { return .nothing }
      return navigator.push(route)
    case .tab(let name):
      guard let tabs = navigator.router?.tabs, tabs.contains(name) else {
        let tabs = navigator.router?.tabs.joined(separator: ", ") ?? ""
        throw AppError.usage("There is no tab “\(name)”.", suggestion: "There are \(tabs).")
      }
      return navigator.select(name)
    case .compose(let text): return try await composers.compose(handed: text)
    }
  }
}

extension SessionCoordinator.Services {
  /// Remembers hashtags for completion, as far as the disk takes them; a script completes nothing.
  @MainActor func remember(tags: [String]) {
    guard run.policy.completes else { return }
    for tag in tags {
      // A tag that could not be saved is only missing from completion.
      try? storage.recentTags.note(tag)
    }
  }
}
