public import FeatureKit
import PluginKit
import TerminalKit

@MainActor extension Plugins {
  /// The requests of `plugins`.
  enum Request: Sendable {
    case list
    case show(String)
    case allow(String, [String])
    case disallow(String, [String])
  }

  /// Creates the feature: the command `plugins` and its previews.
  ///
  /// The plugins' own commands are the model's.
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "plugins", title: "Plugins", symbol: "⧉",
      verbs: [
        Verb(
          "plugins", .request, help: "List the plugins, or choose which commands one may ask for",
          discussion: """
            A plugin is an executable howdah-NAME in \(model.state.folder) or on PATH; it is the command NAME. It runs as you, \
            without the tokens in your environment. The commands that it asks for are refused until you allow them: \
            plugins allow NAME COMMAND…, plugins disallow NAME [COMMAND…]. If its file changes, it may ask for nothing \
            until you type plugins allow NAME.
            """,
          completions: { [weak model] words in model?.completions(after: words) ?? [] }
        ) { request in
          switch request {
          case .list:
            try await model.complete()
            let state = model.state
            return .view { view(state, layout: $0) }
          case .show(let name):
            let state = try await model.only(name)
            return .view { view(state, layout: $0) }
          case .allow(let name, let commands): return try await model.allow(name, commands)
          case .disallow(let name, let commands): return try model.disallow(name, commands)
          }
        }.reading(otherwise: .changesOnlyMachine)
      ], previews: { previews }
    ).withoutAccount
  }
}

extension Plugins.Model {
  func completions(after words: [String]) -> [String] {
    switch words.count {
    case 0: ["allow", "disallow"] + entries.filter { $0.shadow == nil }.map(\.program.name)
    case 1: entries.filter { $0.shadow == nil }.map(\.program.name)
    default: entries.first { $0.program.name == words[1] }?.commands ?? []
    }
  }
}

extension Plugins.Entry {
  /// The commands that the user allows, or has allowed.
  var commands: [String] {
    switch permission {
    case .none: []
    case .allowed(let commands), .lapsed(let commands): commands
    }
  }
}

extension Parameter where Value == Plugins.Request {
  static var request: Parameter {
    Parameter(group: [
      ParameterDescription(name: "allow|disallow", form: .choice(["allow", "disallow"]), isOptional: true),
      ParameterDescription(name: "NAME", form: .word, isOptional: true),
      ParameterDescription(name: "COMMAND…", form: .word, isOptional: true),
    ]) { reader in
      guard let word = reader.next() else { return .list }
      let what = word.lowercased()
      guard ["allow", "disallow"].contains(what) else {
        if let more = reader.next() {
          throw reader.refusal("Unexpected argument “\(Sanitizer.clean(String(more.prefix(40))))”.")
        }
        return .show(what)
      }
      guard let name = reader.next() else { throw reader.refusal("Which plugin?") }
      var commands: [String] = []
      while let word = reader.next() {
        guard let command = reader.context.command(word) ?? (what == "disallow" ? word : nil) else {
          throw AppError.usage(
            "Unknown command “\(Sanitizer.clean(String(word.prefix(40))))”.",
            suggestion: "Give the name of a Howdah command, such as fav.")
        }
        if !commands.contains(command) { commands.append(command) }
      }
      return what == "allow" ? .allow(name.lowercased(), commands) : .disallow(name.lowercased(), commands)
    }
  }
}
