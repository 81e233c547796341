public import MastodonKit

/// Which way a list is walked.
public enum PageDirection: Hashable, Sendable {
  /// Towards what was there first.
  case older
  /// Towards what came last.
  case newer
}

/// The pages of a list, each asked for when it is wanted.
///
/// It ends where the server names no way on, or one that was already taken. A short or an empty page does not end it: servers
/// filter pages after they cut them. Cancelling the task ends the iteration with `.cancelled`.
public struct PageSequence<Response: Sendable>: AsyncSequence, Sendable {
  /// One page.
  public typealias Element = Response
  /// What each step may throw.
  public typealias Failure = MastodonError

  let client: MastodonClient
  let endpoint: Endpoint<Response>
  let direction: PageDirection
  let way: @Sendable (Response) -> Cursor?

  /// Starts at the endpoint's own page.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, next: endpoint, direction: direction, way: way)
  }

  /// Walks from page to page.
  public struct Iterator: AsyncIteratorProtocol {
    let client: MastodonClient
    var upcoming: Endpoint<Response>?
    let direction: PageDirection
    let way: @Sendable (Response) -> Cursor?
    private var taken: Set<Cursor> = []

    init(
      client: MastodonClient, next: Endpoint<Response>, direction: PageDirection,
      way: @escaping @Sendable (Response) -> Cursor?
    ) {
      self.client = client
      self.upcoming = next
      self.direction = direction
      self.way = way
      if let start = next.page?.cursor { taken.insert(start) }
    }

    /// Asks for the next page.
    public mutating func next() async throws(MastodonError) -> Response? {
      try await next(isolation: nil)
    }

    /// Asks for the next page.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(MastodonError) -> Response? {
      guard var endpoint = upcoming else { return nil }
      // Whatever happens now, a failed walk is not gone on with.
      upcoming = nil
      if Task.isCancelled { throw .cancelled }
      let response = try await client.send(endpoint)
      if let cursor = way(response), taken.insert(cursor).inserted, let page = endpoint.page {
        endpoint.page = PageRequest(
          direction == .older ? .older(than: cursor) : .newer(than: cursor), limit: page.limit)
        upcoming = endpoint
      }
      return response
    }
  }
}

extension PageRequest {
  /// The cursor that the request goes on from.
  fileprivate var cursor: Cursor? {
    switch position {
    case .older(let cursor), .newer(let cursor), .since(let cursor), .between(let cursor, _): cursor
    case .offset(let count): Cursor(offset: count)
    case .newest: nil
    }
  }
}

extension MastodonClient {
  /// The pages of a list, from the endpoint's own page on.
  public func pages<Element>(
    of endpoint: Endpoint<Page<Element>>, _ direction: PageDirection = .older
  ) -> PageSequence<Page<Element>> {
    PageSequence(client: self, endpoint: endpoint, direction: direction) {
      direction == .older ? $0.older : $0.newer
    }
  }

  /// The pages of what is more than a list, from the endpoint's own page on.
  public func pages<Value>(
    of endpoint: Endpoint<Linked<Value>>, _ direction: PageDirection = .older
  ) -> PageSequence<Linked<Value>> {
    PageSequence(client: self, endpoint: endpoint, direction: direction) {
      direction == .older ? $0.older : $0.newer
    }
  }
}
