import Accounts
import AppEnvironment
import BookmarksFeature
import FeatureKit
import HashtagFeature
import Links
import ListsFeature
import LocalStore
import MastodonClient
import MastodonKit
import MentionsFeature
import NavigationKit
import OwnershipKit
import ServersFeature
import StatusKit

/// Screens that list posts.
extension SessionParts {
  var timelines: TimelineService { client.timelineService }

  /// A timeline that a feature describes by its state and that is read a page at a time.
  func createTimeline(
    _ state: StatusTimeline.State, _ options: TimelineOptions,
    additions: StatusTimeline.Additions = StatusTimeline.Additions(),
    page: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) -> Screen {
    let model = createTimelineModel(state, options, heading: { _ in nil }, visit: { _ in nil }, page: page)
    return StatusTimeline.screen(
      model: model, status: createStatusAction(model), additions: { additions }, verbs: { [] })
  }

  func createMentions(_ options: TimelineOptions) -> Screen {
    createTimeline(Mentions.state, options) { [client] in Mentions.posts(try await client.mentions($0)) }
  }

  func createBookmarks(_ query: Bookmarks.Query, _ options: TimelineOptions) -> Screen {
    let marks = account.bookmarks
    let model = createTimelineModel(
      Bookmarks.state(query), options, heading: { _ in nil }, visit: { _ in nil },
      page: Bookmarks.page(
        query, marks: marks, bookmarks: timelines.bookmarks,
        status: { [client] in try await client.statusService.status($0) }))
    return StatusTimeline.screen(
      model: model, status: createStatusAction(model),
      additions: {
        // Without its tags a bookmark is shown all the same.
        StatusTimeline.Additions(marks: (try? marks.all()) ?? [])
      }, verbs: { [] })
  }

  func createTagPlugin() -> Plugin {
    Hashtag.plugin { [navigator] in navigator.push(.tag($0), showing: $1) }
  }

  func createTag(_ query: TagTimelineQuery, _ options: TimelineOptions) -> Screen {
    var state = Hashtag.State(query, limit: services.run.pageSize)
    state.timeline.options = options
    let model = Hashtag.Model(
      state: state, tags: client.tagService, in: base.lists)
    join(model.timeline)
    services.remember(tags: [query.tag])
    return Hashtag.screen(
      model: model,
      action: Hashtag.Action(follow: model.setFollowing, status: createStatusAction(model.timeline)))
  }

  func createListTimeline(_ id: List.ID, _ options: TimelineOptions) -> Screen {
    let (lists, visit) = (client.listService, visit("list \(id)"))
    let known = tabs.lists.current?.state.all.first { $0.id == id }
    let model = createTimelineModel(
      Lists.timelineState(id, known, limit: services.run.pageSize), options,
      heading: { _ in Lists.heading(try await lists.list(id)) },
      visit: {
        // For a catch-up; the list itself has no line above what was seen.
        _ = visit($0)
        return nil
      },
      page: { try await lists.statuses(id, $0) })
    return Lists.timeline(model: model, status: createStatusAction(model), list: id)
  }

  func createServerTimeline(_ id: SavedServer.ID, _ options: TimelineOptions) -> Screen {
    let (servers, foreign) = (services.storage.savedServerService, createForeignStatuses())
    // A server that is not there says so where its posts would be.
    let known = try? Servers.server(id, in: servers)
    let model = createTimelineModel(
      Servers.timelineState(id, known, limit: services.run.pageSize), options,
      heading: { _ in Servers.heading(try Servers.server(id, in: servers)) }, visit: { _ in nil },
      page: { try await foreign.servers.posts(of: Servers.server(id, in: servers).host, $0) })
    let host = { @MainActor @Sendable in try Servers.server(id, in: servers).host }
    let shown = { @MainActor @Sendable [weak model] in model?.state.list ?? StatusList() }
    return Servers.timeline(
      model: model, status: foreign.action(host: host, shown: shown, acts: statusActs(model)),
      edit: { [navigator] in navigator.present(.server(id)) }
    ).showing(foreign.otherServer(id, host: { _ in try host() }, shown: shown))
  }

  func createFeed(_ feed: PublicFeed, of host: String, _ options: TimelineOptions) -> Screen {
    let foreign = createForeignStatuses()
    let model: StatusTimeline.Model
    if case .account(let name) = feed {
      let account = LoadedOnce { try await foreign.servers.account(name, of: host) }
      model = createTimelineModel(
        Servers.feedState(feed, of: host), options, heading: { _ in Servers.heading(try await account(), on: host) },
        visit: { _ in nil }, page: { try await foreign.servers.posts(ofAccount: account().id, of: host, $0) })
    } else {
      model = createTimelineModel(
        Servers.feedState(feed, of: host), options, heading: { _ in nil }, visit: { _ in nil },
        page: { try await foreign.servers.posts(in: feed, of: host, $0) })
    }
    let shown = { @MainActor @Sendable [weak model] in model?.state.list ?? StatusList() }
    return StatusTimeline.screen(
      model: model, status: foreign.action(host: { host }, shown: shown, acts: statusActs(model))
    ).showing(foreign.otherServer(host, host: { _ in host }, shown: shown))
  }

  func createTimelineModel(
    _ state: StatusTimeline.State, _ options: TimelineOptions,
    heading: @escaping @Sendable (StatusTimeline.State) async throws -> ListHeading?,
    visit: @escaping @MainActor (Status.ID?) -> Status.ID?, streams: ListStreams = .ofTopic,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) -> StatusTimeline.Model {
    var state = state
    state.limit = services.run.pageSize
    state.options = options
    let model = StatusTimeline.Model(
      state: state, in: base.lists, heading: heading, visit: visit, streams: streams, page: page)
    join(model)
    return model
  }

  private func join(_ timeline: StatusTimeline.Model) {
    updates.models.posts.add { [weak timeline] in timeline }
    updates.models.streams.add { [weak timeline] in timeline }
  }

  /// Creates the way to posts of other servers.
  func createForeignStatuses() -> ForeignStatuses {
    let navigator = navigator
    return ForeignStatuses(
      foreignServers,
      navigation: ForeignStatuses.Navigation(
        open: { id, host in
          navigator.push(host.map { .foreignThread(id, host: $0) } ?? .thread(id))
        },
        export: exportThread, profile: { navigator.push(.profile($0)) },
        posts: { navigator.push(.feed(.account($0), host: $1)) },
        reply: composers.replying,
        me: { [context] in context.me }), bookmarks: account.bookmarks, boosts: account.boosts)
  }
}
