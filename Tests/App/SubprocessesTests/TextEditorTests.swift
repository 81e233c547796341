import FeatureKit
import FileTestKit
import FoundationEssentials
import Testing

@testable import Subprocesses

/// Editing a text in a program of the user's: the text arrives, and nothing that was written is lost.
@Suite struct TextEditorTests {
  /// An editor that is a shell script; `$1` is the file.
  private func editor(_ script: String, _ home: TemporaryFolder, asCommand: Bool = false) throws -> TextEditor {
    let path = "\(home.path)/edit"
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
    return .live(
      environment: [
        "PATH": "/usr/bin:/bin", "TMPDIR": home.path,
        (asCommand ? "EDITOR" : "VISUAL"): asCommand ? "sh '\(path)'" : path,
      ])
  }

  private func left(in home: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasPrefix("howdah-") }
  }

  @Test(arguments: [
    ("cat >> \"$1\" <<'X'\nand more\nX", "Low water.", "Low water.\nand more"),
    ("printf 'one\\r\\ntwo\\r\\n\\n' > \"$1\"", "", "one\ntwo"), ("true", "@rook ", "@rook "),
    (": > \"$1\"", "text", ""),
    ("rm \"$1\"", "text", ""), ("printf new > \"$1.new\" && mv \"$1.new\" \"$1\"", "old", "new"),
  ])
  func editedTextIsUsed(_ script: String, _ before: String, _ after: String) async throws {
    let home = try TemporaryFolder()
    for asCommand in [false, true] {
      #expect(try await editor(script, home, asCommand: asCommand).edit(before) == after)
      #expect(try left(in: home).isEmpty)
    }
  }

  @Test func moreThanIsReadIsLeftInTheFile() async throws {
    let home = try TemporaryFolder()
    do {
      _ = try await editor("head -c 1048577 /dev/zero | tr '\\0' x > \"$1\"", home).edit("text")
      Issue.record("not reported")
    } catch {
      let folder = try #require(try left(in: home).first)
      #expect(AppError(error).message == "The editor saved more than 1 MB.")
      #expect(AppError(error).suggestion == "It is in \(home.path)/\(folder)/post.txt.")
    }
  }

  @Test func onlyTheUserCanReadTheFile() async throws {
    let home = try TemporaryFolder()
    let text = try await editor("stat -c %a \"$1\" \"$(dirname \"$1\")\" > \"$1.x\"; mv \"$1.x\" \"$1\"", home).edit(
      "secret")
    #expect(text == "600\n700")
  }

  @Test func failedEditorLeavesWhatItSaved() async throws {
    let home = try TemporaryFolder()
    let editor = try editor("echo more >> \"$1\"; exit 3", home)
    do {
      _ = try await editor.edit("text")
      Issue.record("not reported")
    } catch {
      let error = AppError(error)
      #expect(error.message == "The editor “\(home.path)/edit” ended with an error.")
      let folder = try #require(try left(in: home).first)
      #expect(error.suggestion.contains("\(home.path)/\(folder)"))
      #expect(try String(contentsOfFile: "\(home.path)/\(folder)/post.txt", encoding: .utf8) == "text\nmore\n")
    }
  }

  @Test func failedEditorThatSavedNothingLeavesNothing() async throws {
    let home = try TemporaryFolder()
    let editor = try editor("exit 1", home)
    await #expect(throws: TextEditor.Failure.failed("\(home.path)/edit", keptAt: nil)) { try await editor.edit("text") }
    #expect(try left(in: home).isEmpty)
  }

  @Test(arguments: ["nowhere-editor", "nowhere-editor 'x'", "/nowhere/editor --wait"])
  func missingEditorIsNamed(_ command: String) async throws {
    let home = try TemporaryFolder()
    let editor = TextEditor.live(environment: ["PATH": "/usr/bin:/bin", "TMPDIR": home.path, "EDITOR": command])
    await #expect(throws: TextEditor.Failure.notFound(command)) { try await editor.edit("text") }
    #expect(try left(in: home).isEmpty)
  }

  @Test func withoutAnyEditorTheUserIsToldWhatToSet() async throws {
    let editor = TextEditor.live(environment: ["PATH": "/nowhere", "VISUAL": " "])
    do {
      _ = try await editor.edit("text")
      Issue.record("not reported")
    } catch {
      #expect(AppError(error).message == "No editor found.")
      #expect(AppError(error).suggestion.contains("EDITOR"))
    }
  }

  @Test func fileThatIsNotTextIsKept() async throws {
    let home = try TemporaryFolder()
    let editor = try editor("printf '\\377\\376' > \"$1\"", home)
    do {
      _ = try await editor.edit("text")
      Issue.record("not reported")
    } catch {
      #expect(AppError(error).message == "The editor saved something that is not UTF-8 text.")
      #expect(try left(in: home).count == 1)
    }
  }

  @Test func cancelledTaskEndsTheEditor() async throws {
    let home = try TemporaryFolder()
    let editor = try editor("touch \"\(home.path)/started\"; exec sleep 600", home)
    let task = Task { try await editor.edit("text") }
    // Bounded, in case the editor does not start.
    for _ in 0..<2000 where !FileManager.default.fileExists(atPath: "\(home.path)/started") {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: TextEditor.Failure.self) { try await task.value }
  }

  @Test func whatTheEditorHasSavedIsKeptWhenItsTaskIsCancelled() async throws {
    let home = try TemporaryFolder()
    let editor = try editor("echo saved > \"$1\"; touch \"\(home.path)/started\"; exec sleep 600", home)
    let task = Task { try await editor.edit("text") }
    // Bounded, in case the editor does not start.
    for _ in 0..<2000 where !FileManager.default.fileExists(atPath: "\(home.path)/started") {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    #expect(try await task.value == "saved")
    #expect(try left(in: home).isEmpty)
  }
}
