import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

extension Archive {
  /// Writes what is kept, the oldest post first.
  @MainActor
  struct Exporting {
    let action: Action
    let zone: LocalZone

    /// Writes the posts to a file, or prints them as they come.
    func run(_ file: String?, _ progress: ProgressLine) async throws -> Response {
      guard let file, file != "-" else { return .lines(lines()) }
      let files = action.files
      guard files.exists(file) else { return try await save(file, progress) }
      return .confirm(
        Confirmation(
          "\(Sanitizer.clean(file)) exists. Replace it?",
          declined: Toast(.information, StyledText("\(Sanitizer.clean(file)) was kept.")),
          proceed: { try await save(file, progress) }))
    }

    private func save(_ file: String, _ progress: ProgressLine) async throws -> Response {
      let isMarkdown = file.lowercased().hasSuffix(".md")
      try await action.files.write(file, [])
      var (place, count, month): (Cursor?, Int, String) = (nil, 0, "")
      while let next = try await action.posts(place) {
        let texts = isMarkdown ? next.lines.compactMap { markdown($0, &month) } : next.lines
        try await action.files.append(file, Array(texts.map { $0 + "\n" }.joined().utf8))
        (place, count) = (next.last, count + texts.count)
        progress.show(CountText.of(count, "post"))
      }
      return .toast(
        Toast(
          .success, StyledText("Saved \(CountText.of(count, "post")) in \(Sanitizer.clean(file))."),
          data: [.init("file", .string(file)), .init("count", .int(count))]))
    }

    private func lines() -> AsyncThrowingStream<String, any Error> {
      let (lines, continuation) = AsyncThrowingStream.makeStream(of: String.self)
      let reading = Task { [posts = action.posts] in
        do {
          var place: Cursor?
          while !Task.isCancelled, let next = try await posts(place) {
            for line in next.lines { continuation.yield(line) }
            place = next.last
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
      return lines
    }

    /// A post as Markdown, after the heading of its month if that is a new one; `nil` if it cannot be read.
    private func markdown(_ json: String, _ month: inout String) -> String? {
      // One that is damaged costs no other.
      guard let status = try? MastodonJSON.decode(Status.self, from: Data(json.utf8)) else { return nil }
      let local = MastodonDate.format(status.createdAt + Double(zone.offset(at: status.createdAt)))
      let (day, time) = (local.prefix(10), local.dropFirst(11).prefix(5))
      var parts: [String] = []
      if day.prefix(7) != month {
        month = String(day.prefix(7))
        parts.append("## \(month)")
      }
      let name = Self.escaped(status.account.shownName)
      parts.append("### \(name) @\(Self.escaped(status.account.acct)) · \(day) \(time)")
      if !status.spoilerText.isEmpty { parts.append("**\(Self.escaped(status.spoilerText))**") }
      parts.append(Self.escaped(HTMLText.plainText(status.content)))
      if let poll = status.poll {
        parts.append(poll.options.map { "- \(Self.escaped($0.title))" }.joined(separator: "\n"))
      }
      for media in status.mediaAttachments {
        parts.append("![\(Self.escaped(media.description ?? ""))](<\(Sanitizer.cleanURL(media.url ?? "") ?? "")>)")
      }
      if let url = Sanitizer.cleanURL(status.url ?? status.uri) { parts.append("<\(url)>") }
      return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// A text in which nothing is a sign of Markdown.
    private static func escaped(_ text: String) -> String {
      Sanitizer.clean(text).split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let line = line.reduce(into: "") { text, character in
          if #"\`*_[]<>"#.contains(character) { text.append("\\") }
          text.append(character)
        }
        let isMark = ["#", "-", "+", "=", "~"].contains { line.hasPrefix($0) }
        return isMark ? "\\" + line : line
      }.joined(separator: "\n")
    }
  }
}
