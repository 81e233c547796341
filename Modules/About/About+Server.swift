public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

extension About {
  /// Makes the command `server`.
  ///
  /// - Parameter instance: Loads the description of the account's server.
  @MainActor
  public static func serverPlugin(instance: @escaping @MainActor () async throws -> Instance) -> Plugin {
    Plugin(
      id: "server", title: "Server", symbol: "s",
      verbs: [
        Verb(
          "server", aliases: ["instance"], help: "Show your server, its limits and its rules",
          discussion: "With --json the limits are numbers for scripts. post --check TEXT applies them to a text."
        ) {
          let instance = try await instance()
          return .view { _ in view(instance) }
        }
      ], previews: { Preview.all(of: Instance.fixtures) { (instance: Instance, _) in view(instance) } })
  }

  /// A server, its limits and its rules.
  public static func view(_ instance: Instance) -> Document {
    let limits = instance.configuration
    let rows: [(String, String)] = [
      ("Software", instance.version.isEmpty ? "not reported" : instance.version),
      ("Characters", "\(limits.maxCharacters), a link counts \(limits.charactersReservedPerURL)"),
      ("Attachments", "\(limits.maxMediaAttachments), alt text up to \(limits.descriptionLimit) characters"),
      ("Images", "up to \(megabytes(limits.imageSizeLimit))"), ("Videos", "up to \(megabytes(limits.videoSizeLimit))"),
      ("File types", limits.supportedMIMETypes.isEmpty ? "not reported" : types(limits.supportedMIMETypes)),
      ("Polls", polls(limits.polls)),
      ("Languages", instance.languages.isEmpty ? "not reported" : instance.languages.joined(separator: ", ")),
      ("Registration", registration(instance.registrations)),
    ]
    var blocks: [Block] = [
      .paragraph(StyledText(HTMLText.plainText(instance.description))), .blank,
      .table(rows.map { [StyledText($0.0, .secondary), StyledText($0.1)] }),
    ]
    if HTMLText.plainText(instance.description).isEmpty { blocks.removeFirst(2) }
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
      blocks: blocks, hint: StyledText("post --check TEXT · about", .hint), data: data(instance))
  }

  /// A server in JSON.
  static func data(_ instance: Instance) -> [JSONValue.Member] {
    let limits = instance.configuration
    return [
      .init("domain", .string(instance.domain)), .init("title", .string(instance.title)),
      .init("version", .string(instance.version)), .init("source_url", .optional(instance.sourceURL)),
      .init("description", .string(HTMLText.wholeText(instance.description))),
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
      .init(
        "rules",
        .array(
          instance.rules.map {
            ["id": .string($0.id.rawValue), "text": .string($0.text), "hint": .string($0.hint)]
          })),
    ]
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
