import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import NavigationFeature
import NavigationKit
import OwnershipKit
import PushNotifications
import Session
import StatusKit
import TerminalKit

extension AppCoordinator {
  func createSignInCoordinator() -> SignInCoordinator {
    SignInCoordinator(
      accounts: accounts, locations: dependencies.locations, connector: dependencies.connector,
      browser: dependencies.browser,
      context: SignInContext(
        session: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return CurrentSession(
            identity: session.identity, server: session.client.server, tokens: session.account.tokens,
            liveUpdates: session.streams.live.map { CurrentSession.LiveUpdates(name: $0.rawValue, text: $0.text) })
        },
        choice: { [weak self] in
          guard let self else { throw AppError.cancelled }
          return run.options.accountChoice
        },
        isInteractive: { [weak self] in self?.run.policy.isAttended ?? false },
        install: { [weak self] in try self?.install($0) },
        forgetChoice: { [weak self] in
          self?.run.options.account = nil
          self?.run.options.usesSandbox = false
        },
        askForServer: { [weak self] in self?.session.navigator.present(.signIn(nil)) ?? .nothing },
        restartStream: { [weak self] in self?.session.streams.start() },
        refreshServerPreferences: { [weak self] in
          async let preferences: Void? = self?.session.parts.account.serverPreferences.refresh()
          async let server: Void? = self?.session.parts.context.load()
          _ = await (preferences, server)
        },
        post: { [weak self] in self?.toasts.post($0) },
        forgetPushes: { [weak self] account in self?.pushes().forget(account) },
        texts: { [storage] account in
          let waiting = try storage.outboxService(account: account).all()
          let posts = waiting.items.compactMap { if case .post(let draft) = $0.item.content { draft } else { nil } }
          // The text of a waiting post is that item.
          let drafts = try storage.draftService(account: account).all().count { !posts.contains($0.id) }
          let marks = try storage.bookmarkMarks(account: account).all().count
          let parts = [
            drafts == 0 ? nil : CountText.of(drafts, "draft"),
            marks == 0 ? nil : "tags and notes on \(CountText.of(marks, "bookmark"))",
            waiting.items.isEmpty && waiting.unreadable == 0
              ? nil : "\(CountText.of(waiting.items.count + waiting.unreadable, "item")) in the outbox",
          ].compactMap(\.self)
          guard let last = parts.last, parts.count > 1 else { return parts.first }
          return parts.dropLast().joined(separator: ", ") + " and " + last
        },
        forgetTexts: { [storage, toasts, files] account, keepsTexts in
          let hadArchive = try storage.hasArchive(of: account)
          try storage.forget(account: account, keepingTexts: keepsTexts)
          try files.forget(account)
          if hadArchive { toasts.post(StyledText("Deleted what was kept of what @\(account) read.", .secondary)) }
        },
        archiveLimit: { [weak self] in self.flatMap { $0.archiveLimitToTell($0.session.identity) } },
        unread: { [weak self] account in
          guard let self else { throw AppError.cancelled }
          return try await session.parts.unread(of: account)
        }))
  }

  /// How much of what an account reads is kept, the first time that the user has to be told; `nil` after that.
  func archiveLimitToTell(_ account: AccountIdentity) -> String? {
    guard account.isOnServer, preferences.archiveOptions.isOn, storage.beginArchive(of: account.id) else { return nil }
    return preferences.archiveLimit
  }
}
