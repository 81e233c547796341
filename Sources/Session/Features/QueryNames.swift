import FeatureKit
import FoundationEssentials
import GroupsFeature
import MastodonKit
import StatusKit
import TerminalKit

/// Refuses the names in a search or a rule that nothing has: no post would be found, whatever else it says.
struct QueryNames: Sendable {
  /// Whether it is a search of what is kept here.
  private let isSearch: Bool
  /// The lists of the account; `nil` if they are not known.
  private let lists: @Sendable () async -> [MastodonKit.List]?
  private let groups: @Sendable () throws -> [TagGroup]
  /// Whether anything is kept of an account, `name` or `name@host`.
  private let isKept: @Sendable (String) async throws -> Bool

  /// The names in a search of an archive, for which no server is asked.
  init(in archive: ArchiveService) {
    isSearch = true
    lists = {
      // Lists that can't be read are not known.
      let kept = (try? await archive.lists()) ?? []
      return kept.isEmpty ? nil : kept
    }
    groups = { [] }
    isKept = { name in
      let conditions: [ArchiveQuery.Condition] = [.from(name), .to(name), .mentions(name)]
      let query = ArchiveQuery([ArchiveQuery.Group(conditions.map { ArchiveQuery.Term($0) })])
      return try await !archive.find(query, PageRequest(limit: 1)).elements.isEmpty
    }
  }

  /// The names in a rule, which is also for accounts that were never read.
  init(of lists: ListService, _ groups: TagGroupService) {
    isSearch = false
    // A rule can be made without a network.
    self.lists = { try? await lists.all() }
    self.groups = groups.all
    isKept = { _ in true }
  }

  /// Throws an error for the first name that nothing has.
  func check(_ query: ArchiveQuery) async throws {
    for term in query.groups.flatMap(\.alternatives) {
      switch term.condition {
      case .place(.list(let title)):
        guard let lists = await lists() else {
          guard isSearch else { continue }
          throw AppError.notFound(
            "Your lists are not known on this machine yet.", suggestion: "Type lists while the server can be reached.")
        }
        guard GroupSources.list(title, in: lists) == nil else { continue }
        throw GroupSources.missing(title, lists, prefix: "in:list:")
      case .place(.group(let title)):
        let titles = try groups().map(\.title)
        guard !titles.contains(where: { $0.lowercased() == title.lowercased() }) else { continue }
        throw AppError.missing(
          "You have no group “\(title)”.", word: title, among: titles, prefix: "in:group:",
          choices: titles.isEmpty
            ? "To make one: group create NAME #TAG." : "Your groups: \(titles.joined(separator: ", ")).")
      case .from(let name), .to(let name), .mentions(let name):
        guard name != "me", try await !isKept(name) else { continue }
        throw AppError.notFound(
          Sanitizer.clean("Nothing is kept of @\(name)."),
          suggestion: Sanitizer.clean("Check the name, or read the posts from the server: archive fetch @\(name)"))
      default: break
      }
    }
  }
}
