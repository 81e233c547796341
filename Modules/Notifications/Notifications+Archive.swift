import FeatureKit
import MastodonKit
import StatusKit

/// The page of the archive, until the server has answered.
extension Notifications.Model {
  /// Shows the newest page from the archive, if the prompt wants that; it is a visit once the server has answered.
  func showKept() async -> Screen.Update? {
    let first = await kept?.read {
      try await self.refresh()
      return self.state.notifications.isEmpty ? nil : ()
    }
    guard first?.isKept == true else {
      state.phase = .idle
      return nil
    }
    return { [weak self] in try await self?.update() }
  }

  /// Takes the server's answer for a page from the archive: what is listed stays, and what is new comes above it.
  private func update() async throws -> String? {
    let before = state.list
    async let lastRead = lastRead()
    let page = try await read(state.range)
    let read = await lastRead
    // Another page is shown now.
    guard state.list.visible.first?.id == before.visible.first?.id, let newest = before.elements.first?.id else {
      return nil
    }
    // What was dismissed or changed since the request is newer than the answer.
    let asked = Dictionary(before.elements.map { ($0.id, $0) }) { first, _ in first }
    let listed = Dictionary(state.list.elements.map { ($0.id, $0) }) { first, _ in first }
    let answer = page.elements.compactMap { asked[$0.id] == listed[$0.id] ? $0 : listed[$0.id] }
    let ids = Set(answer.map(\.id))
    let keys = Set(answer.compactMap(\.group?.key))
    let count = answer.count { $0.id > newest && $0.account.id != state.me }
    if let oldest = page.elements.last?.id, oldest <= newest || page.older == nil {
      state.list.edit { all in
        all =
          answer
          + all.filter { old in
            old.id < oldest && !ids.contains(old.id) && !(old.group.map { keys.contains($0.key) } ?? false)
          }
      }
    } else {
      // Something is between them, which the next visit fetches.
      isStale = true
    }
    state.lastRead = read ?? state.lastRead
    await finishVisit()
    return count == 0 ? nil : CountText.of(count, "new notification") + (isStale ? " or more" : "")
  }
}
