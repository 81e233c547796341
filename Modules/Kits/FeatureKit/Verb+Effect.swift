extension Verb {
  /// The effect of a command, which decides what its dry run does.
  public enum Effect: Hashable, Sendable {
    /// Nothing: a dry run shows what the command shows.
    case reads
    /// Something on the server: a dry run lists the requests.
    case changesServer
    /// Something on this machine: there is no dry run, for this reason, a clause such as “it only writes a file”.
    case changesMachine(String)

    /// Changes nothing but settings and state of this machine.
    public static let changesOnlyMachine = changesMachine("it changes only this machine")
    /// Reads from the server, and writes it to a file, or to standard output for none or `-`.
    public static func writes(to file: String?) -> Effect {
      file == nil || file == "-" ? .reads : changesMachine("it only reads from the server, and writes a file")
    }

    /// Does what another program decides.
    public static let isProgram = changesMachine("it is another program")
  }

  /// The same verb, which changes nothing with any arguments.
  public var reading: Verb { having(.reads) }

  /// The same verb, which changes nothing without a word or with one of these, and otherwise has this effect.
  public func reading(with words: String..., otherwise effect: Effect) -> Verb {
    having { reader in
      guard let word = reader.next() else { return .reads }
      return words.contains(word) && reader.next() == nil ? .reads : effect
    }
  }

  /// The same verb, whose effect is this one with any arguments.
  public func having(_ effect: Effect) -> Verb { having { _ in effect } }

  /// The same verb, whose effect depends on the arguments; an option that starts something has no dry run and throws.
  public func having(_ effect: @escaping @MainActor (ArgumentReader) throws -> Effect) -> Verb {
    var verb = self
    verb.effect = effect
    return verb
  }
}
