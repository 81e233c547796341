import FeatureKit
import PluginKit
import TerminalKit

extension Plugins {
  /// The arguments of a plugin's command, and its context.
  struct Invocation: Sendable {
    /// The arguments, as the user typed them.
    var arguments: [String]
    /// The references among the arguments.
    var references: [Named] = []
    /// The reference of `.`.
    var last: Reference?
    var layout: Layout
    /// The JSON of the screen; `nil` if none was shown in this run.
    var screen: JSONValue?
    /// The error of the first number that stands for nothing; it may be meant as a number and not as a reference.
    var unknownNumber: AppError?

    /// An argument that is a reference, or looks like one and stands for nothing.
    struct Named: Hashable, Sendable {
      var argument: String
      var reference: Reference?
      /// The JSON of what it stands for, if it is on the screen.
      var data: JSONValue?
    }
  }
}

extension Parameter where Value == Plugins.Invocation {
  /// The arguments after a plugin's name; no server is asked.
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
      // A value of an option is not a reference.
      for (word, before) in zip(words, [""] + words) where !before.hasPrefix("--") {
        let found: [Reference]?
        do { found = try await references(of: word, reader) } catch {
          // A range is nothing else, and neither is a number where the plugin says that it takes those of posts.
          let takesPosts = description?.usage.map { $0.contains(/\bN\b/) } ?? false
          guard Int(word) != nil, !takesPosts else { throw error }
          invocation.unknownNumber = invocation.unknownNumber ?? AppError(error)
          found = nil
        }
        if let found {
          invocation.references += found.map { reference in
            let item = screen?.document.items.first { $0.references.first == reference }
            return Plugins.Invocation.Named(argument: word, reference: reference, data: item?.data)
          }
        } else {
          invocation.references.append(Plugins.Invocation.Named(argument: word))
        }
      }
      return invocation
    }
  }

  /// The references of a word; none if it is not a reference, `nil` if its address cannot be found.
  ///
  /// - Throws: ``AppError`` for a number that is not on the screen.
  private static func references(of word: String, _ reader: ArgumentReader) async throws -> [Reference]? {
    let context = reader.context
    switch word {
    case ".": return [context.last()].compactMap(\.self)
    case "-": return [context.before()].compactMap(\.self)
    default: break
    }
    if let label = LineLabel(word) { return context.lines()[label].flatMap(\.first).map { [$0] } ?? [] }
    if ReferenceSyntax.isAddress(word) {
      // A plugin may want the address of anything.
      do { return [try await context.resolve(word, .status)] } catch { return nil }
    }
    guard let numbers = ReferenceSyntax.numbers(word), numbers.count <= 100, !ReferenceSyntax.isID(word) else {
      let id = ReferenceSyntax.id(in: word) ?? (ReferenceSyntax.isLongID(word) ? word : nil)
      return id.map { [Reference(kind: .status, id: $0)] } ?? []
    }
    guard numbers.allSatisfy({ context.shown($0) != nil }) else {
      // The error is that of any command.
      return try await Parameter<Reference>.resolve(word, kinds: [.status], reader: reader)
    }
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
            "argument": .string(named.argument), "kind": .optional(named.reference?.kind.rawValue),
            "id": .optional(named.reference?.id), "data": named.data ?? .null,
          ]
        }),
      "last": last.map { ["kind": .string($0.kind.rawValue), "id": .string($0.id)] } ?? .null,
      "width": .int(layout.width), "colors": .string(layout.colors.rawValue),
      "plain": .bool(layout.form == .spoken), "json": .bool(layout.form == .data),
      "allowed": .array(allowed.map(JSONValue.string)), "screen": screen ?? .null,
    ]
  }
}
