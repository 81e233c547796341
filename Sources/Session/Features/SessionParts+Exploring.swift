import Accounts
import AppEnvironment
import AppPreferences
import ConcurrencyKit
import ConnectionFeature
import ExploreFeature
import FeatureKit
import LocalStore
import MastodonClient
import MastodonKit
import NavigationFeature
import NavigationKit
import SearchFeature
import StatusKit
import TranslateFeature

/// Search, and what the server recommends.
extension SessionParts {
  func createExplorePlugin() -> Plugin {
    let client = client
    return Explore.plugin(
      action: Explore.Action(
        show: { [navigator] in navigator.push(.explore($0), showing: $1) },
        account: { try await client.accountService.account($0) },
        dismiss: { try await client.exploreService.dismissSuggestion($0) },
        status: shownStatus))
  }

  /// Finds a post where it is shown, or else on the server.
  private var shownStatus: (Status.ID) async throws -> Status {
    { [updates, client] in
      if let shown = updates.shown($0) { return shown }
      return try await client.statusService.status($0)
    }
  }

  func createTranslatePlugin() -> Plugin {
    Translate.plugin(
      action: Translate.Action(
        status: shownStatus,
        translate: { [client, shownStatus, programs = UserPrograms(services)] id, language in
          if language == nil, programs.translates {
            return try await programs.translation(of: try await shownStatus(id))
          }
          return try await client.translation(of: id, into: language)
        }))
  }

  func createConnectionPlugin() -> Plugin {
    Connection.plugin { await connectionState() }
  }

  private func connectionState() async -> Connection.State {
    var state = Connection.State(account: identity.id, host: client.server.name, live: streams.live?.rawValue)
    let (began, client) = (services.dependencies.uptime(), client)
    let isScript = state.live == nil
    async let streams: Bool? = isScript ? streamsWork() : nil
    do {
      state.obstacle = try await client.instanceService.verifyCredentials().details?.obstacle
    } catch {
      state.error = AppError(error)
    }
    if state.error?.isAboutReachingTheServer != true {
      state.milliseconds = Int((services.dependencies.uptime() - began) / .milliseconds(1))
    }
    state.streamsWork = await streams
    state.rate = client.rateLimit
    // What cannot be read is explained by the commands that show it.
    state.outbox = (try? outboxQueue.service.all()).map { $0.items.count + $0.unreadable }
    // As above.
    state.drafts = try? drafts.all().count
    return state
  }

  /// Whether a stream can be opened: many servers that have streams do not report their health.
  private func streamsWork() async -> Bool {
    // It says where the streams are.
    if context.instance == nil { _ = try? await context.currentInstance() }  // Else the own address is tried.
    let signals = streams.service.signals(.user)
    do {
      let works = try await withTimeout(.seconds(5)) {
        for await case .connection(let connection) in signals {
          switch connection {
          case .connected: return true
          case .waiting, .ended: return false
          case .connecting: continue
          }
        }
        return false
      }
      return works ?? false
    } catch {
      // Stopped: nothing is known.
      return false
    }
  }

  func createExplore(_ subject: Explore.Subject, _ options: TimelineOptions) -> Screen {
    let service = client.exploreService
    guard let timeline = Explore.timeline(subject) else {
      return Explore.screen(
        subject, pageSize: services.run.pageSize, showing: options, service: service, tags: updates.models.tags,
        in: base.lists.fromServer)
    }
    return createTimeline(timeline, options) { try await Explore.posts(subject, $0, from: service) }
  }

  func createSearchPlugin() -> Plugin {
    Search.plugin(
      action: Search.Action(
        show: { [navigator] in navigator.push(.search($0), showing: $1) },
        recent: services.storage.recentSearches(account: identity.id),
        remembers: { [services] in
          services.run.policy.remembersSearches && !services.run.options.isTried && services.preferences.history != .off
        }))
  }

  func createSearch(_ query: SearchQuery, _ options: TimelineOptions) -> Screen {
    let model = Search.model(
      query, pageSize: services.run.pageSize, showing: options, service: client.searchService,
      in: base.lists.fromServer,
      kept: createKeptSearch())
    updates.models.posts.add { [weak model] in model }
    updates.models.tags.add { [weak model] in model }
    return Search.screen(query, model: model)
  }
}
