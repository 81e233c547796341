public import FeatureKit
import FoundationEssentials
public import MastodonKit
import StatusKit
public import TerminalKit

extension Reference.Kind {
  /// A post that the server publishes later.
  static let scheduled = Reference.Kind(rawValue: "scheduled")
}

extension Composer {
  /// The scheduled posts as text, the next first.
  ///
  /// As JSON it is `{screen, items: [{id, scheduled_at, text, content_warning, visibility, language, in_reply_to_id, poll,
  /// attachments}]}`.
  public static func scheduledList(_ posts: [ScheduledStatus], layout: Layout) -> Document {
    guard !posts.isEmpty else {
      return Document(
        kind: "scheduled", title: Document.Title("Scheduled posts"),
        blocks: [.paragraph(StyledText("No scheduled posts.", .secondary))],
        hint: StyledText("post --at WHEN TEXT", .hint), data: [.init("items", .array([]))])
    }
    let posts = posts.sorted { ($0.scheduledAt, $0.id.rawValue) < ($1.scheduledAt, $1.id.rawValue) }
    return Document(
      kind: "scheduled", title: Document.Title("Scheduled posts", note: "\(posts.count)"),
      blocks: posts.enumerated().flatMap { index, post in
        (index == 0 ? [] : [.blank]) + [.item(item(post, number: index + 1, layout: layout))]
      },
      hint: StyledText("scheduled move N WHEN · scheduled edit N · scheduled cancel N", .hint))
  }

  private static func item(_ post: ScheduledStatus, number: Int, layout: Layout) -> Item {
    let params = post.params
    var facts: [String] = []
    if let visibility = params.visibility { facts.append(visibility.word) }
    if params.inReplyToID != nil { facts.append("reply") }
    if params.poll != nil { facts.append("poll") }
    if !post.mediaAttachments.isEmpty { facts.append(CountText.of(post.mediaAttachments.count, "attachment")) }
    let time = timeText(post.scheduledAt, layout)
    let excerpt = ExcerptText.cut(params.text, to: 200)
    let note = facts.isEmpty ? "" : " · " + facts.joined(separator: " · ")
    var blocks: [Block] = [.paragraph(StyledText(time, .name) + StyledText(note, .secondary))]
    let warning = params.spoilerText.map(Sanitizer.oneLine) ?? ""
    if !warning.isEmpty { blocks.append(.paragraph(StyledText("Content warning: \(warning)", .warning))) }
    if !excerpt.isEmpty { blocks.append(.paragraph(StyledText(excerpt))) }
    var item = Item(
      number: number, blocks: blocks,
      spoken: Sentence.joined(
        [
          RelativeTime(post.scheduledAt, in: layout).remaining.map { "In \($0.spoken)" } ?? "Now",
          WhenText.spelled(post.scheduledAt, zone: layout.zone),
          facts.filter { $0 != Visibility.public.word }.joined(separator: ", "),
          warning.isEmpty ? "" : "Content warning: \(warning)", excerpt,
        ].filter { !$0.isEmpty }),
      references: [Reference(kind: .scheduled, id: post.id.rawValue)], data: data(post))
    item.audience = params.visibility?.audience ?? .limited
    return item
  }

  private static func data(_ post: ScheduledStatus) -> JSONValue {
    let params = post.params
    return [
      "id": .string(post.id.rawValue), "scheduled_at": .string(MastodonDate.format(post.scheduledAt)),
      "text": .string(params.text),
      "content_warning": .optional(params.spoilerText.flatMap { $0.isEmpty ? nil : $0 }),
      "visibility": .optional(params.visibility?.rawValue), "language": .optional(params.language),
      "in_reply_to_id": .optional(params.inReplyToID?.rawValue),
      "poll": params.poll.map { poll in
        pollData(
          PollDraft(
            options: poll.options, seconds: poll.expiresIn, multiple: poll.multiple ?? false,
            hidesTotals: poll.hideTotals ?? false))
      } ?? .null,
      "attachments": .int(post.mediaAttachments.count),
    ]
  }

  /// The draft with which a scheduled post is written again.
  static func content(of post: ScheduledStatus) -> StatusDraft {
    let params = post.params
    var content = StatusDraft(
      text: params.text, spoilerText: params.spoilerText ?? "", visibility: params.visibility ?? .public,
      language: params.language, inReplyToID: params.inReplyToID,
      files: post.mediaAttachments.map(DraftFile.init(sent:)), sensitive: params.sensitive)
    content.poll = params.poll.map { poll in
      PollDraft(
        options: poll.options, seconds: poll.expiresIn, multiple: poll.multiple ?? false,
        hidesTotals: poll.hideTotals ?? false)
    }
    content.scheduledAt = post.scheduledAt
    return content
  }

  enum ScheduleRequest: Sendable {
    case list
    case move(ScheduledStatus.ID, Date)
    case cancel(ScheduledStatus.ID)
    case edit(ScheduledStatus.ID)
  }

  @MainActor
  static func scheduledVerb(
    _ action: GlobalAction, layout: @escaping @MainActor @Sendable () -> Layout
  ) -> Verb {
    let service = action.schedule
    return Verb(
      "scheduled", Parameter<ScheduleRequest>.scheduleRequest,
      help: "List scheduled posts; move, cancel or edit one",
      discussion: """
        scheduled move N WHEN changes the time, scheduled cancel N asks and deletes the post, scheduled edit N takes it off the \
        schedule and opens it as a draft with its time. WHEN is such as 2h, 18:30, tomorrow 9:00 or 2026-11-01 08:30, at least \
        five minutes ahead. N is a number of the list or an id.
        """,
      completions: { $0.isEmpty ? ["move", "cancel", "edit"] : [] }
    ) { request in
      switch request {
      case .list:
        let posts = try await all(service)
        return .view { scheduledList(posts, layout: $0) }
      case .move(let id, let date):
        guard let date = scheduled(date, now: layout().now) else { throw tooSoon }
        // Where the list can't be read, the change can't be undone.
        let before = try? await find(id, service).scheduledAt
        let post = try await service.move(id, date)
        return .success(
          "Moved to \(timeText(post.scheduledAt, layout())).", hint: "scheduled",
          data: [
            .init("scheduled_id", .string(id.rawValue)),
            .init("scheduled_at", .string(MastodonDate.format(post.scheduledAt))),
          ], undo: before.map { .command(Hint.Command("scheduled move id:\(id) \(MastodonDate.format($0))")) })
      case .cancel(let id):
        let post = try await find(id, service)
        return .confirm(
          Confirmation(
            "Cancel the scheduled post “\(ExcerptText.cut(post.params.text, to: 40))”? This can't be undone."
          ) {
            try await service.cancel(id)
            return .toast(
              Toast(.success, "Cancelled the scheduled post.", data: [.init("scheduled_id", .string(id.rawValue))]))
          })
      case .edit(let id):
        return try await rewrite(
          .scheduled(try await find(id, service)), action.redrafting,
          opened: "Took the post off the schedule; /send schedules it again.",
          saved: "Took the post off the schedule; it is saved as a draft."
        ) { try await service.cancel(id) }
      }
    }
  }

  private static func all(_ service: ScheduleService) async throws -> [ScheduledStatus] {
    do { return try await service.all(PageRequest(.newest, limit: 40)).elements } catch { throw AppError(error) }
  }

  private static func find(_ id: ScheduledStatus.ID, _ service: ScheduleService) async throws -> ScheduledStatus {
    guard let post = try await all(service).first(where: { $0.id == id }) else {
      throw AppError.notFound("No such scheduled post.", suggestion: "scheduled lists scheduled posts.")
    }
    return post
  }
}

extension Parameter where Value == Composer.ScheduleRequest {
  static var scheduleRequest: Parameter {
    let number = Parameter<Reference>.reference(kinds: [.scheduled])
    return Parameter(
      group: [
        ParameterDescription(name: "move|cancel|edit", form: .choice(["move", "cancel", "edit"]), isOptional: true),
        ParameterDescription(
          name: "N", form: .reference(kinds: [.scheduled], many: false), isOptional: true),
        ParameterDescription(name: "WHEN", form: .phrase, isOptional: true),
      ]
    ) { reader in
      guard let word = reader.next() else { return .list }
      let verb = try Parameter<String>.pick(word, from: ["move", "cancel", "edit"], reader: reader)
      let id = ScheduledStatus.ID(try await number.parse(reader).id)
      switch verb {
      case "cancel": return .cancel(id)
      case "edit": return .edit(id)
      default:
        guard let text = reader.phrase() else { throw reader.refusal("When? \(WhenText.futureExamples)") }
        return .move(id, try Parameter<Date?>.time(text, reader))
      }
    }
  }
}
