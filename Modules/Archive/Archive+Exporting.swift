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

    /// Writes the posts to a file, or to a file for each month in a folder, or prints them as they come.
    func run(_ file: String?, _ progress: ProgressLine) async throws -> Response {
      guard let file, file != "-" else { return .lines(lines()) }
      let name = Sanitizer.clean(file)
      let months = try action.files.entries(file).map { $0.map(\.name).filter(Self.isMonth) }
      let write = { @MainActor @Sendable in
        try await months == nil ? save(file, progress) : saveMonths(in: file, progress)
      }
      guard action.files.exists(file) || months?.isEmpty == false else { return try await write() }
      let question = months?.max().map { "\(name) has \($0). Replace the files of months there?" }
      return .confirm(
        Confirmation(
          question ?? "\(name) exists. Replace it?", declined: Toast(.information, StyledText("\(name) was kept.")),
          proceed: write))
    }

    /// Whether a file is one that was written for a month: `2026-11.md`.
    private static func isMonth(_ name: String) -> Bool { name.wholeMatch(of: /\d{4}-\d{2}\.md/) != nil }

    private func saveMonths(in folder: String, _ progress: ProgressLine) async throws -> Response {
      var (part, count, month, months) = (try await action.posts(nil), 0, "", 0)
      var (file, text): (UserFiles.PartFile?, String) = (nil, "")
      while let next = part {
        for line in next.lines {
          let before = month
          guard let post = markdown(line, &month) else { continue }
          if month != before {
            try await file?.add(Array(text.utf8))
            try await file?.finish()
            file = try await action.files.parts("\(folder)\(folder.hasSuffix("/") ? "" : "/")\(month).md")
            (text, months) = ("", months + 1)
          }
          text += post + "\n"
          count += 1
        }
        try await file?.add(Array(text.utf8))
        text = ""
        progress.show(CountText.of(count, "post"))
        part = try await action.posts(next.last)
      }
      try await file?.finish()
      return .success(
        "Saved \(CountText.of(count, "post")) in \(Sanitizer.clean(folder)), in \(CountText.of(months, "file")).",
        data: [.init("file", .string(folder)), .init("count", .int(count)), .init("months", .int(months))])
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
