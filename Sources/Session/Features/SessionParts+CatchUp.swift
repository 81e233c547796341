import Accounts
import AppEnvironment
import CatchUpFeature
import FeatureKit
import GroupsFeature
import HomeFeature
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import StatusKit
import Subprocesses

/// The last catch-up of a session, which a command may go on with after its screen was left.
@MainActor
final class LatestCatchUp {
  var model: CatchUp.Model?
}

extension SessionParts {
  func createCatchUpPlugin() -> Plugin {
    let latest = tabs.catchUp
    return CatchUp.plugin(
      action: CatchUp.Action(
        show: { [navigator] query, progress in
          let model = createCatchUpModel(query, progress)
          latest.model = model
          return navigator.push(.catchUp(query)) { createCatchUp(model) }
        },
        open: { [navigator] member, query, progress in
          let known = query == nil ? latest.model : nil
          let model = known ?? createCatchUpModel(query ?? CatchUp.Query(), progress)
          latest.model = model
          let group = try await model.group(of: member)
          return navigator.push(.catchUpPosts(group.account.id)) { createCatchUpPosts(group.account.id, group) }
        },
        source: catchUpSource,
        lists: { [service = client.listService] in
          try await service.all().map { .list($0.id, title: $0.title) }
        }, part: { latest.model?.part },
        digest: { query, progress in
          let model = createCatchUpModel(query, progress)
          try await model.refresh()
          return model.state.digest
        },
        notifications: { [service = client.notificationService] kinds, since in
          var (found, request) = ([MastodonKit.Notification](), PageRequest(limit: 40))
          while true {
            let page = try await service.list(request, NotificationQuery(types: kinds))
            found += page.elements.filter { $0.createdAt >= since }
            guard let older = page.older, page.elements.last.map({ $0.createdAt >= since }) == true, found.count < 400
            else { return found }
            request.position = .older(than: older)
          }
        }, account: { [identity] in "@\(identity.id)" }, mail: sendMail))
  }

  /// Hands a message to the machine's sendmail, which reads the recipient from it.
  private func sendMail(_ message: [UInt8]) async throws {
    let programs = services.dependencies.programs
    let places = ["sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"]
    guard let path = places.lazy.compactMap(programs.find).first else {
      throw AppError.validation(
        "There is no sendmail on this machine.",
        suggestion: "Install one, such as msmtp-mta, or print it: digest > FILE")
    }
    let failure: String
    do throws(Programs.Failure) {
      let answer = try await programs.answer(of: path, Programs.Call(["-t", "-i"], input: message, limit: 60_000))
      guard answer.code != 0 else { return }
      failure = "ended with exit code \(answer.code)"
    } catch {
      switch error {
      case .interrupted: throw CancellationError()
      case .timedOut: failure = "took longer than a minute"
      case .cannotStart, .tooMuch: failure = "could not be run"
      }
    }
    throw AppError.validation(
      "\(path) \(failure). Nothing was mailed.", suggestion: "Look at its own log, then try again.")
  }

  func createCatchUp(_ query: CatchUp.Query) -> Screen { createCatchUp(createCatchUpModel(query, .none)) }

  private func createCatchUp(_ model: CatchUp.Model) -> Screen {
    updates.models.posts.add { [weak model] in model }
    var action = createStatusAction(model)
    let open = action.open
    action.open = { [weak model] id in
      let response = try await open(id)
      // Its thread shows it whole.
      model?.recordOpened(id)
      return response
    }
    return CatchUp.screen(model: model, status: action)
  }

  private func createCatchUpModel(_ query: CatchUp.Query, _ progress: ListProgress) -> CatchUp.Model {
    CatchUp.Model(
      state: CatchUp.State(query), service: createCatchUpService(query.source), progress: progress,
      in: base.lists.fromServer)
  }

  /// Creates the screen with the posts of one account in the last catch-up.
  ///
  /// - Parameter group: The posts, if they were read.
  func createCatchUpPosts(_ id: Account.ID, _ group: CatchUp.Group? = nil) -> Screen {
    let model = tabs.catchUp.model ?? createCatchUpModel(CatchUp.Query(), .none)
    let posts = createTimelineModel(
      CatchUp.timeline(id, group, by: model.state.query.sort, limit: services.run.pageSize), TimelineOptions(),
      heading: { _ in CatchUp.heading(try await model.group(of: .id(id))) }, visit: { _ in nil },
      page: { CatchUp.page(of: try await model.group(of: .id(id)), by: await model.state.query.sort, $0) })
    return StatusTimeline.screen(model: posts, status: createStatusAction(posts)).preparing {
      model.record(posts.state.visible)
    }
  }

  private func createCatchUpService(_ source: CatchUp.Source) -> CatchUp.Service {
    let (timelines, lists) = (client.timelineService, client.listService)
    let (groups, sources) = (services.storage.tagGroupService, createGroupSources())
    let reader: Groups.Reader? =
      if case .group(let id, _) = source {
        Groups.Reader(group: { try Groups.group(id, in: groups) }, read: sources.page)
      } else { nil }
    return CatchUp.Service(
      page: { source, request in
        switch source {
        case .home: try await timelines.home(request)
        case .list(let id, _): try await lists.statuses(id, request)
        case .group: try await reader?.page(request) ?? Page([])
        }
      }, position: { await catchUpPosition($0) },
      keep: { [home = tabs.home, run = services.run, account = identity.id, storage = services.storage] id, source in
        guard run.policy.keepsPosition, !run.options.isTried else { return }
        func keep(_ name: String) {
          guard let id = id.ownPlace else { return }
          let positions = storage.readingPositions(account: account)
          // A position that could not be saved is saved with the next page.
          Task { @concurrent in try? positions.keep(id, name) }
        }
        switch source {
        case .home: home.readOn(to: id)
        case .list(let list, _): keep("list \(list)")
        case .group(let group, _): keep("group \(group)")
        }
      })
  }

  /// Where the user stopped reading; `nil` if that is not known.
  private func catchUpPosition(_ source: CatchUp.Source) async -> Status.ID? {
    func kept(_ name: String) -> Status.ID? {
      // A position that cannot be read is none.
      try? services.storage.readingPositions(account: identity.id).position(name)
    }
    switch source {
    case .home:
      if let stop = await tabs.home.stop() { return stop }
      // At the prompt, Home has read both.
      guard !services.run.policy.keepsPosition else { return nil }
      // Not every server has markers.
      let marker = try? await client.homeMarkerService(isFollowed: true).read()
      return [kept("home"), marker ?? nil].compactMap(\.self).max()
    case .list(let id, _): return kept("list \(id)")
    case .group(let id, _): return kept("group \(id)")
    }
  }

  /// Finds a list or a group by its name.
  private func catchUpSource(_ name: String) async throws -> CatchUp.Source {
    let wanted = name.lowercased()
    if wanted == "home" { return .home }
    let groups = try services.storage.tagGroupService.all()
    if let group = groups.first(where: { $0.title.lowercased() == wanted || $0.id == name }) {
      return .group(group.id, title: group.title)
    }
    let lists = try await client.listService.all()
    if let list = lists.first(where: { $0.title.lowercased() == wanted || $0.id.rawValue == name }) {
      return .list(list.id, title: list.title)
    }
    throw AppError.missing(
      "You have no list or group “\(name)”.", word: name, among: lists.map(\.title) + groups.map(\.title),
      choices: "Without a name it is Home; lists and groups show yours.")
  }
}
