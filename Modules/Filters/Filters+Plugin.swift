public import FeatureKit
import MastodonKit

extension Filters {
  /// Makes the feature: its tab, the verb that goes there, its previews.
  @MainActor
  public static func plugin(model: @escaping @MainActor () -> Model, action: Action) -> Plugin {
    State.plugin(
      id: id, title: title, symbol: "▽", help: "Show your filters", face: { face }, model: model,
      action: action, previews: { previews })
  }

  /// A filter's form as a sheet.
  @MainActor
  public static func formScreen(
    model: FormModel, saved: @escaping @MainActor () async throws -> Response
  ) -> Screen {
    Form.screen(id: "filter-form", model: model, hint: ["add WORD", "remove WORD"], saved: saved)
  }

  /// The screens in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + Preview.all(of: FormFixtures(), prefix: "form") { (state: Form.State) in
        formScreen(model: FormModel(fixture: state), saved: { .nothing })
      }
  }
}
