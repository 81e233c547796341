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
      let (isMarkdown, isOutbox) = (file.lowercased().hasSuffix(".md"), file.lowercased().hasSuffix(".json"))
      let author = isOutbox ? try await action.author() : nil
      // Read first: an archive that can't be read leaves no empty file, and a file that was there as it is.
      var (part, count, month) = (try await action.posts(nil), 0, "")
      let written = try await action.files.parts(file)
      if isOutbox { try await written.add(Array(Self.outboxStart.utf8)) }
      while let next = part {
        var texts = isMarkdown ? next.lines.compactMap { markdown($0, &month) } : next.lines
        if let author {
          texts = next.lines.compactMap { activity($0, by: author) }
          // An element follows a comma, except the first.
          if count == 0, let first = texts.first { texts[0] = String(first.dropFirst()) }
        }
        try await written.add(Array(texts.map { $0 + "\n" }.joined().utf8))
        count += texts.count
        progress.show(CountText.of(count, "post"))
        part = try await action.posts(next.last)
      }
      if isOutbox { try await written.add(Array("],\"totalItems\":\(count)}\n".utf8)) }
      try await written.finish()
      return .success(
        "Saved \(CountText.of(count, "post")) in \(Sanitizer.clean(file)).",
        data: [.init("file", .string(file)), .init("count", .int(count))])
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

    private static let outboxStart =
      #"{"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json","type":"OrderedCollection","orderedItems":["#
      + "\n"

    /// An own post as an activity after a comma; `nil` for one of somebody else, and for one that cannot be read.
    private func activity(_ json: String, by author: Author) -> String? {
      // One that is damaged costs no other.
      guard let status = try? MastodonJSON.decode(Status.self, from: Data(json.utf8)),
        status.account.acct.lowercased() == author.account.username.lowercased(), status.uri.contains("://")
      else { return nil }
      let marker = "/statuses/"
      let actor = status.uri.firstRange(of: marker).map { String(status.uri[..<$0.lowerBound]) } ?? status.account.url
      // A status can always be written down.
      return (try? MastodonJSON.makeEncoder().encode(OutboxActivity(status, actor: actor ?? "")))
        .map { "," + String(decoding: $0, as: UTF8.self) }
    }

    /// A post as Markdown, after the heading of its month if that is a new one; `nil` if it cannot be read.
    private func markdown(_ json: String, _ month: inout String) -> String? {
      // One that is damaged costs no other.
      guard let status = try? MastodonJSON.decode(Status.self, from: Data(json.utf8)) else { return nil }
      let layout = Layout(now: status.createdAt, zone: zone, contentWarnings: .show)
      let post = StatusView(status, number: nil, context: .home, layout: layout).kept.blocks.markdown + "\n"
      let day = RelativeTime(status.createdAt, in: layout).full.prefix(7)
      guard day != month else { return post }
      month = String(day)
      return "## \(month)\n\n\(post)"
    }
  }
}
