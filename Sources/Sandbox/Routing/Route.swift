import MastodonKit

/// An endpoint: method, path, required authorization, and handler.
struct Route: Sendable {
  /// The authorization that an endpoint requires.
  enum Access: Sendable, Equatable {
    /// None; an invalid token counts as none.
    case open
    case token
    /// None; but a token that was issued, if present, must be valid and have a scope.
    case scope(String)
    /// An application's or account's token with a scope.
    case application(String)
    /// An account's token with a scope.
    case user(String)
  }

  enum Segment: Sendable, Equatable {
    case literal(String)
    case capture(String)
  }

  var method: String
  var path: [Segment]
  var access: Access
  var run: @Sendable (RequestContext) throws -> SandboxResponse

  init(
    _ method: String, _ path: String, _ access: Access = .open,
    _ run: @escaping @Sendable (RequestContext) throws -> SandboxResponse
  ) {
    self.method = method
    self.path = path.split(separator: "/").map {
      $0.hasPrefix(":") ? .capture(String($0.dropFirst())) : .literal(String($0))
    }
    self.access = access
    self.run = run
  }

  static func get(
    _ path: String, _ access: Access = .open, _ run: @escaping @Sendable (RequestContext) throws -> SandboxResponse
  ) -> Route { Route("GET", path, access, run) }

  static func post(
    _ path: String, _ access: Access = .open, _ run: @escaping @Sendable (RequestContext) throws -> SandboxResponse
  ) -> Route { Route("POST", path, access, run) }

  /// An endpoint that answers with an empty object.
  static func perform(
    _ method: String, _ path: String, _ access: Access, _ run: @escaping @Sendable (RequestContext) throws -> Void
  ) -> Route {
    Route(method, path, access) {
      try run($0)
      return .emptyObject
    }
  }

  /// Whether the endpoint only reads, so that it needs no write lock.
  var isReading: Bool { method == "GET" }
}

struct Router: Sendable {
  private struct Key: Hashable, Sendable {
    var method: String
    var length: Int
  }

  private var routes: [Key: [Route]] = [:]

  /// Creates a router.
  ///
  /// A literal segment takes precedence over a capture.
  init(_ all: [Route]) {
    for route in all { routes[Key(method: route.method, length: route.path.count), default: []].append(route) }
    for key in routes.keys {
      routes[key]?.sort { left, right in
        for (one, other) in zip(left.path, right.path) where one.isCapture != other.isCapture { return other.isCapture }
        return false
      }
    }
  }

  func find(_ method: String, _ path: String) -> (route: Route, captures: [String: String])? {
    let segments = path.split(separator: "/")
    guard let candidates = routes[Key(method: method == "HEAD" ? "GET" : method, length: segments.count)] else {
      return nil
    }
    search: for route in candidates {
      var captures: [String: String] = [:]
      for (pattern, segment) in zip(route.path, segments) {
        switch pattern {
        case .literal(let literal): if literal != segment { continue search }
        case .capture(let name): captures[name] = PercentCoding.decode(segment)
        }
      }
      return (route, captures)
    }
    return nil
  }

  static let areas: [Route] = [
    appRoutes, oauthRoutes, discoveryRoutes, instanceRoutes, accountRoutes, followRoutes, followRequestRoutes,
    blockRoutes, listRoutes, tagRoutes, statusRoutes, statusActionRoutes, timelineRoutes, tagTimelineRoutes, pollRoutes,
    notificationRoutes, groupedNotificationRoutes, notificationPolicyRoutes, conversationRoutes, markerRoutes,
    searchRoutes, filterRoutes, keywordRoutes, filterV1Routes, reportRoutes, pushRoutes, collectionRoutes,
    mediaRoutes, statusEditRoutes, scheduledRoutes, profileRoutes, featuredRoutes, communityRoutes, announcementRoutes,
    trendRoutes, instanceTextRoutes, accountCollectionRoutes, annualReportRoutes,
    imageRoutes, pageRoutes,
  ].flatMap { $0 }
}

extension Route.Segment {
  fileprivate var isCapture: Bool { if case .capture = self { true } else { false } }
}
