import TerminalKit

/// The prompt: the account, how much is new, and the path to the screen on top.
///
/// It takes at most half of the line. The account and the number of unread notifications always stay; where there is no room for
/// the whole path, the notifications of other accounts are added up or left out, its middle becomes `…`, and its end is cut.
struct PromptText {
  /// The account, the tab, the screen and the sheet, as far as there are any.
  var places: [String]
  /// The number of unread notifications, and of new posts in the tab.
  var counts: (unread: Int, newPosts: Int)
  /// The numbers of notifications of other accounts, by `user@host`.
  var elsewhere: [String: Int] = [:]
  /// Whether they are added up.
  var isSum = false
  var width: Int

  /// The fewest columns that are left to the last place and to the account before the other one is cut.
  private static let minimumPlace = 8

  /// The prompt with its mark and a space.
  var text: StyledText {
    guard let account = places.first else { return StyledText("› ", .rule) }
    let path = Array(places.dropFirst())
    let fitting = [path, shortened(path)].first { fits(account, $0) }
    if let fitting { return styled(account, fitting) }
    if !elsewhere.isEmpty {
      var prompt = self
      if isSum { prompt.elsewhere = [:] } else { prompt.isSum = true }
      return prompt.text
    }
    return cut(account, shortened(path))
  }

  /// The path without what lies between the account and the last place.
  private func shortened(_ path: [String]) -> [String] { path.count > 1 ? ["…", path[path.count - 1]] : path }

  private var room: Int { max(24, width / 2) }

  private func fits(_ account: String, _ path: [String]) -> Bool { excess(account, path) <= 0 }

  /// By how many columns the prompt, without its mark, is too long.
  private func excess(_ account: String, _ path: [String]) -> Int { styled(account, path).displayWidth - 3 - room }

  private func cut(_ account: String, _ path: [String]) -> StyledText {
    var (account, path) = (account, path)
    if let last = path.last { path[path.count - 1] = Self.cut(last, by: excess(account, path)) }
    account = Self.cut(account, by: excess(account, path))
    if !fits(account, path), path.count > 1 { path.removeFirst() }
    return styled(account, path)
  }

  private static func cut(_ place: String, by columns: Int) -> String {
    let width = place.displayWidth
    guard columns > 0, width > minimumPlace else { return place }
    return StyledText(place).truncated(to: max(minimumPlace, width - columns)).plain
  }

  private func styled(_ account: String, _ path: [String]) -> StyledText {
    var text = StyledText(account, path.isEmpty ? .title : .secondary)
    if counts.unread > 0 {
      text += StyledText(" ★ \(counts.unread)", .accent)
    }
    for (name, count) in Self.counts(elsewhere, besides: places.first, isSum: isSum) {
      text += StyledText(" +\(count) \(name)", .accent)
    }
    for (index, place) in path.enumerated() {
      text += StyledText(" · ", .rule) + StyledText(place, index == path.count - 1 ? .title : .secondary)
      // The first place is the tab, unless it was left out.
      if index == 0, place == places[1], counts.newPosts > 0 {
        text += StyledText(" +\(counts.newPosts)", .accent)
      }
    }
    return text + StyledText(" › ", .rule)
  }

  /// The counts of other accounts with their names, which have the server only where they would not tell them apart.
  static func counts(
    _ elsewhere: [String: Int], besides own: String?, isSum: Bool
  ) -> [(name: String, count: Int)] {
    let all = elsewhere.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    guard !isSum else { return all.isEmpty ? [] : [("elsewhere", all.reduce(0) { $0 + $1.value })] }
    func user(_ id: String) -> Substring { id.prefix { $0 != "@" } }
    let users = (all.map(\.key) + [own ?? ""]).map(user)
    return all.map { id, count in
      (users.count { $0 == user(id) } > 1 ? id : String(user(id)), count)
    }
  }
}
