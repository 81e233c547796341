public import FeatureKit
public import TerminalKit

/// Tabs of entries that have a form: lists, filters, groups, servers.
extension Navigator {
  /// The requests of a tab of entries: to be shown, and to show its forms.
  ///
  /// - Parameters:
  ///   - model: Creates the model, or returns it.
  ///   - form: The form of an entry; with `nil`, of a new one.
  ///   - route: The page of an entry; `nil` where it has none.
  ///   - field: The field of the form that a name typed after `create` fills in.
  ///   - completes: Whether entries may be loaded to complete their names.
  public func entries<Entry>(
    on tab: Plugin.ID, _ model: @escaping @MainActor @Sendable () -> EntriesModel<Entry>,
    form: @escaping (Entry.ID?) -> Sheet, route: @escaping (Entry.ID) -> Route?,
    field: @escaping @MainActor @Sendable (String) -> String, completes: Bool,
    open: @escaping (Entry, TimelineOptions) -> Response
  ) -> Entries<Entry>.Action {
    Entries.Action(
      select: {
        model().invalidate()
        return show(tab)
      }, open: open, create: { presentNew(form(nil), named: $0, field: field) }, edit: { present(form($0.id)) },
      changed: { if let route = route($0.id) { try renew(route) } },
      // Nothing is left that it could save.
      deleted: { dismiss(form($0.id)) }, completes: completes)
  }

  /// Lets a tab of entries that are stored on this machine follow their changes, which another run may make.
  ///
  /// - Parameters:
  ///   - changes: All entries after each change; `nil` to follow none.
  ///   - name: The name of the entries in messages about a change: `Your servers`.
  public func following<Entry>(
    _ model: EntriesModel<Entry>, _ changes: (@Sendable () -> AsyncThrowingStream<[Entry], any Error>)?,
    in tab: Plugin.ID, named name: String, post: @escaping @MainActor (StyledText) -> Void
  ) -> EntriesModel<Entry> {
    guard let changes else { return model }
    model.follow(changes) {
      guard isShowingRoot(of: tab) else { return }
      post(StyledText("\(name) have changed: screen shows them.", .secondary))
    }
    return model
  }

  /// The steps after a form is saved: its overview is updated, the form is closed, and the screens of `route` load
  /// again.
  public func closing(
    _ destination: Sheet, _ model: FormModel, route: Route? = nil, update: @escaping @MainActor () async throws -> Void
  ) -> @MainActor () async throws -> Response {
    {
      try await update()
      let object = model.state.object
      dismiss(destination, isShownNext: true)
      if let route { try renew(route) }
      return .screenAfter(Toast(.success, StyledText("Saved \(object)."), undo: model.undo))
    }
  }

  /// Opens the form of something new, filled in with a name that was typed after the command.
  private func presentNew(
    _ destination: Sheet, named name: String?, field: @escaping @MainActor @Sendable (String) -> String
  ) -> Response {
    guard let name else { return present(destination) }
    return going { router, detour in
      let open = sheet(destination)
      let screen = if let open { open } else { try await router.makeScreen(for: destination) }
      try await screen.fill(field(name), name)
      if open == nil {
        router.present(destination, screen: screen, within: detour)
      } else {
        try await router.present(destination, within: detour)
      }
    }
  }
}
