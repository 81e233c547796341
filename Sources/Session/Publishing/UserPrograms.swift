import AppEnvironment
import AppPreferences
import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonKit
import Subprocesses
import TerminalKit

/// The user's own programs that help with posts: each is named by a setting, runs only when a command asks for it, and gets
/// the text or the image as its standard input and nothing else.
@MainActor
struct UserPrograms {
  private let preferences: UserPreferences
  private let shell: ShellProgram

  init(_ services: SessionCoordinator.Services) {
    (preferences, shell) = (services.preferences, services.dependencies.shell)
  }

  var translates: Bool { command(.translateCommand) != nil }

  func altText(of file: DraftFile) async throws -> String {
    guard let bytes = FileManager.default.contents(atPath: file.path) else {
      throw AppError.validation("\(file.name) cannot be read.", suggestion: "Attach it again with /attach FILE.")
    }
    let text = try await output(of: .altTextCommand, given: [UInt8](bytes)).trimmed
    guard !text.isEmpty else { throw Self.failure(.altTextCommand, "suggested nothing") }
    return text
  }

  /// Lists the misspelt words of a text, each once.
  func misspelt(in text: String) async throws -> [String] {
    var words: [String] = []
    for line in try await output(of: .spellingCommand, given: [UInt8](text.utf8)).split(whereSeparator: \.isNewline) {
      let word = String(line).trimmed
      if !word.isEmpty, !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// Translates the text and the content warning of a post.
  func translation(of status: Status) async throws -> Translation {
    let status = status.displayed
    var translation = Translation(content: HTMLText.html(try await translated(HTMLText.plainText(status.content))))
    if !status.spoilerText.isEmpty { translation.spoilerText = try await translated(status.spoilerText) }
    translation.provider = "translate-command"
    return translation
  }

  private func translated(_ text: String) async throws -> String {
    let translation = try await output(of: .translateCommand, given: [UInt8](text.utf8)).trimmed
    guard !translation.isEmpty || text.trimmed.isEmpty else { throw Self.failure(.translateCommand, "wrote nothing") }
    return translation
  }

  private func command(_ name: UserPreferences.Name) -> String? {
    let value = preferences.setting(name).value
    return value == name.standard ? nil : value
  }

  /// Runs the program of a setting.
  ///
  /// - Throws: ``AppError`` if there is none, it cannot be started, fails, or does not write text.
  private func output(of name: UserPreferences.Name, given input: [UInt8]) async throws -> String {
    guard let command = command(name) else {
      throw AppError.usage(
        "No program is set for that.",
        suggestion: "To name one: set \(name.rawValue) \"PROGRAM\". It reads standard input.")
    }
    guard preferences.shell != "off" else {
      throw AppError.usage("Running programs is turned off.", suggestion: "To allow it: set shell pipes.")
    }
    let result: (code: Int32, output: [UInt8])
    do { result = try await shell.runReading(command, input) } catch ShellProgram.Failure.tooMuch {
      throw Self.failure(name, "wrote too much and was stopped")
    } catch { throw AppError(error) }
    guard result.code == 0 else { throw Self.failure(name, "ended with code \(result.code)") }
    guard let text = String(validating: result.output, as: UTF8.self) else {
      throw Self.failure(name, "did not write text")
    }
    return text
  }

  private static func failure(_ name: UserPreferences.Name, _ reason: String) -> AppError {
    .validation("The program of \(name.rawValue) \(reason).", suggestion: "To see or change it: get \(name.rawValue).")
  }
}
