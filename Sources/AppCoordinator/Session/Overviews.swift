import FiltersFeature
import ListsFeature
import LocalTimelinesFeature
import TagGroupsFeature

/// What the tabs show that a run may never look at: each made at the first look, dropped when memory is short, and made
/// again at the next one.
@MainActor
final class Overviews {
  let lists: Cached<Lists.Model>
  let tagGroups: Cached<TagGroups.Model>
  let localTimelines: Cached<LocalTimelines.Model>
  let filters: Cached<Filters.Model>

  init(
    lists: Cached<Lists.Model>, tagGroups: Cached<TagGroups.Model>, localTimelines: Cached<LocalTimelines.Model>,
    filters: Cached<Filters.Model>
  ) {
    self.lists = lists
    self.tagGroups = tagGroups
    self.localTimelines = localTimelines
    self.filters = filters
  }

  /// Drops all of them; answers the names of those that there were.
  func relieve() -> [String] {
    var names: [String] = []
    if lists.relieve() { names.append(GraphNode.lists.rawValue) }
    if tagGroups.relieve() { names.append(GraphNode.tagGroups.rawValue) }
    if localTimelines.relieve() { names.append(GraphNode.localTimelines.rawValue) }
    if filters.relieve() { names.append(GraphNode.filters.rawValue) }
    return names
  }
}
