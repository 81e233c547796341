public import FeatureKit
import TerminalKit

/// A notification that the desktop shows: the sequence for the terminal, which passes it on.
public struct DesktopAlert: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    /// The sequence of iTerm2, WezTerm, Ghostty and others.
    case osc9
    /// The sequence of kitty.
    case osc99
    /// The sequence of rxvt, foot and others.
    case osc777
    /// The program `notify-send`.
    case notifySend = "notify-send"

    /// The way of a value of the setting `desktop-method`; `auto` is what the terminal announces itself as.
    public init(setting: String, environment: [String: String]) {
      if let method = Method(rawValue: setting) {
        self = method
        return
      }
      // tmux and screen pass none of these on, and inherit the variables of the terminal around them.
      guard !TerminalFeatures(environment: environment).isMultiplexer else {
        self = .notifySend
        return
      }
      let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
      if term.contains("kitty") || environment["KITTY_WINDOW_ID"] != nil {
        self = .osc99
      } else if ["iTerm.app", "WezTerm", "ghostty", "Apple_Terminal"].contains(program) || term.contains("ghostty") {
        self = .osc9
      } else if term.hasPrefix("rxvt") || term.hasPrefix("foot") || environment["VTE_VERSION"] != nil {
        self = .osc777
      } else {
        self = .notifySend
      }
    }
  }

  /// The text, on one line and without anything that a terminal or a program would take for more than text.
  public let text: String

  /// Creates the alert of a line above the prompt; `nil` if the desktop does not show it.
  public init?(_ note: Note) {
    guard note.isForDesktop else { return nil }
    let line = Sanitizer.clean(note.text.plain + (note.detail.isEmpty ? "" : ": " + note.detail.plain))
    let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    // The desktop's notifications know some HTML, with links and pictures that would be fetched.
    let plain = words.replacing("<", with: "‹").replacing(">", with: "›")
    text = plain.count > Self.limit ? plain.prefix(Self.limit - 1) + "…" : plain
  }

  /// The longest text, in characters.
  static let limit = 160

  /// The sequence that makes a terminal show it; `nil` where a program does that.
  public func sequence(_ method: Method) -> String? {
    // What separates the parts of a sequence is not part of one.
    let text = text.replacing(";", with: ",")
    return switch method {
    case .osc9: "\u{1B}]9;\(text)\u{7}"
    case .osc99: "\u{1B}]99;;\(text)\u{1B}\\"
    case .osc777: "\u{1B}]777;notify;Howdah;\(text)\u{1B}\\"
    case .notifySend: nil
    }
  }
}
