public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

extension About {
  /// Creates the command `server`.
  ///
  /// - Parameters:
  ///   - instance: Loads the description of the account's server.
  ///   - service: Loads what is only requested when it is asked for.
  @MainActor
  public static func serverPlugin(
    service: ServerService, instance: @escaping @MainActor () async throws -> Instance
  ) -> Plugin {
    Plugin(
      id: "server", title: "Server", symbol: "s",
      verbs: [
        Verb(
          "server", aliases: ["instance"], .optionalChoice("SECTION", sections.map(\.name)),
          help: "Show your server: description, contact, limits, rules; or one section",
          discussion: """
            With --json the limits are numbers for scripts. post --check TEXT applies them to a text. A section is requested only \
            when it is named:

            \(sections.map { "\($0.name): \($0.help)" }.joined(separator: "\n"))
            """
        ) { name in
          guard let name else {
            let instance = try await instance()
            return .view { _ in view(instance) }
          }
          return .prepared { layout in
            try await section(name, layout: layout, service: service, instance: instance)
          }
        }.reading
      ], previews: { previews(of: Instance.fixtures) + sectionPreviews })
  }

  @MainActor
  private static func previews(of fixtures: Instance.Fixtures) -> [Preview] {
    Preview.all(of: fixtures) { (instance: Instance, _) in view(instance) }
  }

  /// A server, its limits and its rules.
  public static func view(_ instance: Instance) -> Document {
    let rows =
      [("Software", software(instance))] + people(instance)
      + limitRows(instance) + [
        ("Languages", instance.languages.isEmpty ? "not reported" : instance.languages.joined(separator: ", ")),
        ("Translation", instance.configuration.translation ? "translate N translates a post" : "not offered"),
        ("Registration", registration(instance.registrations)),
      ] + timelines(instance)
    let description = HTMLText.plainText(instance.description)
    var blocks = description.isEmpty ? [] : Block.byOthers([.paragraph(StyledText(description))]) + [.blank]
    blocks.append(.table(rows.map { [StyledText($0.0, .secondary), StyledText($0.1)] }))
    if !instance.rules.isEmpty {
      blocks += [.blank, .paragraph(StyledText("Rules", .title))]
      blocks += instance.rules.enumerated().map { index, rule in
        .listItem(marker: StyledText("\(index + 1).", .secondary), [.paragraph(StyledText(rule.text))])
      }
    }
    return Document(
      kind: "server-limits",
      title: Document.Title(
        StyledText(instance.title.isEmpty ? instance.domain : instance.title, .title),
        note: StyledText(instance.domain, .secondary)),
      blocks: blocks, hint: StyledText("server activity · server terms · help server", .hint), data: data(instance))
  }

  /// The name of the software, as far as it is known, and its version.
  private static func software(_ instance: Instance) -> String {
    guard !instance.version.isEmpty else { return "not reported" }
    let software = ServerSoftware(instanceVersion: instance.version)
    // Where the name is a guess or in the version, that says more.
    guard !ServerSoftware.isDoubtful(in: instance), !software.version.isEmpty,
      !software.version.lowercased().contains(software.title.lowercased())
    else { return instance.version }
    return "\(software.title) \(software.version)"
  }

  private static func people(_ instance: Instance) -> [(String, String)] {
    var rows: [(String, String)] = []
    if let active = instance.activeMonth { rows.append(("Active users", "\(active) in the last month")) }
    let contact = [instance.contactAccount.map { "@\($0.acct)" }, instance.contactEmail].compactMap(\.self)
      .filter { !$0.isEmpty }
    if !contact.isEmpty { rows.append(("Contact", contact.joined(separator: ", "))) }
    return rows
  }

  static func limitRows(_ instance: Instance) -> [(String, String)] {
    let limits = instance.configuration
    return [
      ("Characters", "\(limits.maxCharacters), a link counts \(limits.charactersReservedPerURL)"),
      ("Attachments", "\(limits.maxMediaAttachments), alt text up to \(limits.descriptionLimit) characters"),
      ("Images", "up to \(megabytes(limits.imageSizeLimit))"), ("Videos", "up to \(megabytes(limits.videoSizeLimit))"),
      ("File types", limits.supportedMIMETypes.isEmpty ? "not reported" : types(limits.supportedMIMETypes)),
      ("Polls", polls(limits.polls)),
    ]
  }

  /// Who may read the posts of everybody, those of the server's accounts and those of others, as far as the server says so.
  private static func access(_ instance: Instance) -> [(name: String, words: String, access: String)] {
    let access = instance.configuration.timelinesAccess
    let federated = ServerCapabilities(host: instance.domain, instance: instance).access(to: .federated)
    let feeds: [(String, String, Instance.TimelinesAccess.Access?)] = [
      ("local", "local", access?.liveFeeds?.local), ("remote", "other servers", access?.liveFeeds?.remote),
      ("federated", "", federated), ("hashtags", "hashtags", access?.hashtagFeeds?.local),
      ("remote_hashtags", "hashtags from other servers", access?.hashtagFeeds?.remote),
      ("links", "trending links", access?.trendingLinkFeeds?.local),
      ("remote_links", "trending links from other servers", access?.trendingLinkFeeds?.remote),
    ]
    return feeds.compactMap { name, words, access in access.map { (name, words, $0.rawValue) } }
  }

  private static func timelines(_ instance: Instance) -> [(String, String)] {
    let readers = ["public": "everybody", "authenticated": "signed-in accounts", "disabled": "nobody"]
    let feeds = access(instance).filter { !$0.words.isEmpty }.map { feed in
      (feed.name, feed.words, readers: readers[feed.access] ?? ExcerptText.cut(feed.access, to: 40))
    }
    guard let first = feeds.first else { return [] }
    if feeds.allSatisfy({ $0.readers == first.readers }) { return [("Timelines", "read by \(first.readers)")] }
    // Hashtags and links from other servers are named where they differ.
    let shown = feeds.filter { name, _, readers in
      !name.hasPrefix("remote_") || !feeds.contains { "remote_\($0.0)" == name && $0.readers == readers }
    }
    return [("Timelines", shown.map { "\($0.1): \($0.readers)" }.joined(separator: ", "))]
  }

  static func data(_ instance: Instance) -> [JSONValue.Member] {
    let limits = instance.configuration
    return [
      .init("domain", .string(instance.domain)), .init("title", .string(instance.title)),
      .init("version", .string(instance.version)), .init("source_url", .optional(instance.sourceURL)),
      .init("description", .string(HTMLText.wholeText(instance.description))),
      .init("timelines_access", .object(access(instance).map { .init($0.name, .string($0.access)) })),
      .init("max_characters", .int(limits.maxCharacters)),
      .init("characters_per_link", .int(limits.charactersReservedPerURL)),
      .init("max_attachments", .int(limits.maxMediaAttachments)),
      .init("max_description", .int(limits.descriptionLimit)), .init("max_image_bytes", .int(limits.imageSizeLimit)),
      .init("max_video_bytes", .int(limits.videoSizeLimit)),
      .init("types", .array(limits.supportedMIMETypes.map(JSONValue.string))),
      .init(
        "poll",
        [
          "max_options": .int(limits.polls.maxOptions), "max_characters": .int(limits.polls.maxCharactersPerOption),
          "min_seconds": .int(limits.polls.minExpiration), "max_seconds": .int(limits.polls.maxExpiration),
        ]),
      .init("languages", .array(instance.languages.map(JSONValue.string))),
      .init(
        "registrations",
        [
          "enabled": .bool(instance.registrations.enabled),
          "approval_required": .bool(instance.registrations.approvalRequired),
        ]),
      .init("active_users", .optional(instance.activeMonth)), .init("translates", .bool(limits.translation)),
      .init(
        "contact",
        [
          "account": instance.contactAccount.map(AccountView.brief) ?? .null, "email": .optional(instance.contactEmail),
        ]),
      rulesData(instance),
    ]
  }

  static func rulesData(_ instance: Instance) -> JSONValue.Member {
    .init(
      "rules",
      .array(
        instance.rules.map { ["id": .string($0.id.rawValue), "text": .string($0.text), "hint": .string($0.hint)] }))
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + 524_288) / 1_048_576
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
  }

  private static func types(_ types: [String]) -> String {
    types.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
  }

  private static func polls(_ limits: Instance.PollLimits) -> String {
    guard limits.maxOptions > 0 else { return "not supported" }
    return "\(limits.maxOptions) options of \(limits.maxCharactersPerOption) characters, "
      + "\(duration(limits.minExpiration)) to \(duration(limits.maxExpiration))"
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds >= 86_400 { return CountText.of(seconds / 86_400, "day") }
    return seconds >= 3600 ? CountText.of(seconds / 3600, "hour") : CountText.of(seconds / 60, "minute")
  }

  private static func registration(_ registrations: Instance.Registrations) -> String {
    guard registrations.enabled else { return "closed" }
    return registrations.approvalRequired ? "open, moderators approve" : "open"
  }
}
