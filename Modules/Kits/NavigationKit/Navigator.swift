public import FeatureKit

/// Asks a router to go somewhere, without keeping it alive.
///
/// A screen's actions hold one of these: the router owns the screens, so a screen must not own the router. After the router is
/// released, nothing happens.
@MainActor
public struct Navigator<Route: Hashable & Sendable, Sheet: Hashable & Sendable> {
  /// The router, which whoever asks must not keep.
  public private(set) weak var router: TabRouter<Route, Sheet>?

  public init(_ router: TabRouter<Route, Sheet>) { self.router = router }

  /// See ``TabRouter/push(_:showing:)``.
  public func push(_ route: Route, showing options: TimelineOptions = TimelineOptions()) async throws {
    try await router?.push(route, showing: options)
  }

  /// See ``TabRouter/push(_:_:)``.
  public func push(_ route: Route, _ makeScreen: @escaping () throws -> Screen) async throws {
    try await router?.push(route, makeScreen)
  }

  /// Pushes a route, for a command that shows it.
  public func showing(_ route: Route) async throws -> Response {
    try await push(route)
    return .screen
  }

  /// See ``TabRouter/present(_:)``.
  public func present(_ destination: Sheet) async throws { try await router?.present(destination) }

  /// See ``TabRouter/makeScreen(for:)``; `nil` after the router was released.
  func makeScreen(for destination: Sheet) async throws -> Screen? { try await router?.makeScreen(for: destination) }

  /// See ``TabRouter/present(_:screen:)``.
  public func present(_ destination: Sheet, screen: Screen) { router?.present(destination, screen: screen) }

  /// See ``TabRouter/dismiss(_:isShownNext:)``.
  public func dismiss(_ destination: Sheet, isShownNext: Bool = false) {
    router?.dismiss(destination, isShownNext: isShownNext)
  }

  /// See ``TabRouter/dismiss(sheetOf:isShownNext:)``.
  public func dismiss(sheetOf model: AnyObject) { router?.dismiss(sheetOf: model) }

  /// See ``TabRouter/dismissSheet()``.
  public func dismissSheet() { router?.dismissSheet() }

  /// See ``TabRouter/select(_:)``.
  public func select(_ tab: Plugin.ID) { router?.select(tab) }

  /// See ``TabRouter/show(_:)``.
  @discardableResult
  public func show(_ tab: Plugin.ID) -> Bool { router?.show(tab) ?? false }

  /// Creates the screens of a route again, in every tab: what they show has changed elsewhere.
  public func renew(_ route: Route) throws { try router?.renew(route) }

  /// Whether a tab's root screen is on top of the shown tab.
  public func isShowingRoot(of tab: Plugin.ID) -> Bool {
    guard let router else { return false }
    return router.selected == tab && router.current.path.isEmpty && router.current.sheet == nil
  }

  /// Whether a sheet is open in the shown tab.
  public var hasSheet: Bool { router?.current.sheet != nil }

  /// The screen of a sheet that is open or waiting in the shown tab.
  public func sheet(_ destination: Sheet) -> Screen? {
    router?.current.sheets.first { $0.destination == destination }?.screen
  }
}
