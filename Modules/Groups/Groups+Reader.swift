import FeatureKit
public import MastodonKit
public import StatusKit

extension Groups {
  /// Reads the timeline of a group that has several parts.
  public typealias Reader = MergeReader<Part, Status>
}

extension MergeReader where Source == Groups.Part, Element == Status {
  public convenience init(
    group: @escaping @Sendable () throws -> TagGroup,
    read: @escaping @Sendable (Groups.Part, PageRequest) async throws -> Page<Status>
  ) {
    self.init(
      sources: {
        let group = try group()
        return Sources(
          Groups.parts(of: group), name: \.name, accepts: { Groups.accepts($0, group) }, place: Groups.place)
      }, read: read)
  }
}

extension Groups {
  /// The place below a post of a part.
  @Sendable
  fileprivate static func place(
    _ status: Status, _ index: Int, _ part: Part, _ position: PageRequest.Position
  ) -> Cursor {
    switch part {
    case .search:
      var offset = index + 1
      if case .older(let cursor) = position, let query = cursor.query, query.hasPrefix("offset=") {
        offset += Int(query.dropFirst("offset=".count)) ?? 0
      }
      return Cursor(offset: offset)
    case .server(let host): return Cursor(status.id.onServer(host))
    case .tags, .account, .list: return Cursor(status.id.rawValue)
    }
  }
}

extension MergeReader<Groups.Part, Status>.Failure {
  /// A server that cannot be reached.
  static var fixture: Groups.Reader.Failure {
    Groups.Reader.Failure(source: .server("shore.example"), error: .fixtures.timedOut)
  }
}
