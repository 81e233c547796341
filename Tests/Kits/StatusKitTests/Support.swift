import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

/// The layout of every test: the fixtures' moment, UTC.
func layout(_ change: (inout Layout) -> Void = { _ in }) -> Layout {
  var layout = Layout(width: 72, now: .fixtureNow)
  change(&layout)
  return layout
}

/// At the width of the layout.
func text(_ blocks: [Block], width: Int = 72, as format: Renderer.Format = .plain) -> String {
  FeatureTestKit.text(blocks, width: width, as: format)
}

/// At the width of the layout.
func text(_ document: Document, width: Int = 72, as format: Renderer.Format = .plain) -> String {
  FeatureTestKit.text(document, width: width, as: format)
}

func item(
  _ status: Status, number: Int? = 3, in context: Filter.Context = .home, layout: Layout = layout(),
  options: StatusView.Options = StatusView.Options()
) -> Item {
  StatusView(status, number: number, context: context, layout: layout, options: options).item
}

extension JSONValue {
  /// The member of an object.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
