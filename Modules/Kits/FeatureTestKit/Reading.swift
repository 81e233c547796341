public import FeatureKit
import FoundationEssentials
public import TerminalKit

extension Layout {
  /// A page of 76 columns at 21 November 2026, noon in UTC.
  public static let fixture = Layout(width: 76, now: Date(timeIntervalSince1970: 1_795_262_400))
}

/// Renders what a screen shows, without colours.
///
/// - Parameters:
///   - width: In columns.
///   - format: For a terminal, for a screen reader, or as JSON.
public func text(_ document: Document, width: Int = 76, as format: Renderer.Format = .plain) -> String {
  Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    .render(document)
}

/// Renders a part of a screen, without colours.
///
/// - Parameter width: In columns.
public func text(_ blocks: [Block], width: Int = 76, as format: Renderer.Format = .plain) -> String {
  Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    .render(blocks)
}

extension Response {
  /// The text of a toast, with its hint after a bar; `nil` for other responses.
  public var said: String? {
    guard case .toast(let toast) = self else { return nil }
    return toast.text.plain + (toast.hint.map { " | \($0)" } ?? "")
  }

  /// The question before anything is done; `nil` for other responses.
  public var question: String? {
    guard case .confirm(let confirmation) = self else { return nil }
    return confirmation.question
  }

  /// Whether the screen is shown again.
  public var isScreen: Bool { if case .screen = self { true } else { false } }
}
