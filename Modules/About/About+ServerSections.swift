import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

/// The sections of `server`, each of which is requested only when it is named.
extension About {
  /// The sections and what each is for, in the order of the help.
  static let sections: [(name: String, help: String)] = [
    ("rules", "the rules with their explanations"), ("limits", "how long posts, how large files may be"),
    ("about", "the long description"), ("activity", "posts, logins and new accounts of the last weeks"),
    ("terms", "the terms of service"), ("privacy", "the privacy policy"),
    ("moderation", "the servers that yours limits or blocks"),
    ("languages", "which languages posts are translated into"),
    ("emoji", "the server's own emoji"), ("peers", "the servers that yours knows"),
  ]

  @MainActor static var sectionPreviews: [Preview] {
    Preview.all(of: SectionFixtures(), prefix: "section") { (make: @Sendable (Layout) -> Document, layout) in
      make(layout)
    }
  }

  private final class SectionFixtures: Sendable {
    let rules: @Sendable (Layout) -> Document = { _ in About.rules(Instance.fixtures.sandbox) }
    let rulesNone: @Sendable (Layout) -> Document = { _ in About.rules(Instance.fixtures.bare) }
    let limits: @Sendable (Layout) -> Document = { _ in About.limits(Instance.fixtures.shore) }
    let terms: @Sendable (Layout) -> Document = {
      document(
        "terms", "Terms of service", "<h2>1. Boats</h2><p>Moor <strong>gently</strong>.</p><ul><li>No wakes.</li></ul>",
        updated: .fixture(daysAgo: 400), $0, dateLabel: "Valid from")
    }
    let hostile: @Sendable (Layout) -> Document = {
      document("about", "About the server", "<p>\u{1B}[2J\u{202E}<script>alert(1)</script>Free</p>", updated: nil, $0)
    }
    let activity: @Sendable (Layout) -> Document = {
      About.activity(
        [(120, 14, 1), (80, 13, 0), (0, 9, 2)].enumerated().map {
          InstanceActivity(
            week: .fixture(daysAgo: $0.offset * 7 + 2), statuses: $0.element.0, logins: $0.element.1,
            registrations: $0.element.2)
        }, $0)
    }
    let activityNone: @Sendable (Layout) -> Document = { About.activity([], $0) }
    let moderation: @Sendable (Layout) -> Document = { _ in
      About.moderation([
        DomainBlock(domain: "fog.example", digest: "1", severity: .suspend, comment: "Only fog."),
        DomainBlock(domain: "g***s.example", digest: "2", severity: .silence),
      ])
    }
    let languages: @Sendable (Layout) -> Document = { _ in
      About.languages(TranslationLanguages(targets: ["en": ["ja", "de"], "und": ["en"]]))
    }
    let emoji: @Sendable (Layout) -> Document = { _ in About.emoji([.fixtures.kettle, .fixtures.spanner]) }
    let peers: @Sendable (Layout) -> Document = { _ in About.peers(["shore.example", "dunes.example"]) }
  }

  /// Loads a section.
  ///
  /// - Throws: ``AppError`` if the server cannot be asked or lacks it.
  static func section(
    _ name: String, layout: Layout, service: ServerService, instance: @MainActor () async throws -> Instance
  ) async throws -> Document {
    do {
      switch name {
      case "rules": return rules(try await instance())
      case "limits": return limits(try await instance())
      case "about":
        let text = try await service.description()
        return document(name, "About the server", text.content, updated: text.date, layout)
      case "terms":
        let terms = try await service.terms()
        return document(
          name, "Terms of service", terms.content, updated: terms.date, layout, dateLabel: "Valid from")
      case "privacy":
        let policy = try await service.privacyPolicy()
        return document(name, "Privacy policy", policy.content, updated: policy.date, layout)
      case "activity": return activity(try await service.activity(), layout)
      case "moderation": return moderation(try await service.moderatedServers())
      case "languages": return languages(try await service.translationLanguages())
      case "emoji": return emoji(try await service.emojis())
      default: return peers(try await service.peers())
      }
    } catch MastodonError.notFound {
      throw AppError.notFound(
        "Your server has not published this: \(sections.first { $0.name == name }?.help ?? name).",
        suggestion: "server shows its description.")
    } catch {
      throw AppError(error)
    }
  }

  /// A section of what the server says; without blocks, the sentence says that there is nothing.
  private static func section(
    _ name: String, _ title: String, _ blocks: [Block], orElse sentence: String = "", hint: String,
    _ data: [JSONValue.Member]
  ) -> Document {
    Document(
      kind: "server-\(name)", title: Document.Title(title),
      blocks: blocks.isEmpty ? [.paragraph(StyledText(sentence, .secondary))] : blocks,
      hint: StyledText(hint, .hint), data: data)
  }

  static func rules(_ instance: Instance) -> Document {
    let blocks = instance.rules.enumerated().map { index, rule in
      let hint = HTMLText.plainText(rule.hint)
      return Block.listItem(
        marker: StyledText("\(index + 1).", .secondary),
        [.paragraph(StyledText(rule.text))] + (hint.isEmpty ? [] : [.paragraph(StyledText(hint, .secondary))]))
    }
    return section(
      "rules", "Rules of \(instance.domain)", blocks, orElse: "This server has no rules.",
      hint: "server terms · report @NAME", [rulesData(instance)])
  }

  static func limits(_ instance: Instance) -> Document {
    let rows = limitRows(instance).map { [StyledText($0.0, .secondary), StyledText($0.1)] }
    return section(
      "limits", "Limits of \(instance.domain)", [.table(rows)], hint: "post --check TEXT", data(instance))
  }

  static func document(
    _ name: String, _ title: String, _ html: String, updated: Date?, _ layout: Layout,
    dateLabel: String = "Last changed"
  ) -> Document {
    var blocks = Block.byOthers(HTMLText.parse(html))
    if blocks.isEmpty { blocks = [.paragraph(StyledText("Your server has not written one.", .secondary))] }
    if let updated {
      let line = "\(dateLabel) \(RelativeTime(updated, in: layout).calendarDay)."
      blocks += [.blank, .paragraph(StyledText(line, .secondary))]
    }
    return section(
      name, title, blocks, hint: "server",
      [
        .init("text", .string(HTMLText.wholeText(html))),
        .init("updated_at", .optional(updated.map(MastodonDate.format))),
      ])
  }

  static func activity(_ weeks: [InstanceActivity], _ layout: Layout) -> Document {
    let posts = Sparkline(weeks.reversed().map(\.statuses))
    let rows = weeks.map { week in
      [
        StyledText("from \(RelativeTime(week.week, in: layout).calendarDay)", .secondary),
        StyledText(CountText.of(week.statuses, "post")), StyledText(CountText.of(week.logins, "login")),
        StyledText(CountText.of(week.registrations, "new account")),
      ]
    }
    let blocks: [Block] = [
      // The table says the numbers, and in the order of the heading.
      .spoken([.paragraph(StyledText("Posts ", .secondary) + StyledText(posts.bars, .secondary))], as: ""), .blank,
      .table(rows),
    ]
    let data = weeks.map { week -> JSONValue in
      [
        "week": .string(MastodonDate.format(week.week)), "posts": .int(week.statuses), "logins": .int(week.logins),
        "registrations": .int(week.registrations),
      ]
    }
    return section(
      "activity", "Activity by week, the latest first", weeks.isEmpty ? [] : blocks,
      orElse: "Your server does not publish its activity.", hint: "server", [.init("weeks", .array(data))])
  }

  static func moderation(_ servers: [DomainBlock]) -> Document {
    let rows = servers.map { server in
      let severity =
        switch server.severity {
        case .silence: "limited"
        case .suspend: "blocked"
        case .unknown(let word): word
        }
      return [StyledText(server.domain), StyledText(severity, .warning), StyledText(server.comment ?? "", .secondary)]
    }
    let data = servers.map { server -> JSONValue in
      [
        "domain": .string(server.domain), "digest": .string(server.digest),
        "severity": .string(server.severity.rawValue), "comment": .optional(server.comment),
      ]
    }
    return section(
      "moderation", "Servers that yours limits or blocks", rows.isEmpty ? [] : [.table(rows)],
      orElse: "Your server limits no others, or does not say which.", hint: "server rules",
      [.init("servers", .array(data))])
  }

  static func languages(_ languages: TranslationLanguages) -> Document {
    let pairs = languages.targets.sorted { $0.key < $1.key }
    let rows = pairs.map { source, targets in
      [
        StyledText("from \(source == "und" ? "unknown" : source)", .secondary),
        StyledText("into \(targets.joined(separator: ", "))"),
      ]
    }
    return section(
      "languages", "Languages that your server translates", rows.isEmpty ? [] : [.table(rows)],
      orElse: "Your server does not translate posts.", hint: "translate N",
      [.init("translations", .object(pairs.map { .init($0.key, .array($0.value.map(JSONValue.string))) }))])
  }

  static func emoji(_ emojis: [CustomEmoji]) -> Document {
    let groups = Dictionary(grouping: emojis) { $0.category ?? "" }.sorted { $0.key < $1.key }
    var blocks: [Block] = []
    for (category, members) in groups {
      if !blocks.isEmpty { blocks.append(.blank) }
      if !category.isEmpty { blocks.append(.paragraph(StyledText(category, .title))) }
      blocks.append(.paragraph(StyledText(members.map { ":\($0.shortcode):" }.joined(separator: "  "))))
    }
    let data = emojis.map { emoji -> JSONValue in
      [
        "shortcode": .string(emoji.shortcode), "url": .optional(emoji.url), "category": .optional(emoji.category),
      ]
    }
    return section(
      "emoji", "Emoji of your server", blocks, orElse: "Your server has none.", hint: "post TEXT :NAME:",
      [.init("emoji", .array(data))])
  }

  /// Only so many names are printed; JSON has all.
  private static var printedPeers: Int { 200 }

  static func peers(_ names: [String]) -> Document {
    var blocks: [Block] = [
      .paragraph(StyledText("Your server knows \(CountText.of(names.count, "server")).", .secondary))
    ]
    if !names.isEmpty {
      blocks += [.blank, .paragraph(StyledText(names.prefix(printedPeers).joined(separator: "  ")))]
    }
    if names.count > printedPeers {
      let more = "And \(names.count - printedPeers) more, which --json lists."
      blocks += [.blank, .paragraph(StyledText(more, .secondary))]
    }
    return section(
      "peers", "Servers that yours knows", blocks, hint: "server moderation",
      [.init("servers", .array(names.map(JSONValue.string)))])
  }
}
