import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Composer {
  /// Says how long a text is as the server counts, without sending it.
  ///
  /// As JSON it is `{ok, message, accepted, characters, characters_left, max_characters, attachments, max_attachments}`;
  /// an error has the same members.
  ///
  /// - Throws: ``AppError`` if the server would refuse it.
  @MainActor
  static func check(
    _ text: String?, _ options: Options, limits: Limits,
    findFile: (_ path: String, _ isThumbnail: Bool) async throws -> Void
  ) async throws -> Response {
    guard let text = text ?? (options.files.isEmpty ? nil : "") else {
      throw AppError.usage("The text is missing.", suggestion: "Type it after the options, as in post --check TEXT.")
    }
    let warning = options.contentWarning ?? ""
    func count(_ text: String) -> Int {
      characterCount(text, contentWarning: warning, charactersPerURL: limits.charactersPerURL)
    }
    let parts = options.splitsThread == true ? thread(text, contentWarning: warning, limits: limits) : [text]
    let characters = parts.map(count).max() ?? 0
    let left = limits.maxCharacters - characters
    func members(isAccepted: Bool) -> [JSONValue.Member] {
      [
        .init("accepted", .bool(isAccepted)), .init("characters", .int(characters)),
        .init("characters_left", .int(left)), .init("max_characters", .int(limits.maxCharacters)),
        .init("attachments", .int(options.files.count)), .init("max_attachments", .int(limits.maxFiles)),
      ]
    }
    func refusal(_ message: String, _ suggestion: String) -> AppError {
      .detailed(
        .validation(message, suggestion: suggestion), suggestion: suggestion, data: members(isAccepted: false))
    }
    if options.files.isEmpty, !text.contains(where: { !$0.isWhitespace }) {
      throw refusal("The post is empty.", "Put the text after the command: post --check TEXT")
    }
    if left < 0 {
      throw refusal(
        "The post has \(characterText(characters)); the server allows \(limits.maxCharacters).",
        "Shorten it by \(characterText(-left)).")
    }
    if options.files.count > limits.maxFiles {
      throw refusal(
        "The post has \(CountText.of(options.files.count, "attachment")); the server allows \(limits.maxFiles).",
        "Attach fewer files.")
    }
    var content = StatusDraft(text: text, files: options.files.map { DraftFile(path: $0.path) })
    (content.poll, content.quotedStatusID, content.contentType) = (options.poll, options.quote, options.contentType)
    if let problem = limits.problem(of: content) { throw refusal(problem.message, problem.suggestion) }
    do {
      for file in options.files {
        try await findFile(file.path, false)
        if let thumbnail = file.thumbnail { try await findFile(thumbnail, true) }
      }
    } catch {
      let failure = AppError(error)
      throw AppError.detailed(failure, suggestion: failure.suggestion, data: members(isAccepted: false))
    }
    return .information(
      parts.count > 1
        ? "A thread of \(parts.count) posts, of which the longest has \(characterText(characters))."
        : "\(characterText(characters)), \(left) left.", data: members(isAccepted: true))
  }
}
