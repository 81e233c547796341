public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import StatusKit
import TerminalKit

extension CatchUp {
  /// Reads the posts of a while, and owns what the screen shows of them.
  @MainActor
  public final class Model {
    private let reading: Reading
    private let rows: ListModel<Group>
    /// The posts that were shown before the screen was printed last.
    private var read: Set<Status.ID>

    /// Creates a model; nothing is requested yet.
    ///
    /// - Parameters:
    ///   - service: Reads the timeline, and how far it was read.
    public init(
      state: State, service: Service, progress: ListProgress, in context: ListContext
    ) {
      let reading = Reading(state, service, progress, context)
      self.reading = reading
      read = state.read
      rows = ListModel(state: state.rows, in: context) { _ in Page(try await reading.groups()) }
    }

    public var state: State {
      var state = State(reading.query, digest: reading.digest)
      (state.rows, state.read) = (rows.state, read)
      return state
    }

    /// Reads the posts unless that was done; a failure becomes part of the state.
    public func load() async { await rows.load() }

    /// Reads the posts again.
    ///
    /// - Throws: `AppError`; what is shown already stays.
    public func refresh() async throws { try await rows.refresh() }

    /// Shows the next groups; false, and nothing changes, if there are none.
    public func older() async throws -> Bool { try await rows.older() }

    /// Shows the groups before; false, and nothing changes, if there are none.
    public func newer() async throws -> Bool { try await rows.newer() }

    /// Shows only so many groups as fit the terminal.
    public func fit(_ layout: Layout) {
      read = reading.shownPosts
      var state = state
      rows.fit(layout) { rows in
        state.rows = rows
        let document = CatchUp.view(state, layout: layout)
        return (document, besides: document.items.count - rows.visible.count)
      }
      reading.record(rows.state.visible.filter { $0.texts.count == 1 }.flatMap(\.texts).map { $0[0] }.filter(isWhole))
    }

    /// Records posts that were printed: the reading position is below the oldest that was not.
    public func record(_ printed: [Status]) { reading.record(printed) }

    /// Records a post that was opened.
    public func recordOpened(_ id: Status.ID) {
      reading.record(reading.digest.entries.filter { $0.displayed.id == id })
    }

    /// The group of an account; the posts are read if that was not done yet.
    ///
    /// - Throws: ``AppError`` if it has none.
    public func group(of member: Member) async throws -> Group {
      if !rows.state.page.isLoaded, reading.digest.entries.isEmpty {
        await rows.load()
        if let error = rows.state.page.error { throw error }
        try Task.checkCancellation()
      }
      let groups = reading.digest.groups
      let found = groups.first { group in
        switch member {
        case .id(let id): group.account.id == id
        case .name(let name): group.account.acct.lowercased() == name.lowercased()
        }
      }
      let short = groups.filter { .name($0.account.username.lowercased()) == member.lowercased }
      if let group = found ?? (short.count == 1 ? short.first : nil) { return group }
      throw CatchUp.missing(member, groups)
    }

    /// The state after a command was stopped while it read; `nil` if nothing was read.
    public var part: State? {
      guard !reading.digest.entries.isEmpty, !rows.state.page.isLoaded else { return nil }
      return State(
        reading.query, digest: reading.digest,
        page: .loaded(PagedList(reading.digest.groups(reading.query.sort))))
    }
  }
}

extension CatchUp.Member {
  fileprivate var lowercased: CatchUp.Member {
    if case .name(let name) = self { .name(name.lowercased()) } else { self }
  }
}

extension CatchUp {
  /// The posts that were read, and how far the user has seen them.
  @MainActor
  fileprivate final class Reading {
    let query: Query
    private(set) var digest: Digest
    /// The posts that were printed as a whole.
    private(set) var shownPosts: Set<Status.ID> = []
    private let service: Service
    private let lists: ListContext
    private let progress: ListProgress
    private var entries: [Status] = []
    private var position: Status.ID?

    init(
      _ state: State, _ service: Service, _ progress: ListProgress, _ lists: ListContext
    ) {
      (query, digest) = (state.query, state.digest)
      (self.service, self.progress, self.lists) = (service, progress, lists)
      shownPosts = state.read
    }

    func groups() async throws -> [Group] {
      let (source, page) = (query.source, service.page)
      var range = ListRange(since: query.since, limit: query.limit)
      range.progress = progress
      var isStandard = false
      if query.since == nil {
        let position = await service.position(source).flatMap(place)
        isStandard = position == nil
        range.since = position ?? .date(lists.now().addingTimeInterval(-86_400))
      }
      entries = []
      let reader = ListReader(timeline) { [weak self] request in
        let answer = try await page(source, request)
        await self?.take(answer.elements)
        return answer
      }
      do {
        let part = try await reader.read(
          TimelineOptions(range: range), pageSize: 40, isHidden: { _ in false }, rule: nil)
        digest = Digest(
          chosen(part.page.elements), isWhole: part.page.older == nil, isStandard: isStandard)
      } catch {
        digest = Digest(chosen(entries), isWhole: false, isStandard: isStandard)
        throw error
      }
      return digest.groups(query.sort)
    }

    /// The beginning of what is behind a post: in a timeline merged of several, whose ids have no order, the time after it.
    private func place(of position: Status.ID) -> ListRange.Since? {
      isMerged ? position.time.map { .date($0.addingTimeInterval(0.001)) } : .id(position.rawValue)
    }

    private func take(_ elements: [Status]) { entries += elements }

    private var timeline: StatusTimeline.State {
      StatusTimeline.State(
        kind: "catch-up", subject: query.source.kind, title: "", label: query.source.name, context: context,
        emptyText: "", order: isMerged ? .server : .chronological, isDated: true)
    }

    private var context: Filter.Context { isMerged ? .public : .home }

    /// Whether it may be merged of several timelines, so that an id is no place in it.
    private var isMerged: Bool { if case .group = query.source { true } else { false } }

    /// The posts that the user wants to hear of: of others, and not hidden.
    private func chosen(_ entries: [Status]) -> [Status] {
      let (shown, now) = (lists.shown, lists.now())
      let (options, me) = (shown.options(of: timeline), shown.me())
      let rule = shown.rule(in: timeline) ?? { _ in nil }
      shown.count(entries.compactMap { status in rule(status).map { (status, $0) } })
      return entries.filter { status in
        (status.account.id != me || status.reblog != nil) && !status.isHidden(in: context, at: now)
          && options.obstacle(to: status, me: me) == nil && rule(status) == nil
      }
    }

    func record(_ printed: [Status]) {
      shownPosts.formUnion(printed.map(\.displayed.id))
      guard digest.isWhole, query.since == nil else { return }
      let read = digest.entries.reversed().prefix { shownPosts.contains($0.displayed.id) }
      guard let last = read.last?.id, last != position else { return }
      position = last
      service.keep(last, query.source)
    }

    func change(_ change: (inout [Status]) -> Void) { change(&digest.entries) }
  }
}

// MARK: - Changes

extension CatchUp.Model: StatusContainer {
  public func shownStatus(_ id: Status.ID) -> Status? { StatusList(reading.digest.entries).status(id) }

  public func replace(_ status: Status) {
    func replaced(_ entries: [Status]) -> [Status] {
      var list = StatusList(entries)
      list.replace(status)
      return list.statuses
    }
    reading.change { $0 = replaced($0) }
    rows.change { $0.update { $0.texts = $0.texts.map(replaced) } }
  }

  /// Shows that a post is gone; its group keeps its number.
  public func remove(_ id: Status.ID) {
    let isGone = { (status: Status) in status.id == id || status.displayed.id == id }
    reading.change { $0.removeAll(where: isGone) }
    rows.change { $0.update { $0.texts = $0.texts.map { $0.filter { !isGone($0) } }.filter { !$0.isEmpty } } }
  }
}
