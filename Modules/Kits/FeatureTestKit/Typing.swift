public import FeatureKit
import FoundationEssentials
public import TerminalKit

@MainActor extension Array where Element == Verb {
  /// Runs one of these commands as if its line had been typed at the prompt.
  ///
  /// The line is divided at spaces; it is not the prompt's parser, so quotes, pipes and aliases mean nothing. Arguments with spaces
  /// go to ``type(words:in:)``.
  ///
  /// - Parameter context: The meaning of numbers and names; by default nothing is shown.
  /// - Returns: The output at the prompt.
  /// - Throws: The output that the prompt would show as an error: a usage error of a parameter, or that of the command
  /// itself.
  public func type(_ line: String, in context: ArgumentContext = .nothing) async throws -> Response {
    try await type(words: line.split(separator: " ").map(String.init), in: context)
  }

  /// Runs one of these commands with arguments that may contain spaces.
  ///
  /// - Throws: The output that the prompt would show as an error.
  public func type(words: [String], in context: ArgumentContext = .nothing) async throws -> Response {
    guard let name = words.first, let verb = first(where: { $0.matches(name) || $0.formerNames.contains(name) }) else {
      throw AppError.usage("Unknown command “\(words.first ?? "")”.", suggestion: "Add its plugin's verbs to the test.")
    }
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    return try await verb.run(ArgumentReader(arguments, for: verb, context: context)).arriving(within: Detour())
  }
}

@MainActor extension Screen {
  /// Runs a command of this screen, or one of `verbs`, as if its line had been typed below it: numbers are those that it shows.
  ///
  /// - Throws: The output that the prompt would show as an error.
  public func type(_ line: String, and verbs: [Verb] = []) async throws -> Response {
    try await (self.verbs() + verbs).type(line, in: .showing(document(.fixture)))
  }
}

@MainActor extension ArgumentContext {
  /// Numbers that keep their meaning, a server, and nothing else.
  public init(
    highestNumber: @escaping () -> Int, shown: @escaping (Int) -> [Reference]?,
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference
  ) {
    let layout = Layout(now: .distantPast)
    self.init(
      highestNumber: highestNumber, shown: shown, resolve: resolve, last: { nil }, before: { nil },
      lines: { LiveLines() }, named: { _, _ in }, translated: { $0 }, keepsNumbers: { true }, layout: { layout },
      command: { _ in nil }, outputLayout: { layout }, screen: { nil })
  }

  /// No numbers, and a server that finds nothing.
  public static var nothing: ArgumentContext {
    ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil },
      resolve: { address, _ in throw AppError.notFound("Nothing found for \(address).") })
  }

  /// The numbers of a screen.
  ///
  /// - Parameter resolve: The result of the server's search for an address such as `@rook`; by default what the address
  /// itself names.
  public static func showing(
    _ document: Document,
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference = {
      Reference(kind: $1, id: $0)
    }
  ) -> ArgumentContext {
    ArgumentContext(
      highestNumber: { document.items.compactMap(\.number).max() ?? 0 }, shown: { document.references(numbered: $0) },
      resolve: resolve)
  }

  /// The numbers from 1, and what each stands for.
  public static func showing(
    _ numbered: [[Reference]],
    resolve: @escaping (_ address: String, _ kind: Reference.Kind) async throws -> Reference = {
      Reference(kind: $1, id: $0)
    }
  ) -> ArgumentContext {
    ArgumentContext(
      highestNumber: { numbered.count },
      shown: { numbered.indices.contains($0 - 1) ? numbered[$0 - 1] : nil }, resolve: resolve)
  }
}

extension Detour {
  /// The place of a command that shows only what the server sends.
  public convenience init() { self.init(showsKept: { false }) }
}
