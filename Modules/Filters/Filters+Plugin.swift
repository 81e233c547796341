public import FeatureKit
import MastodonKit

@MainActor extension Filters {
  public static func plugin(
    model: @escaping @MainActor () -> Model, action: Action, contents: Contents
  ) -> Plugin {
    State.plugin(
      id: id, noun: "filter", title: title, symbol: "▽", help: "Show your filters", face: { face }, model: model,
      action: action, recreation: { recreation(of: $0, now: contents.now()) }, previews: { previews }
    ).mapVerbs { verbs in
      verbs.map { $0.name == "filter" ? manageVerb($0, model: model, contents: contents) : $0 }
        + postVerbs(model: model, contents: contents)
    }
  }

  public static let formFace = Form.Face(id: "filter-form", hint: ["add WORD", "remove WORD"])

  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: State) in State.screen(face, fixture: state) }
      + formFace.previews(of: FormFixtures())
      + Preview.all(of: PostFixtures(), prefix: "why") { (status: Status, layout) in whyView(status, layout: layout) }
  }
}
