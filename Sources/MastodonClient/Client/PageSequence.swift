public import MastodonKit

public enum PageDirection: Hashable, Sendable {
  case older
  case newer
}

/// The pages of a list, each requested on demand.
///
/// It ends when the server gives no cursor or repeats one. A short or empty page does not end it, because servers
/// filter pages after cutting them. Cancelling the task ends the iteration with `.cancelled`.
public struct PageSequence<Response: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Response
  /// The error of each step.
  public typealias Failure = MastodonError

  let client: MastodonClient
  let endpoint: Endpoint<Response>
  let direction: PageDirection
  let way: @Sendable (Response) -> Cursor?

  /// Starts at the endpoint's own page.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, next: endpoint, direction: direction, way: way)
  }

  /// Requests page after page.
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

    public mutating func next() async throws(MastodonError) -> Response? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(MastodonError) -> Response? {
      guard var endpoint = upcoming else { return nil }
      // An iteration does not continue after an error.
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
  /// The cursor at which the request starts.
  fileprivate var cursor: Cursor? {
    switch position {
    case .older(let cursor), .newer(let cursor), .since(let cursor), .between(let cursor, _): cursor
    case .offset(let count): Cursor(offset: count)
    case .newest: nil
    }
  }
}

extension MastodonClient {
  /// Returns the pages of a list, starting with the endpoint's own page.
  public func pages<Element>(
    of endpoint: Endpoint<Page<Element>>, _ direction: PageDirection = .older
  ) -> PageSequence<Page<Element>> {
    PageSequence(client: self, endpoint: endpoint, direction: direction) {
      direction == .older ? $0.older : $0.newer
    }
  }

  /// Returns the pages of a response that contains a list, starting with the endpoint's own page.
  public func pages<Value>(
    of endpoint: Endpoint<Linked<Value>>, _ direction: PageDirection = .older
  ) -> PageSequence<Linked<Value>> {
    PageSequence(client: self, endpoint: endpoint, direction: direction) {
      direction == .older ? $0.older : $0.newer
    }
  }
}
