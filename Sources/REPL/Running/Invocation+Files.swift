import FeatureKit
import TerminalKit

/// The files that `source` runs, one from another.
struct SourcedFiles {
  /// Lines that a command has read from a file, which run when it has ended.
  struct Pending {
    let name: String
    let lines: [Substring]
  }

  /// The file that `source` has read and is about to run.
  var pending: Pending?
  /// The number of files that run now.
  var depth = 0
  /// Whether it was said which line of them failed.
  var hasFailed = false
}

/// `source`: the commands in a file.
extension Invocation {
  /// The maximum depth of files that are read from one another: a file that reads itself ends here.
  private static let deepestFile = 8
  /// More lines are not file of commands.
  private static let longestFile = 10_000

  var sourceVerb: Verb {
    Verb(
      "source", .word("FILE"), help: "Run the commands in a file",
      discussion: """
        The lines are run as if they were typed: what they print has numbers, and what they ask is asked. A line that begins with # is a comment. \
        The first command that fails ends the file. In a shell, howdah < FILE does the same without questions.
        """
    ) { [weak self] path in
      guard let self else { return .nothing }
      try checkPlace()
      let lines = Script.lines(of: try await host.userFiles.text(path))
      guard lines.count <= Self.longestFile else {
        throw AppError.validation(
          "\(UserFiles.name(path)) has more than \(Self.longestFile) lines.",
          suggestion: "Divide it, or give it to a shell: howdah < FILE.")
      }
      files.pending = SourcedFiles.Pending(name: UserFiles.name(path), lines: lines)
      return .nothing
    }.withoutAccount.reading
  }

  /// Refuses a file in the background, one whose output goes elsewhere, and files within files without end.
  private func checkPlace() throws {
    guard files.depth < Self.deepestFile else {
      throw AppError.usage(
        "These files run one another without end.", suggestion: "Remove source from the one that failed.")
    }
    let command = current?.command
    let options = command?.arguments.words.filter(\.isOption).map(\.text) ?? []
    if job != nil || command?.isInBackground == true {
      throw AppError.usage("source does not run in the background.", suggestion: "Put & after a command in the file.")
    }
    if let redirection = command?.redirection {
      throw AppError.usage(
        "The output of a file goes to the terminal.",
        suggestion: "Put \(redirection.sign) after a command in the file, or use a shell: howdah < FILE.")
    }
    // They would be for this command, which prints nothing.
    if source != .shell, let option = options.first {
      throw AppError.usage(
        "source takes no \(Sanitizer.clean(option)).", suggestion: "Put it after the commands in the file.")
    }
  }

  /// Runs the lines of the file that the last command has read.
  func runFile(after verdict: Verdict) async -> Verdict {
    guard let file = files.pending else { return verdict }
    files.pending = nil
    guard verdict.failure == nil, !verdict.leaves else { return verdict }
    let isShell = source == .shell
    let wasScripted = isScripted
    isScripted = isScripted || isShell
    files.depth += 1
    defer {
      files.depth -= 1
      if files.depth == 0 { files.hasFailed = false }
      isScripted = wasScripted
    }
    var verdict = verdict
    var index = 0
    while index < file.lines.count, verdict.failure == nil, !verdict.leaves {
      let first = index
      let line = whole(file.lines, from: &index)
      // An empty line means what Return does at the prompt only where a text is written.
      guard !Script.isComment(line, isWriting: isWriting), isWriting || !line.allSatisfy(\.isWhitespace) else {
        continue
      }
      // The record has only the line with `source`, which has as many texts as the lines in the file.
      recorder?.addTexts(isWriting ? 1 : masked(line).texts)
      reading = Reading()
      verdict = await runLine(line)
      if verdict.failure != nil { explain(first, of: file) }
    }
    if isShell, verdict.failure == nil { verdict.failure = await endOfScript() }
    return verdict
  }

  /// A line with those that belong to it because a quotation mark is open, as they would at the prompt; one that is never
  /// closed is part of its line alone.
  ///
  /// - Parameter index: The line; afterwards, the one that follows.
  private func whole(_ lines: [Substring], from index: inout Int) -> String {
    let first = String(lines[index])
    index += 1
    guard !isWriting, !Script.isComment(first, isWriting: false) else { return first }
    let highlighter = highlighter
    guard highlighter.isIncomplete(first) else { return first }
    var text = first
    for end in index..<lines.count {
      text += "\n" + lines[end]
      guard highlighter.isIncomplete(text) else {
        index = end + 1
        return text
      }
    }
    return first
  }

  /// Says which line has failed, once: also if the file is run by another one.
  private func explain(_ index: Int, of file: SourcedFiles.Pending) {
    guard !files.hasFailed, !mode.isData else { return }
    files.hasFailed = true
    let isLast = file.lines[(index + 1)...].allSatisfy { $0.allSatisfy(\.isWhitespace) }
    let rest = isLast ? "." : "; the lines after it were not run."
    note(Note(StyledText("Line \(index + 1) of \(file.name) failed\(rest)", .hint)))
  }
}
