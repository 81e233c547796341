public import FeatureKit

/// A group of verbs with a title, for lookup and help.
@MainActor
public struct VerbLayer {
  /// The title in help, which says where the verbs work.
  public let title: String
  /// The verbs.
  public let verbs: [Verb]

  /// Makes a layer.
  public init(_ title: String, _ verbs: [Verb]) {
    self.title = title
    self.verbs = verbs
  }
}

/// The verbs that can be typed: those of the sheet first, then the screen's, the tab's, and the global ones.
@MainActor
struct VerbCatalog {
  let layers: [VerbLayer]
  /// Whether plain lines are text, so that commands need a slash.
  var isWriting = false

  /// The slash before a command, or the empty string.
  var slash: String { isWriting ? "/" : "" }

  /// The verb with this name or alias; an inner layer hides an outer one.
  func verb(named word: String) -> Verb? {
    for layer in layers {
      if let verb = layer.verbs.first(where: { $0.matches(word) }) { return verb }
    }
    return nil
  }

  /// Every verb that can be typed, once each, in the order of the layers.
  var all: [Verb] {
    var names: Set<String> = []
    return layers.flatMap(\.verbs).filter { names.insert($0.name).inserted && $0.isListed }
  }

  /// The names closest to a mistyped word, best first, at most three.
  func suggestions(for word: String) -> [String] {
    // A single letter is one mistake away from any other.
    guard word.count > 1 else { return [] }
    let word = word.lowercased()
    let candidates = all.flatMap { verb in ([verb.name] + verb.aliases).map { (typed: $0, name: verb.name) } }
    let ranked = candidates.map { candidate in
      let isBeginning = word.count >= 2 && candidate.typed.hasPrefix(word)
      return (candidate.name, isBeginning ? 0 : EditDistance.between(word, candidate.typed))
    }
    let limit = max(1, min(2, word.count / 3))
    var seen: Set<String> = []
    return
      ranked.filter { $0.1 <= limit }
      .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 < $1.1 }
      .map(\.0).filter { seen.insert($0).inserted }
      .prefix(3).map(\.self)
  }

  /// The error for an unknown command.
  func unknown(_ word: String) -> AppError {
    let shown = word.prefix(40)
    let suggestions = suggestions(for: word)
    return .usage(
      "Unknown command “\(shown)”.",
      suggestion: suggestions.isEmpty
        ? "Type \(slash)help for a list of commands."
        : "Did you mean \(suggestions.map { slash + $0 }.joined(separator: " or "))?"
    )
  }
}
