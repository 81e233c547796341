import FeatureKit
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

func text(_ blocks: [Block], width: Int = 72, as format: Renderer.Format = .plain) -> String {
  Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    .render(blocks)
}

func text(_ document: Document, width: Int = 72, as format: Renderer.Format = .plain) -> String {
  Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    .render(document)
}

func item(
  _ status: Status, number: Int? = 3, in context: Filter.Context = .home, layout: Layout = layout(),
  options: StatusView.Options = StatusView.Options()
) -> Item {
  StatusView(status, number: number, context: context, layout: layout, options: options).item
}

extension Status {
  /// The same status with something changed.
  func with(_ change: (inout Status) -> Void) -> Status {
    var status = self
    change(&status)
    return status
  }
}

extension JSONValue {
  /// The member of an object.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
