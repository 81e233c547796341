import FeatureKit

/// The values for reading a line: the catalogue of all commands takes a third of a millisecond.
struct Reading {
  /// The verbs without the user's aliases and plugins, until a command has run.
  var catalog: VerbCatalog?
  /// The commands of the lines that were read, as they were typed.
  var parsed: [String: [Command]] = [:]
  var aliases: [Alias]?
  /// The verbs of screens that are not shown: they take a while.
  var elsewhere: [VerbLayer]?

  mutating func forgetCatalog() { (catalog, parsed) = (nil, [:]) }
}

extension Invocation {
  var catalog: VerbCatalog {
    var catalog = plainCatalog
    let aliases = aliasVerbs
    if !aliases.isEmpty { catalog.layers.append(VerbLayer("Your aliases", aliases)) }
    let plugins = host.pluginCommands.verbs()
    if !plugins.isEmpty { catalog.layers.append(VerbLayer("Plugins", plugins)) }
    return catalog
  }

  /// The same without the user's aliases and plugins.
  var plainCatalog: VerbCatalog {
    if let catalog = reading.catalog { return catalog }
    let layers =
      host.layers(on: detour.screen) + [VerbLayer("The program", builtIns + jobCommands + aliasCommands)]
    let elsewhere = reading.elsewhere ?? host.layersElsewhere
    reading.elsewhere = elsewhere
    let catalog = VerbCatalog(
      layers: layers, elsewhere: elsewhere, isWriting: isWriting, isSingle: source == .shell,
      help: { [host] in host.helpTables })
    reading.catalog = catalog
    return catalog
  }
}
