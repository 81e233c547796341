import MastodonKit
import TerminalKit

/// The texts for a mark.
extension StatusMark {
  /// The noun, such as `favourite`.
  var noun: String {
    switch self {
    case .favourite: "favourite"
    case .boost: "boost"
    case .bookmark: "bookmark"
    }
  }

  /// The participle, such as `favourited`.
  var adjective: String { noun + (noun.hasSuffix("e") ? "d" : "ed") }

  var command: String { if case .favourite = self { "fav" } else { noun } }

  /// The server's confirmation for one command.
  struct Outcome {
    let mark: StatusMark
    let isOn: Bool
    private(set) var statuses: [Status] = []
    /// The posts that changed as requested, as far as is known.
    private(set) var changed: [(id: Status.ID, status: Status)] = []
    /// The posts that were already as requested.
    private(set) var unchanged: [Status] = []
    /// The posts whose response does not show the change.
    private(set) var unconfirmed: [Status] = []

    init(_ mark: StatusMark, isOn: Bool) {
      self.mark = mark
      self.isOn = isOn
    }

    /// Adds the response for one post.
    ///
    /// - Parameter before: The post before the change, if it is known.
    mutating func add(_ id: Status.ID, before: Status?, after: Status) {
      let after = after.displayed
      statuses.append(after)
      if mark.isSet(after) != isOn {
        unconfirmed.append(after)
      } else if let before = before?.displayed, before.hasViewerState, mark.isSet(before) == isOn {
        unchanged.append(after)
      } else {
        changed.append((id, after))
      }
    }

    /// The sentences for the toast.
    ///
    /// - Parameter name: The name of a post's author, or of several posts: `Rook's post`, `2 posts`; `Your post` where
    ///   it starts a sentence.
    func text(_ name: (_ statuses: [Status], _ startsSentence: Bool) -> StyledText) -> StyledText {
      var sentences: [StyledText] = []
      if !changed.isEmpty {
        let done = mark.adjective.prefix(1).uppercased() + mark.adjective.dropFirst()
        let lead = isOn ? done : "Removed your \(mark.noun) from"
        sentences.append(StyledText("\(lead) ") + name(changed.map(\.status), false) + StyledText("\(audience)."))
      }
      if !unchanged.isEmpty {
        let state = isOn ? "already \(mark.adjective)" : "not \(mark.adjective)"
        sentences.append(subject(unchanged, name, wasBefore: isOn) + StyledText(" \(state)."))
      }
      if !unconfirmed.isEmpty {
        // A server that leaves the marks out has not refused the change.
        let (known, unknown) = (unconfirmed.filter(\.hasViewerState), unconfirmed.filter { !$0.hasViewerState })
        if !known.isEmpty {
          let state = isOn ? "still not \(mark.adjective)" : "still \(mark.adjective)"
          sentences.append(subject(known, name) + StyledText(" \(state): the server did not confirm the change."))
        }
        if !unknown.isEmpty {
          let verb = unknown.count == 1 ? "is" : "are"
          sentences.append(
            "The server did not say whether " + name(unknown, false) + StyledText(" \(verb) \(mark.adjective) now."))
        }
      }
      return sentences.dropFirst().reduce(sentences.first ?? StyledText()) { $0 + " " + $1 }
    }

    /// Whom a boost was asked to be for.
    private var audience: String {
      guard isOn, case .boost(let visibility?) = mark else { return "" }
      switch visibility {
      case .private: return " to followers"
      case .unlisted: return " as unlisted"
      default: return ""
      }
    }

    private func subject(
      _ statuses: [Status], _ name: ([Status], Bool) -> StyledText, wasBefore: Bool = false
    ) -> StyledText {
      let isOne = statuses.count == 1
      return name(statuses, true) + StyledText(wasBefore ? isOne ? " was" : " were" : isOne ? " is" : " are")
    }
  }
}
