public import FeatureKit
import StatusKit
public import TerminalKit

@MainActor extension Diagnose {
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "diagnose", title: "Diagnose", symbol: "⚕",
      verbs: [
        Verb(
          "diagnose", Parameter<String?>.optionalWord("FILE"),
          help: "Print the facts for a bug report, or write them to a file",
          discussion: """
            The report has versions, the terminal, the language, the software of your server and what it lacks, the \
            connection and its proxies, the sizes of Howdah's files and the kinds of the last errors. It has no names, no texts, \
            no secrets, and no address but that of a proxy; read it before you send it. No request is sent for it.
            """
        ) { path in
          let state = await action.report()
          guard let path else { return .view { view(state, layout: $0) } }
          try await action.write(path, text(state))
          return .success(
            "Wrote \(CountText.of(state.facts.count, "line")) to \(Sanitizer.clean(path)).",
            data: [JSONValue.Member("file", .string(path))])
        }.reading(otherwise: .changesMachine("it only writes a file"))
      ], previews: { previews })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }

  /// The report as a document.
  ///
  /// As JSON it is `{screen, …}` with a member for each fact: a string, or null where it is not known.
  public static func view(_ state: State, layout: Layout) -> Document {
    let rows = state.facts.map { fact in
      [StyledText(label(fact), .secondary), StyledText(value(fact))]
    }
    let spoken = state.facts.map { Sentence.closed("\(label($0)): \(value($0))") }
    return Document(
      kind: "diagnose", title: Document.Title("Diagnosis"),
      // Spoken, each fact is a line of its own.
      blocks: [.spoken([.table(rows)], as: spoken.first ?? "")] + spoken.dropFirst().map { .spoken([], as: $0) },
      hint: StyledText("diagnose FILE", .hint),
      data: data(state))
  }

  /// The report as the lines of a file.
  static func text(_ state: State) -> String {
    state.facts.map { "\(label($0)): \(value($0))\n" }.joined()
  }

  private static func data(_ state: State) -> [JSONValue.Member] {
    state.facts.map { JSONValue.Member($0.name, .optional($0.value)) }
  }

  private static func label(_ fact: Fact) -> String { fact.name.replacing("_", with: " ") }

  private static func value(_ fact: Fact) -> String {
    let words = Sanitizer.clean(fact.value ?? "unknown").split(whereSeparator: \.isNewline).joined(separator: " ")
    return words.isEmpty ? "none" : words
  }
}
