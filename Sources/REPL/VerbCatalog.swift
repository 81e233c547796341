public import FeatureKit

/// A set of verbs that belong together, for lookup and for help.
@MainActor
public struct VerbLayer {
  /// What the verbs act on: `this screen`, `anywhere`.
  public let title: String
  /// The verbs.
  public let verbs: [Verb]

  /// Makes a layer.
  public init(_ title: String, _ verbs: [Verb]) {
    self.title = title
    self.verbs = verbs
  }
}

/// Finds verbs: those of the sheet first, then the screen's, the tab's, and those that work anywhere.
@MainActor
struct VerbCatalog {
  let layers: [VerbLayer]
  /// Whether plain lines are text now, so that a verb is typed with a slash.
  var isWriting = false

  /// What stands before a verb.
  var slash: String { isWriting ? "/" : "" }

  /// The verb of this name; an inner layer's name or alias hides an outer one's.
  func verb(named word: String) -> Verb? {
    for layer in layers {
      if let verb = layer.verbs.first(where: { $0.matches(word) }) { return verb }
    }
    return nil
  }

  /// Every verb that can be typed now, once each, in the layers' order.
  var all: [Verb] {
    var names: Set<String> = []
    return layers.flatMap(\.verbs).filter { names.insert($0.name).inserted && $0.isListed }
  }

  /// The names that a mistyped word may have meant, best first, at most three.
  func suggestions(for word: String) -> [String] {
    // A single letter is a mistake away from every other one.
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

  /// The error for a word that is no verb.
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
