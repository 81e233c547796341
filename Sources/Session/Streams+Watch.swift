import Accounts
import AppEnvironment
import AppPreferences
import ConversationsFeature
import FeatureKit
import FoundationEssentials
import GroupsFeature
import ListsFeature
import LiveUpdates
import LocalStore
import MastodonClient
import MastodonKit
import NotificationsFeature
import OwnershipKit
import StatusKit
import Subprocesses
import TerminalKit
import WatchFeature

/// The watches beside the screens.
extension Streams {
  func createQuietGate() -> QuietGate {
    let (services, dependencies) = (services, services.dependencies)
    return QuietGate(
      // What a script says disturbs nobody.
      hours: { services.run.policy.isAttended ? services.preferences.quietHours : nil }, now: dependencies.now,
      zone: dependencies.zone, sleep: dependencies.sleep, post: { services.toasts.post($0) })
  }

  func createWatchPlugin() -> Plugin {
    Watch.plugin(
      model: watches, isBeside: services.run.policy.watchesBeside,
      obstacle: { [policy = services.run.policy, use = services.run.options.archiveUse, name = identity.id] in
        if use == .cached {
          return .usage(
            "A watch shows what arrives, so it can't do without the server.", suggestion: "Leave out --cached.")
        }
        guard !policy.outlivesCommand else { return nil }
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
    let (groups, groupSources) = (services.storage.tagGroupService, createGroupSources())
    let completes = services.run.policy.completes
    return Watch.Source(
      signals: { [weak self] target in
        await self?.context.load()
        guard let self else { return nil }
        var topics = [target.topic].compactMap(\.self)
        // A group that is gone has none.
        if case .group(let id, _) = target, let group = try? Groups.group(id, in: groups) {
          topics = await groupSources.streams(of: group).topics
        }
        return service.signals(of: topics.filter { self.context.capabilities?.delivery(of: $0) != .missing })
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
        case .group(let id, _):
          Watch.Part(
            try await Groups.Reader(group: { try Groups.group(id, in: groups) }, read: groupSources.page).page(request))
        case .notifications:
          Watch.Part(try await notifications.list(request, NotificationQuery()), Watch.Item.notification)
        // Each account is read by itself.
        case .accounts: Watch.Part([])
        case .conversations: Watch.Part(try await conversations.list(request), Watch.Item.conversation)
        case .conversation(let id, _):
          Watch.Part(try await conversations.list(request), Watch.Item.conversation) { $0.id == id }
        }
      }, sleep: services.dependencies.sleep, lists: { try await lists.all() },
      conversation: { [models = updates.models] reference in
        let found = try Conversations.find(
          reference, in: try await Conversations.latest(models.conversations.all, conversations))
        return .conversation(found.id, with: found.names)
      },
      isKnownToDeliver: { [context] target in
        guard let topic = target.topic else { return true }
        return context.capabilities?.delivery(of: topic) == .present
      },
      isWhole: { target in
        guard case .group(let id, _) = target else { return true }
        // The pages of a group that is gone say so.
        return (try? Groups.group(id, in: groups)).map { Groups.parts(of: $0).allSatisfy(\.isStreamed) } ?? true
      },
      group: { name in
        let all = try groups.all()
        return all.first { $0.id == name || $0.title == name }
          ?? all.first { $0.title.lowercased() == name.lowercased() }
      }, accounts: { [base] in try base.accounts(listed: $0) },
      // A closure of the value that captured it would keep it, and the account, for ever.
      source: { [weak self] id in
        guard let self else { throw AppError.cancelled }
        return try await createWatchSource(of: id)
      }, me: nil,
      offeredGroups: { [model = tabs.groups] in completes ? model().offered().map(Groups.face.shownName) : [] },
      offeredLists: { [model = tabs.lists] in completes ? model().offered().map(Lists.face.shownName) : [] })
  }

  /// The source of Home and the notifications of an account, for a watch of several.
  private func createWatchSource(of id: String) async throws -> Watch.Source {
    guard id != identity.id else { return createWatchSource() }
    let other = try SessionAccount(try await services.accounts.signedIn(id), services)
    await other.context.load()
    let (timelines, notifications) = (other.client.timelineService, other.client.notificationService)
    let streams = Self.service(of: other, services)
    return Watch.Source(
      signals: { target in
        guard other.context.capabilities?.offers(.streaming) ?? true else { return nil }
        return streams.signals(of: [target.topic].compactMap(\.self))
      },
      page: { target, request in
        target == .notifications
          ? Watch.Part(try await notifications.list(request, NotificationQuery()), Watch.Item.notification)
          : Watch.Part(try await timelines.home(request))
      }, sleep: services.dependencies.sleep, lists: { [] },
      conversation: { _ in throw AppError.cancelled }, isKnownToDeliver: { _ in true }, isWhole: { _ in true },
      group: { _ in nil }, accounts: { _ in [] }, source: { _ in throw AppError.cancelled }, me: other.context.me,
      offeredGroups: { [] }, offeredLists: { [] })
  }

  private func createWatchDisplay() -> Watch.Display {
    let (services, context, announcer, shown) = (services, context, announcer, base.shown)
    let layout = services.layouts.standard
    return Watch.Display(
      note: { item in
        switch item {
        case .post(let status):
          let rule = shown.alert(of: status.unidentified, me: context.account?.id)?.rule
          return Announcer.note(for: status.unidentified, rule: rule, layout: layout()).of(status.id.accounts)
        case .edit(let status):
          return Announcer.note(for: status.unidentified, .edited, layout: layout()).of(status.id.accounts)
        case .deletion(_, of: let status?):
          return Announcer.note(for: status.unidentified, .deleted, layout: layout()).of(status.id.accounts)
        case .deletion: return Note("A post was deleted.")
        case .notification(let notification):
          let note =
            Announcer.note(ofAlert: notification.unidentified, layout: layout())
            ?? Notifications.note(for: notification.unidentified, me: context.account?.id, layout: layout())
          return note.of(notification.id.accounts)
        case .conversation(let conversation): return Conversations.note(for: conversation, layout: layout())
        }
      },
      data: { item in
        switch item {
        case .post(let status), .edit(let status):
          StatusView(status, number: nil, context: .public, layout: layout()).data
        case .deletion(let id, _): ["id": .string(id.rawValue)]
        case .notification(let notification):
          Notifications.data(for: notification.unidentified, me: context.account?.id, layout: layout())
            .adding(receivers: notification.id.accounts)
        case .conversation(let conversation): Conversations.data(of: conversation, layout: layout())
        }
      },
      isHidden: { item, target, isAskedFor in
        let now = services.dependencies.now()
        let own = services.run.policy.leavesOutOwnPosts ? context.account?.id : nil
        switch item {
        case .deletion: return false
        case .post(let status) where shown.isUnannounced(status, in: target.place): return true
        case .post(let status), .edit(let status):
          let isOwn = own != nil && status.account.id == own
          // Streams tell of all posts with a hashtag, whatever the group's conditions on others are.
          if case .group(let id, _) = target, let group = try? Groups.group(id, in: services.storage.tagGroupService),
            !Groups.accepts(status, group)
          {
            return true
          }
          return isOwn || status.filterVerdict(in: target.filterContext, at: now) == .hide
        case .notification(let notification):
          let category = NotificationCategory(notification.kind)
          let isLeftOut = !isAskedFor && services.preferences.hiddenNotifications.contains(category)
          return isLeftOut || notification.status?.filterVerdict(in: .notifications, at: now) == .hide
        case .conversation(let conversation): return own != nil && conversation.lastStatus?.account.id == own
        }
      }, alert: { shown.alert(of: $0, me: $1) }, me: { context.account?.id }, post: { services.toasts.post($0) },
      say: { services.toasts.post(StyledText($0, .secondary)) },
      claimLine: { [weak self, own = identity.id] item, isForDesktop in
        if case .notification(let notification) = item, let account = notification.id.accounts.first, account != own {
          self?.unreadElsewhere[account, default: 0] += 1
        }
        // The account's own stream may tell of the same post.
        @MainActor func line(of status: Status) -> Status.ID {
          shown.lineID(of: status.id.accounts.first == own ? status.unidentified : status)
        }
        let (arrival, post): (QuietGate.Arrival, Status.ID?) =
          switch item {
          case .post(let status): (.posts(1), line(of: status))
          // Each of these is told once, too.
          case .edit(let status): (.message, Status.ID("edited \(status.id) \(status.editedAt.map { "\($0)" } ?? "")"))
          case .deletion(let id, _): (.message, Status.ID("deleted \(id)"))
          case .notification(let notification) where notification.unidentified.rule != nil:
            (.notifications([notification.kind: 1]), notification.status.map { line(of: $0) })
          case .notification(let notification): (.notifications([notification.kind: 1]), notification.directMessage)
          case .conversation(let conversation): (.conversations(1), conversation.lastStatus?.id)
          }
        return announcer.claimLine(for: arrival, of: post, isForDesktop: isForDesktop)
      }, tell: { announcer.announce($0) },
      isQuiet: { [dependencies = services.dependencies] in
        services.preferences.quietHours?.contains(dependencies.now(), zone: dependencies.zone()) ?? false
      }, showOnDesktop: { services.run.alert($0) }, isData: { services.run.options.isData })
  }

  private func createWatchPrograms() -> Watch.Programs {
    let (run, preferences, shell) = (services.run, services.preferences, services.dependencies.shell)
    let isBeside = run.policy.watchesBeside
    return Watch.Programs(
      obstacle: {
        // From a shell the user names the program just as in a pipe.
        guard isBeside, preferences.shell == "off" else { return nil }
        return .usage("Running programs is turned off.", suggestion: "To allow it: set shell pipes.")
      },
      run: { command, input in
        do {
          // At the prompt its output would be mixed with the line that is typed.
          return try await shell.runApart(command, input, isSilent: isBeside)
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
  /// The place as rules name it; `nil` for one that they don't.
  fileprivate var place: ArchiveQuery.Place? {
    switch self {
    case .home: .home
    case .local: .local
    case .federated, .remote: .federated
    case .list(_, let title): .list(title)
    case .group(_, let title): .group(title)
    case .tag, .notifications, .accounts, .conversations, .conversation: nil
    }
  }

  /// The place whose filters apply.
  fileprivate var filterContext: Filter.Context {
    switch self {
    case .home, .list, .accounts: .home
    case .local, .federated, .remote, .tag, .group: .public
    case .notifications, .conversations, .conversation: .notifications
    }
  }
}
