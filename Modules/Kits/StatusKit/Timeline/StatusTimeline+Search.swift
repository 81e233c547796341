public import FeatureKit
public import MastodonKit

extension StatusTimeline {
  /// Reads the posts of a list that are wanted, page by page until there are as many as asked for.
  ///
  /// - Parameter isWanted: Whether a post is wanted.
  public static func searching(
    _ read: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    for isWanted: @escaping @Sendable (Status) throws -> Bool
  ) -> @Sendable (PageRequest) async throws -> Page<Status> {
    { request in
      var (found, position) = (Page<Status>([]), request.position)
      for _ in 0..<searchedPages {
        let page = try await read(PageRequest(position, limit: Status.mostAtOnce))
        found.elements += try page.elements.filter(isWanted)
        (found.older, found.skipped) = (page.older, found.skipped + page.skipped)
        guard found.elements.count < request.limit, let older = page.older, position != .older(than: older) else {
          break
        }
        try Task.checkCancellation()
        position = .older(than: older)
      }
      return found
    }
  }

  /// The most pages that are read for one page of results: 10,000 posts.
  private static let searchedPages = 250
}

extension Parameter where Value == [String] {
  /// `--search WORDS`: the words that a post must have; none if it was not given.
  public static var search: Parameter {
    Parameter(ParameterDescription(name: "search", form: .flag(value: "WORDS", choices: []), isOptional: true)) {
      reader in
      guard let text = reader.flag("search") else { return [] }
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard !words.isEmpty else { throw reader.refusal("Which words?", first: "Such as --search \"brown bread\".") }
      return words
    }
  }
}
