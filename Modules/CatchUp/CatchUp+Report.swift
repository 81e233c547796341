import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

extension CatchUp {
  /// What came in a while, to be read elsewhere: mentions, followers, and the posts that had the most response.
  struct Report: Hashable, Sendable {
    var account: String
    var source: Source
    var since: Date
    var digest: Digest
    /// Mentions and follows, the newest first.
    var notifications: [MastodonKit.Notification]
    /// The user's lists, if they were asked for.
    var lists: [Part] = []

    /// What came in one of the lists.
    struct Part: Hashable, Sendable {
      var source: Source
      var digest: Digest
    }

    var mentions: [Status] { notifications.filter { $0.kind == .mention }.compactMap(\.status) }
    var followers: [Account] { notifications.filter { $0.kind == .follow }.map(\.account).droppingRepeats(of: \.id) }
    var isEmpty: Bool { counts.isEmpty }

    /// `2 mentions, 1 new follower, 28 posts`.
    var counts: String {
      let posts = Set((digest.entries + lists.flatMap(\.digest.entries)).map(\.displayed.id))
      let numbers = [
        (mentions.count, "mention", "mentions"), (followers.count, "new follower", "new followers"),
        (posts.count, "post", "posts"),
      ]
      return numbers.filter { $0.0 > 0 }.map { CountText.of($0.0, $0.1, $0.2) }.joined(separator: ", ")
    }

    /// The most posts that are shown.
    private static let most = 10

    /// The posts that those whom the user follows have boosted most, then those with the most response; first of the timeline,
    /// then of each list what was in none before.
    private var tops: [[Status]] {
      var known = Set(mentions.map(\.id))
      return ([digest] + lists.map(\.digest)).map { digest in
        let posts = digest.groups.flatMap(\.texts).map { text in
          let post = text[0].displayed
          let response = post.reblogsCount + post.favouritesCount + post.repliesCount
          return (boosts: text.boosters.count, response: response, post: post)
        }
        let top = posts.filter { !known.contains($0.post.id) }
          .sorted { ($1.boosts, $1.response, $1.post.id) < ($0.boosts, $0.response, $0.post.id) }
          .prefix(Self.most).map(\.post)
        known.formUnion(top.map(\.id))
        return top
      }
    }

    /// The report as a document.
    ///
    /// - Parameter isNumbered: Whether its posts and accounts have numbers, for commands.
    func document(isNumbered: Bool, layout: Layout) -> Document {
      var (blocks, number) = ([Block](), 0)
      func add(_ title: String, _ items: [Item]) {
        guard !items.isEmpty else { return }
        blocks += [.blank, .paragraph(StyledText(title, .title))]
        for var item in items {
          number += 1
          item.number = isNumbered ? number : nil
          blocks += [.item(item), .blank]
        }
        blocks.removeLast()
      }
      var met: Set<Account.ID> = []
      func views(_ posts: [Status], from first: Int) -> [StatusView] {
        posts.enumerated().map { index, post in
          var options = StatusView.Options()
          options.speaksHandle = met.insert(post.displayed.account.id).inserted
          return StatusView(
            post, number: isNumbered ? first + index : nil, context: .home, layout: layout, options: options)
        }
      }
      let mentions = views(mentions, from: 1)
      var first = mentions.count + followers.count + 1
      let tops = tops.map { posts in
        defer { first += posts.count }
        return views(posts, from: first)
      }
      blocks.append(.paragraph(StyledText(isEmpty ? "Nothing new." : "\(counts).")))
      add("Mentions", mentions.map(\.kept))
      add("New followers", followers.map { AccountView($0, layout: layout).item(number: nil) })
      for (source, top) in zip([source] + lists.map(\.source), tops) {
        add(
          "Most response in \(source.name)",
          top.map { view in
            var item = view.kept
            item.blocks += view.counts
            return item
          })
      }
      add("Links", digest.links.map { CatchUp.item($0, number: nil) })
      for part in [Part(source: source, digest: digest)] + lists where !part.digest.isWhole {
        guard let last = part.digest.entries.last else { continue }
        let date = RelativeTime(last.createdAt, in: layout).full
        let place = lists.isEmpty ? "" : " in \(part.source.name)"
        blocks += [.blank, .paragraph(StyledText("Posts\(place) before \(date) were not read.", .warning))]
      }
      let title = "Digest of \(account) since \(RelativeTime(since, in: layout).full)"
      return Document(
        kind: "digest", title: Document.Title(title), blocks: blocks,
        data: [
          .init("account", .string(account)), .init("since", .string(MastodonDate.format(since))),
          .init("source", .string(source.kind)), .init("is_whole", .bool(digest.isWhole)),
          .init("counts", CatchUp.data(digest.counts)), .init("mentions", .array(mentions.map(\.data))),
          .init("followers", .array(followers.map(AccountView.brief))), .init("links", CatchUp.data(digest.links)),
          .init("items", .array(tops[0].map(\.data))),
        ]
          + (lists.isEmpty
            ? []
            : [
              .init(
                "lists",
                .array(
                  zip(lists, tops.dropFirst()).map { part, top in
                    [
                      "title": .string(part.source.title ?? ""), "is_whole": .bool(part.digest.isWhole),
                      "counts": CatchUp.data(part.digest.counts), "items": .array(top.map(\.data)),
                    ]
                  }))
            ]))
    }

    /// The report as a message for a mail program, as text, or as text and a page.
    ///
    /// Posts that are not for everyone are masked, since mail is not sealed.
    func message(to address: String, withPage: Bool, layout: Layout) -> [UInt8] {
      let document = document(isNumbered: false, layout: layout).masked()
      let boundary = "=_howdah_digest"
      func part(_ form: DocumentForm, _ kind: String) -> String {
        let text = Data(document.written(as: form).utf8).base64EncodedString(options: .lineLength76Characters)
        return "Content-Type: text/\(kind); charset=utf-8\nContent-Transfer-Encoding: base64\n\n\(text)\n"
      }
      let words = "Digest of \(account): \(counts)"
      let isPlain = words.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      let subject = isPlain ? words : "=?utf-8?B?\(Data(words.utf8).base64EncodedString())?="
      let head = """
        To: \(address)
        Subject: \(subject)
        Auto-Submitted: auto-generated
        MIME-Version: 1.0

        """
      guard withPage else { return Array((head + part(.text, "plain")).utf8) }
      let parts = [part(.text, "plain"), part(.html, "html")].map { "--\(boundary)\n\($0)" }.joined()
      return Array(
        "\(head)Content-Type: multipart/alternative; boundary=\"\(boundary)\"\n\n\(parts)--\(boundary)--\n".utf8)
    }
  }

  /// An address to which mail can be sent: nothing in it ends a line, adds a recipient or begins an option.
  static func mailAddress(_ text: String) throws -> String {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"()<>[]:;,\""#.utf8.contains($0) }
    guard parts.count == 2, isPlain, !text.hasPrefix("-"), parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254
    else {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” is not a mail address.", suggestion: "Example: digest --mail wren@garden.example")
    }
    return text
  }

  /// The command that prints or mails what came.
  @MainActor
  static func digestVerb(_ action: Action) -> Verb {
    Verb(
      "digest", .optionalPhrase("LIST|GROUP"), .since(orLast: false), .integerOption("limit", 1...4000), .flag("lists"),
      .flag("html"), .option("mail", "ADDRESS"), .progress, Parameter<Layout>(group: []) { $0.context.layout() },
      help: "Print or mail your mentions, new followers and the posts with the most response",
      discussion: """
        For cron: digest --mail you@home.example. It has the last 24 hours, or the time since --since, of Home, or of a list or a group by \
        its name; --lists adds the posts with the most response in each of your lists. Nothing is marked as read. --html prints \
        a page; with --mail, the mail has both. The mail is handed to this machine's sendmail, says nothing of posts that are not \
        for everyone, and is not sent when nothing is new.
        """
    ) { name, since, limit, hasLists, isPage, address, progress, layout in
      let address = try address.map(mailAddress)
      var query = Query(since: .date(layout.now - 86_400))
      switch since {
      case nil: break
      case .some(let since): query.since = since.value
      }
      guard case .date(let start) = query.since else {
        throw AppError.usage("A digest begins at a time.", suggestion: "Example: digest --since 12h")
      }
      if let limit { query.limit = limit }
      if let name, !name.isEmpty { query.source = try await action.source(name) }
      var report = Report(
        account: action.account(), source: query.source, since: start, digest: try await action.digest(query, progress),
        notifications: try await action.notifications([.mention, .follow], start))
      for list in hasLists ? try await action.lists() : [] where list != report.source {
        query.source = list
        report.lists.append(Report.Part(source: list, digest: try await action.digest(query, progress)))
      }
      guard let address else {
        let document = report.document(isNumbered: !isPage, layout: layout)
        guard isPage else { return .document(document) }
        return .output(document.written(as: .html).split(separator: "\n").map(String.init), document)
      }
      guard !report.isEmpty else {
        return .toast(
          Toast(
            .information, "Nothing new: no mail was sent.",
            data: [.init("mailed", false), .init("to", .string(address))]))
      }
      try await action.mail(report.message(to: address, withPage: isPage, layout: layout))
      return .success(
        "Mailed \(report.counts) to \(address).", data: [.init("mailed", true), .init("to", .string(address))])
    }.having { $0.flag("mail") == nil ? .reads : .changesMachine("it only reads from the server, and sends a mail") }
  }
}
