import Accounts
import AppEnvironment
import AppPreferences
import ConversationsFeature
import FeatureKit
import FoundationEssentials
import ListsFeature
import LiveUpdates
import LocalStore
import MastodonClient
import MastodonKit
import NotificationsFeature
import OwnershipKit
import StatusKit
import TerminalKit
import WatchFeature

/// What is followed beside the screens.
extension SessionCoordinator {
  func createQuietGate() -> QuietGate {
    let (preferences, dependencies, toasts) = (services.preferences, services.dependencies, services.toasts)
    return QuietGate(
      hours: { preferences.quietHours }, now: dependencies.now, zone: dependencies.zone,
      post: { toasts.post($0) })
  }

  func createWatchPlugin() -> Plugin {
    Watch.plugin(
      model: watches, isConversation: { [run = services.run] in run.options.isConversation },
      obstacle: { [run = services.run, name = identity.id] in
        guard run.options.endsWithCommand else { return nil }
        return .usage(
          "A watch goes on after the command, which --as can't do.", suggestion: "Switch first: switch @\(name).")
      })
  }

  func createWatchModel() -> Watch.Model {
    Watch.Model(source: createWatchSource(), display: createWatchDisplay(), programs: createWatchPrograms())
  }

  private func createWatchSource() -> Watch.Source {
    let (timelines, tags, lists) = (client.timelineService, client.tagService, client.listService)
    let (notifications, conversations) = (client.notificationService, client.conversationService)
    var source = Watch.Source(
      signals: { [weak self] topic in
        await self?.context.load()
        guard let self, context.capabilities?.delivery(of: topic) != .missing else { return nil }
        return streams.signals(topic)
      },
      page: { target, request in
        switch target {
        case .home: Watch.Part(try await timelines.home(request))
        case .local: Watch.Part(try await timelines.local(request))
        case .federated: Watch.Part(try await timelines.federated(request))
        case .remote:
          // Names of this server have no host.
          Watch.Part(try await timelines.federated(request)) { $0.account.acct.contains("@") }
        case .tag(let name, let isLocal):
          Watch.Part(
            try await tags.posts(
              TagTimelineQuery(name, posts: PublicTimelineQuery(isLocal ? .local : .everywhere)), request))
        case .list(let id, _): Watch.Part(try await lists.statuses(id, request))
        case .notifications:
          Watch.Part(try await notifications.list(request, NotificationQuery()), Watch.Item.notification)
        case .conversations: Watch.Part(try await conversations.list(request), Watch.Item.conversation)
        case .conversation(let id, _):
          Watch.Part(try await conversations.list(request), Watch.Item.conversation) { $0.id == id }
        }
      }, sleep: { try await Task.sleep(for: $0) }, lists: { try await lists.all() },
      conversation: { [weak self] reference in
        guard let self else { throw AppError.cancelled }
        let found = try await Conversations.find(reference, createConversations())
        return .conversation(found.id, with: found.names)
      })
    source.isKnownToDeliver = { [context] in context.capabilities?.delivery(of: $0) == .present }
    if services.run.options.isConversation {
      source.offeredLists = { [model = self.lists] in model().offered().map(Lists.face.shownName) }
    }
    return source
  }

  private func createWatchDisplay() -> Watch.Display {
    let (services, context, quiet) = (services, context, quiet)
    let layout = services.layouts.standard
    var display = Watch.Display(
      note: { item in
        switch item {
        case .post(let status): StreamWatcher.note(for: status, layout: layout())
        case .edit(let status): StreamWatcher.note(for: status, .edited, layout: layout())
        case .deletion(_, of: let status?): StreamWatcher.note(for: status, .deleted, layout: layout())
        case .deletion: Note("A post was deleted.")
        case .notification(let notification):
          Notifications.note(for: notification, me: context.account?.id, layout: layout())
        case .conversation(let conversation): Conversations.note(for: conversation, layout: layout())
        }
      },
      data: { item in
        switch item {
        case .post(let status), .edit(let status):
          StatusView(status, number: nil, context: .public, layout: layout()).data
        case .deletion(let id, _): ["id": .string(id.rawValue)]
        case .notification(let notification):
          Notifications.data(for: notification, me: context.account?.id, layout: layout())
        case .conversation(let conversation): Conversations.data(of: conversation, layout: layout())
        }
      },
      isHidden: { item, target, isAskedFor in
        let now = services.dependencies.now()
        // Whoever is at the prompt knows what they have just written; a program may not.
        let own = services.run.options.isConversation ? context.account?.id : nil
        switch item {
        case .deletion: return false
        case .post(let status), .edit(let status):
          let isOwn = own != nil && status.account.id == own
          return isOwn || status.filterVerdict(in: target.filterContext, at: now) == .hide
        case .notification(let notification):
          let category = NotificationCategory(notification.kind)
          let isLeftOut = !isAskedFor && services.preferences.hiddenNotifications.contains(category)
          return isLeftOut || notification.status?.filterVerdict(in: .notifications, at: now) == .hide
        case .conversation(let conversation): return own != nil && conversation.lastStatus?.account.id == own
        }
      }, me: { context.account?.id }, post: { services.toasts.post($0) },
      say: { services.toasts.post(StyledText($0, .secondary)) },
      holdsBack: { item in
        switch item {
        case .post: quiet.holdsBack(.posts(1))
        case .edit, .deletion: quiet.holdsBack(.message)
        case .notification(let notification): quiet.holdsBack(.notifications([notification.kind: 1]))
        case .conversation: quiet.holdsBack(.conversations(1))
        }
      }, isQuiet: { quiet.isQuiet }, alert: { services.run.alert($0) }, isData: { services.run.options.isData })
    display.tellsOfConnection = { [weak self] in
      // Only while it follows the account's own stream does it know.
      let announcements = StreamWatcher.Announcements(services.preferences.live.rawValue)
      return self?.watcher?.connection != nil && announcements != .none
    }
    return display
  }

  private func createWatchPrograms() -> Watch.Programs {
    let (run, preferences, shell) = (services.run, services.preferences, services.dependencies.shell)
    let isConversation = run.options.isConversation
    return Watch.Programs(
      obstacle: {
        // From a shell the user names the program just as in a pipe.
        guard isConversation, preferences.shell == "off" else { return nil }
        return .usage("Running programs is turned off.", suggestion: "To allow it: set shell pipes.")
      },
      run: { command, input in
        do {
          // At the prompt its output would be mixed with the line that is typed.
          return try await isConversation ? shell.runSilently(command, input) : shell.run(command, input)
        } catch {
          throw AppError(error)
        }
      })
  }
}

extension Watch.Part {
  fileprivate init(_ page: Page<Status>, where isWanted: (Status) -> Bool = { _ in true }) {
    self.init(page.elements.filter(isWanted).map(Watch.Item.post), older: page.older)
  }

  fileprivate init<Element>(
    _ page: Page<Element>, _ item: (Element) -> Watch.Item, where isWanted: (Element) -> Bool = { _ in true }
  ) {
    self.init(page.elements.filter(isWanted).map(item), older: page.older)
  }
}

extension Watch.Target {
  /// The place whose filters apply.
  fileprivate var filterContext: Filter.Context {
    switch self {
    case .home, .list: .home
    case .local, .federated, .remote, .tag: .public
    case .notifications, .conversations, .conversation: .notifications
    }
  }
}
