public import FeatureKit

/// Asks a router to go somewhere, without keeping it alive.
///
/// A screen's actions hold one of these: the router owns the screens, so a screen must not own the router. After the router is
/// released, nothing happens.
@MainActor
public struct Navigator<Route: Hashable & Sendable, Sheet: Hashable & Sendable> {
  private final class Destination {
    weak var router: TabRouter<Route, Sheet>?
  }

  private let destination = Destination()

  /// Creates a way that leads nowhere until a router is made with it.
  public init() {}

  /// The router, which whoever asks must not keep.
  public var router: TabRouter<Route, Sheet>? { destination.router }

  func lead(to router: TabRouter<Route, Sheet>) { destination.router = router }

  /// Shows a route, as ``TabRouter/push(_:showing:within:)`` does.
  public func push(_ route: Route, showing options: TimelineOptions = TimelineOptions()) -> Response {
    going { try await $0.push(route, showing: options, within: $1) }
  }

  /// Shows a route with a screen that the caller makes for it.
  public func push(_ route: Route, _ makeScreen: @escaping @MainActor @Sendable () throws -> Screen) -> Response {
    going { try await $0.push(route, within: $1, makeScreen) }
  }

  /// Shows a sheet, as ``TabRouter/present(_:within:)`` does.
  public func present(_ destination: Sheet) -> Response { going { try await $0.present(destination, within: $1) } }

  /// Moves the router, and prints where it is then.
  func going(_ move: @escaping @MainActor @Sendable (TabRouter<Route, Sheet>, Detour) async throws -> Void) -> Response
  {
    .going { detour in
      if let router { try await move(router, detour) }
      return .screen
    }
  }

  /// See ``TabRouter/present(_:screen:within:)``.
  public func present(_ destination: Sheet, screen: Screen) -> Response {
    going { $0.present(destination, screen: screen, within: $1) }
  }

  /// See ``TabRouter/dismiss(_:isShownNext:)``.
  public func dismiss(_ destination: Sheet, isShownNext: Bool = false) {
    router?.dismiss(destination, isShownNext: isShownNext)
  }

  /// See ``TabRouter/dismiss(sheetOf:isShownNext:)``.
  public func dismiss(sheetOf model: AnyObject) { router?.dismiss(sheetOf: model) }

  /// Selects a tab, as ``TabRouter/select(_:within:)`` does.
  public func select(_ tab: Plugin.ID) -> Response { going { $0.select(tab, within: $1) } }

  /// Shows a tab's root screen, as ``TabRouter/show(_:within:)`` does.
  public func show(_ tab: Plugin.ID) -> Response { going { $0.show(tab, within: $1) } }

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
