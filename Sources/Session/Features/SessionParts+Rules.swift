import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import RulesFeature
import StatusKit

/// The user's rules about posts.
extension SessionParts {
  func createRulesPlugin() -> Plugin {
    let (service, services, updates, shown) = (services.storage.postRuleService, services, updates, base.shown)
    return Rules.plugin(
      action: Rules.Action(
        all: {
          let found = try service.all()
          return Rules.State(found.rules, damaged: found.damaged)
        },
        add: { action, text in
          defer { updates.apply(.filtersChanged) }
          return try service.add(action, text)
        },
        delete: { id in
          try service.delete(id)
          updates.apply(.filtersChanged)
        },
        check: { [lists = client.listService, groups = services.storage.tagGroupService] query in
          try await QueryNames(of: lists, groups).check(query)
        },
        shown: { [navigator, host = identity.host] ids in
          let model = navigator.router?.screenBelowSheet.model
          let timeline = (model as? Home.Model)?.state ?? (model as? StatusTimeline.Model)?.state
          var posts: [Status.ID: Status] = [:]
          for id in ids {
            posts[id] = timeline?.visible.first { $0.displayed.id == id } ?? updates.shown(id)
          }
          return (
            posts,
            ArchiveQuery.Reader(
              place: timeline.flatMap { ArchiveQuery.Place(of: $0) }, me: shown.me(), host: host,
              zone: services.dependencies.zone())
          )
        }))
  }

  /// Creates the memory of what was shown; a program gets each post.
  static func createShownPosts(_ account: SessionAccount, _ services: SessionCoordinator.Services) -> ShownPosts {
    let (service, dependencies, run) = (services.storage.postRuleService, services.dependencies, services.run)
    var isUnreadable = false
    return ShownPosts(
      rules: { [preferences = services.preferences, host = account.identity.host, toasts = services.toasts] in
        guard !run.options.isData else { return .none }
        return ShownPosts.Rules(folds: preferences.foldsRepeats, hidden: preferences.hiddenPosts) {
          do {
            let rules = try service.all().rules
            return rules.isEmpty
              ? nil : PostRules(rules, host: host, now: dependencies.now(), zone: dependencies.zone())
          } catch {
            // Once, whatever the next attempt fails by.
            guard !isUnreadable else { return nil }
            isUnreadable = true
            toasts.warn("Your rules can't be read, so they hide nothing. \(AppError(error).message)")
            return nil
          }
        }
      }, me: { [context = account.context, id = account.identity.accountID] in context.me ?? id },
      count: { counts in
        guard !dependencies.isDry, !run.options.isTried else { return }
        // Nobody waits for a number; the next post is counted again.
        try? service.count(counts)
      })
  }
}
