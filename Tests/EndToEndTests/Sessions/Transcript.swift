import Glibc
import Testing

/// A session as a reader sees it: what it shows, what is typed, what is answered.
///
///     # What a newcomer sees first.
///
///     $ howdah
///
///     › open 1
///     (the answer, exactly)
///
///     › post
///     post │ a line of the text
///     post │ /discard
///     ? Discard it? [y/N]: y
///
/// Lines that begin with `› ` are typed at the prompt, those with `post │ ` or `reply │ ` while a text is written, and
/// those with `? ` answer a question. A first line `$ howdah …` says how the program was started; with `< script` there is
/// no conversation, so the first screen is not printed by itself.
struct Transcript {
  let name: String
  /// The whole file.
  let text: String

  /// Lines of comment, what they introduce below them.
  var header: [Substring] { Array(lines.prefix { $0.hasPrefix("#") }) }

  /// How the program was started.
  var start: String? { lines.first { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) } }

  /// What is typed, in order.
  var typed: [String] {
    lines.compactMap { line in
      if line.hasPrefix(Self.answer) {
        let words = line.dropFirst(Self.answer.count)
        return String(words.lastRange(of: ": ").map { words[$0.upperBound...] } ?? words)
      }
      return Self.prompts.first { line.hasPrefix($0) || line == $0.dropLast() }.map {
        String(line.dropFirst($0.count))
      }
    }
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// What stands before a command; a real prompt says here where one is.
  static let prompt = "› "
  /// What stands before an answer, the question included.
  static let answer = "? "
  private static let prompts = [
    prompt, "post │ ", "reply │ ", "post, not sent │ ", "reply, not sent │ ",
    "edit │ ", "edit, not sent │ ",
  ]
}

extension Transcript {
  /// Every session in the folder; nobody keeps a list.
  static let all: [Transcript] = Files.names(in: folder).filter { $0.hasSuffix(suffix) }.map { file in
    let name = String(file.dropLast(suffix.count))
    // One that cannot be read is empty, which no session is.
    return Transcript(name: name, text: (try? Files.text("\(folder)/\(file)")) ?? "")
  }

  /// What lies in the folder and is no session.
  static let strays = Files.names(in: folder).filter { !$0.hasSuffix(suffix) }

  /// Takes the place of the file.
  func record(_ text: String) throws { try Files.write(text, to: "\(Self.folder)/\(name)\(Self.suffix)") }

  private static let suffix = ".session"

  /// The project's fixtures.
  static let fixtures = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures"

  private static let folder = "\(fixtures)/sessions"
}

extension Transcript: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension Substring {
  /// Where something stands for the last time.
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
