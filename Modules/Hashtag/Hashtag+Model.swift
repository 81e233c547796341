import FeatureKit
public import MastodonKit
public import Observation
public import StatusKit

extension Hashtag {
  /// Owns what the server says about one hashtag, and the timeline of its posts.
  @MainActor @Observable
  public final class Model {
    public var state: State {
      var state = lookup.state
      state.timeline = timeline.state
      return state
    }

    public let timeline: StatusTimeline.Model

    @ObservationIgnored private let lookup: Lookup
    @ObservationIgnored private let tags: TagService

    /// Creates a model of a hashtag's posts.
    ///
    /// - Parameters:
    ///   - state: The initial state: at least the hashtag's name.
    ///   - tags: Reads the hashtag and its posts, and follows it.
    public init(
      state: State, tags: TagService, in context: ListContext
    ) {
      let (query, lookup) = (state.query, Lookup(state))
      self.lookup = lookup
      self.tags = tags
      timeline = StatusTimeline.Model(
        state: state.timeline, in: context, heading: { _ in await lookup.update(with: tags) }, visit: { _ in nil }
      ) { try await tags.posts(query, $0) }
    }

    /// Follows or unfollows the hashtag and returns the server's response.
    ///
    /// - Throws: `AppError`.
    public func setFollowing(_ isOn: Bool) async throws -> Tag {
      do {
        let answer = try await tags.setFollowing(lookup.state.name, isOn)
        lookup.state.tag = answer
        return answer
      } catch {
        throw AppError(error)
      }
    }
  }

  /// The server's data about the hashtag, shared by the model and the timeline's heading.
  @MainActor @Observable
  fileprivate final class Lookup {
    var state: State

    init(_ state: State) { self.state = state }

    /// Requests the hashtag; not every server knows it, and its posts can be read without.
    func update(with tags: TagService) async -> ListHeading {
      do {
        state.tag = try await tags.tag(state.name)
      } catch {
        // What was known before stays.
      }
      return Hashtag.heading(state.query, tag: state.tag)
    }
  }
}
