import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import FoundationEssentials
import HomeFeature
import IntentHandling
import IntentKit
import IntentsFeature
import Links
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import Session
import StatusKit
import TerminalKit

extension AppCoordinator {
  /// Lets other programs make requests, while a user is at the prompt.
  public func listenToOtherPrograms() {
    // A dry run would keep nothing of what they hand over.
    if !dependencies.isDry { intents().listen(at: dependencies.intents) }
  }

  /// Opens what other programs requested while a line was typed; returns whether another screen is on top now.
  public func settle() async -> Bool { await intents.current?.openPending() ?? false }

  func createIntents() -> OnDemand<IntentCoordinator> {
    scope.lazy("intents") { [weak self, toasts, dependencies] in
      IntentCoordinator(
        dependencies: IntentCoordinator.Dependencies(
          account: { [weak self] in self?.intentAccount ?? IntentAccount(id: "", isSandbox: false) },
          resolve: { [weak self] link in
            guard let self else { throw AppError.cancelled }
            return try await session.account.deepLinks().destination(of: link) {
              self.toasts.post(Note(StyledText($0, .secondary)))
            }
          },
          tabs: { [weak self] in self?.session.router.tabs ?? [] },
          show: { [weak self] destination in
            if case .tab(let name) = destination { self?.session.router.select(name) }
            if let route = Route(destination) { try await self?.session.router.push(route) }
          },
          saveDraft: { [weak self] text in
            guard let self else { throw AppError.cancelled }
            return try await session.composers.keep(handed: text)
          },
          compose: { [weak self] draft in self?.session.composers.presentComposer(.draft(draft)) },
          isSheetOpen: { [weak self] in self?.session.router.current.sheet != nil },
          countUnread: { [weak self] in
            guard let self else { throw AppError.cancelled }
            return try await countUnread()
          },
          isLive: { [weak self] in self?.session.streams.isLive ?? false },
          post: { [toasts] in toasts.post($0) }, now: dependencies.now, version: AppVersion.current))
    }
  }

  func createIntentsPlugin() -> Plugin {
    let requester = createIntentRequester()
    return Intents.plugin(
      model: { [weak self] in
        let intents = self?.intents()
        return Intents.Model(log: intents?.log ?? IntentLog()) { [weak intents] in
          intents?.socket ?? (.closed(""), subscribers: 0)
        }
      },
      action: Intents.Action(
        compose: requester.compose, open: requester.open, unread: requester.unread, whoami: requester.whoami,
        events: requester.events))
  }

  private func createIntentRequester() -> IntentRequester {
    IntentRequester(
      port: dependencies.intents,
      dependencies: IntentRequester.Dependencies(
        account: { [weak self] in self?.intentAccount ?? IntentAccount(id: "", isSandbox: false) },
        // Only a user who names an account insists on it; otherwise the running Howdah's account will do.
        requiredAccount: { [weak self] in
          guard let self else { return nil }
          return run.options.usesSandbox
            ? AccountIdentity.sandboxID : run.options.account.map { _ in session.identity.id }
        },
        isListening: { [weak self] in self?.intents.current?.isOpen ?? false },
        requireAccount: { [weak self] in if let obstacle = self?.session.obstacle { throw obstacle } },
        open: { [weak self] link in try await self?.session.parts.open(link) ?? .nothing },
        countUnread: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return try await countUnread()
        },
        events: { [weak self] in
          guard let session = self?.session else { return AsyncStream { $0.finish() } }
          await session.context.load()
          return session.streams.service.signals(.user)
        }))
  }

  private var intentAccount: IntentAccount {
    IntentAccount(id: session.identity.id, isSandbox: session.identity.isSandbox)
  }

  private func countUnread() async throws -> UnreadSummary {
    if let obstacle = session.obstacle { throw obstacle }
    let (session, keepsPosition) = (session, run.policy.keepsPosition)
    return try await UnreadSummary.load(session.client.notificationService, account: session.identity.id) {
      let home = session.home.state
      return home.timeline == .home && home.page.isLoaded && keepsPosition ? home.unread : nil
    }
  }
}
