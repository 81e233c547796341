import FeatureKit
import PluginKit
import TerminalKit

extension Plugins {
  /// What a plugin's command was given, and where.
  struct Invocation: Sendable {
    /// The arguments, as the user typed them.
    var arguments: [String]
    /// What the arguments that are references stand for.
    var references: [Named] = []
    /// What `.` stands for.
    var last: Reference?
    /// How the answer will be shown.
    var layout: Layout
    /// The JSON of the screen; `nil` if none was shown in this run.
    var screen: JSONValue?

    /// An argument that is a reference.
    struct Named: Hashable, Sendable {
      var argument: String
      var reference: Reference
      /// The JSON of what it stands for, if it is on the screen.
      var data: JSONValue?
    }
  }
}

extension Parameter where Value == Plugins.Invocation {
  /// Everything behind a plugin's name; nothing is asked of a server.
  static func invocation(_ description: PluginDescription?) -> Parameter {
    var arguments = ParameterDescription(name: description?.usage ?? "[ARGUMENT…]", form: .word, isOptional: true)
    arguments.passesOptions = true
    let options = (description?.options ?? []).map { option in
      ParameterDescription(name: option.name, form: .flag(value: option.value, choices: []), isOptional: true)
    }
    return Parameter(group: [arguments] + options) { reader in
      var words: [String] = []
      while let word = reader.next() { words.append(word) }
      let context = reader.context
      let screen = context.screen()
      var invocation = Plugins.Invocation(
        arguments: words, last: context.last(), layout: context.outputLayout(), screen: screen?.json)
      invocation.references = words.flatMap { word in
        references(of: word, context).map { reference in
          let item = screen?.document.items.first { $0.references.first == reference }
          return Plugins.Invocation.Named(argument: word, reference: reference, data: item?.data)
        }
      }
      return invocation
    }
  }

  /// What a word stands for on this screen; none if it is no reference.
  private static func references(of word: String, _ context: ArgumentContext) -> [Reference] {
    switch word {
    case ".": return [context.last()].compactMap(\.self)
    case "-": return [context.before()].compactMap(\.self)
    default: break
    }
    if let label = LineLabel(word) { return context.lines()[label].flatMap(\.first).map { [$0] } ?? [] }
    guard let numbers = ReferenceSyntax.numbers(word), numbers.count <= 100 else { return [] }
    return numbers.compactMap { context.shown($0)?.first }
  }
}

extension Plugins.Invocation {
  /// The JSON that a plugin gets on its standard input, of which no token is ever part.
  func context(
    of name: String, account: (acct: String, server: String)?, allowed: [String]
  ) -> JSONValue {
    [
      "schema": .int(JSONValue.schemaVersion), "plugin": .string(name),
      "account": account.map { ["acct": .string($0.acct), "server": .string($0.server)] } ?? .null,
      "arguments": .array(arguments.map(JSONValue.string)),
      "references": .array(
        references.map { named in
          [
            "argument": .string(named.argument), "kind": .string(named.reference.kind.rawValue),
            "id": .string(named.reference.id), "data": named.data ?? .null,
          ]
        }),
      "last": last.map { ["kind": .string($0.kind.rawValue), "id": .string($0.id)] } ?? .null,
      "width": .int(layout.width), "colors": .string(layout.colors.rawValue),
      "plain": .bool(layout.form == .spoken), "json": .bool(layout.form == .data),
      "allowed": .array(allowed.map(JSONValue.string)), "screen": screen ?? .null,
    ]
  }
}
