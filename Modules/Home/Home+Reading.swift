import MastodonKit

extension Home {
  /// The reading positions of the timelines: on this machine, and Home's also on the server, for the account's other
  /// clients.
  @MainActor
  final class Reading {
    private let positions: ReadingPositions
    private let marker: HomeMarkerService
    private let keepsPosition: () -> Bool
    /// The server's marker, as far as it was requested or sent; `nil` before that.
    private var serverMarker: Status.ID??
    /// The newest post of Home that was seen before this run, or with `unread` since.
    var stoppedAt: Status.ID?
    /// Whether Home was shown in this run and never before, so that what is saved is not where the reader stopped.
    var isFirstVisit = false
    /// The task that saves how far the reader has seen.
    private var saving: Task<Void, Never>?

    init(positions: ReadingPositions, marker: HomeMarkerService, keepsPosition: @escaping () -> Bool) {
      self.positions = positions
      self.marker = marker
      self.keepsPosition = keepsPosition
    }

    /// Saves how far a visit goes and returns how far the previous one went; failures only cost the line on the screen.
    func visit(_ timeline: Timeline, upTo newest: Status.ID?) -> Status.ID? {
      let last = lastSeen(timeline)
      if timeline == .home, stoppedAt == nil {
        stoppedAt = last
        isFirstVisit = isFirstVisit || last == nil
      }
      if let newest { keep(newest, of: timeline) }
      return last
    }

    private func lastSeen(_ timeline: Timeline) -> Status.ID? {
      let local: Status.ID?
      // A position that cannot be read is none.
      do { local = try positions.position(timeline.rawValue) } catch { local = nil }
      return timeline == .home ? [local, serverMarker ?? nil].compactMap(\.self).max() : local
    }

    /// Saves that a timeline was seen up to a post.
    func keep(_ newest: Status.ID, of timeline: Timeline) {
      guard keepsPosition() else { return }
      // Where the server's is not known, as with a page from the archive, a newer one of another device would be lost.
      let isNews =
        timeline == .home && marker.isFollowed && (serverMarker.map { $0.map { $0 < newest } ?? true } ?? false)
      if isNews { serverMarker = newest }
      // In a task of its own: the prompt does not wait for the disk. Whichever is last, the newest post is kept.
      saving = Task { [positions, marker, earlier = saving] in
        await earlier?.value
        await Self.save(newest, timeline, positions)
        // A marker that could not be written is written with the next page.
        if isNews { try? await marker.write(newest) }
      }
    }

    @concurrent private static func save(
      _ newest: Status.ID, _ timeline: Timeline, _ positions: ReadingPositions
    ) async {
      // A position that could not be saved is saved with the next page.
      try? positions.keep(newest, timeline.rawValue)
    }

    /// Waits until how far was seen is saved.
    func settled() async { await saving?.value }

    /// Finds where the reader stopped, if this visit did not begin with it: here, or on another device.
    func findStop() async {
      guard stoppedAt == nil else { return }
      if serverMarker == nil { await readMarker() }
      stoppedAt = lastSeen(.home)
    }

    /// Reads the server's marker before the first visit of a run, together with the page.
    func follow(_ timeline: Timeline) async {
      guard timeline == .home, marker.isFollowed, serverMarker == nil else { return }
      await readMarker()
      // The page may have been shown from the archive before.
      if let stop = stoppedAt, let read = serverMarker ?? nil { stoppedAt = max(stop, read) }
    }

    private func readMarker() async {
      do { serverMarker = .some(try await marker.read()) } catch {
        // Not every server has markers, and the position on this machine remains.
      }
    }
  }
}
