public import FeatureKit
public import IntentKit
import StatusKit
public import TerminalKit

extension Intents {
  /// The state of the socket and the latest requests.
  public static func view(_ state: State, layout: Layout) -> Document {
    var blocks: [Block] = socketBlocks(state.socket)
    if case .open = state.socket {
      blocks.append(.paragraph(StyledText(listeners(state.subscribers), .secondary)))
    }
    if !state.requests.isEmpty {
      blocks += [.blank, .spoken([.table(state.requests.map { row($0, layout: layout) })], as: "")]
      blocks += state.requests.map {
        .spoken([], as: "At \(clock($0, layout)), \($0.summary): \($0.outcome)")
      }
    }
    return Document(
      kind: "intents", title: Document.Title("Requests from other programs"), blocks: blocks,
      hint: StyledText("intent unread · intent events · help intent", .hint), data: data(state))
  }

  private static func socketBlocks(_ socket: IntentSocketState) -> [Block] {
    switch socket {
    case .open(let path):
      [
        .paragraph("Your other programs can open links and texts here and receive events. Socket:"),
        .paragraph(StyledText(path, .code)),
      ]
    case .taken(let path):
      [
        .paragraph("Another Howdah, started later, receives requests now. Socket:"),
        .paragraph(StyledText(path, .code)),
      ]
    case .closed(let reason):
      [.paragraph(StyledText("Other programs cannot connect: \(reason)"))]
    }
  }

  private static func listeners(_ count: Int) -> String {
    switch count {
    case 0: "No program receives events."
    case 1: "One program receives events."
    default: "\(count) programs receive events."
    }
  }

  private static func row(_ request: IntentRecord, layout: Layout) -> [StyledText] {
    [
      StyledText("  \(clock(request, layout))", .secondary), StyledText(request.summary),
      StyledText(request.outcome, .secondary),
    ]
  }

  /// `14:02`, whatever the time setting: the list covers one run.
  private static func clock(_ request: IntentRecord, _ layout: Layout) -> String {
    RelativeTime(request.time, in: layout).clock
  }

  private static func data(_ state: State) -> [JSONValue.Member] {
    let (socket, path, reason): (String, String?, String?) =
      switch state.socket {
      case .open(let path): ("open", path, nil)
      case .taken(let path): ("taken", path, nil)
      case .closed(let reason): ("closed", nil, reason)
      }
    return [
      .init("state", .string(socket)), .init("socket", .optional(path)), .init("reason", .optional(reason)),
      .init("subscribers", .int(state.subscribers)),
      .init(
        "requests",
        .array(state.requests.map { ["request": .string($0.summary), "outcome": .string($0.outcome)] })),
    ]
  }
}

extension Intents {
  /// The unread counts in a sentence.
  public static func view(_ unread: UnreadSummary) -> Document {
    var words = count(unread.notifications, "notification", hasMore: unread.hasMore)
    if let home = unread.home { words += " and " + count(home, "post", hasMore: false) }
    return Document(
      kind: "unread", title: Document.Title("Unread · @\(unread.account)"),
      blocks: [
        .paragraph(StyledText("There \(unread.notifications == 1 && !unread.hasMore ? "is" : "are") \(words)."))
      ], hint: StyledText("notifications · home", .hint),
      data: [
        .init("account", .string(unread.account)), .init("notifications", .int(unread.notifications)),
        .init("has_more", .bool(unread.hasMore)), .init("home", .optional(unread.home)),
      ])
  }

  private static func count(_ number: Int, _ thing: String, hasMore: Bool) -> String {
    guard number > 0 else { return "no new \(thing)s" }
    return "\(number)\(hasMore ? " or more" : "") new \(thing)\(number == 1 && !hasMore ? "" : "s")"
  }

  /// Which process carries out requests, in a sentence.
  public static func view(_ who: IntentResponder) -> Document {
    let place = who.isSandbox ? "the sandbox account" : "@\(who.account)"
    let runs =
      who.process.map { "Howdah is running (process \($0)) as \(place)." }
      ?? "No other Howdah is running; this one uses \(place)."
    return Document(
      kind: "whoami", blocks: [.paragraph(StyledText(runs))],
      data: [
        .init("account", .string(who.account)), .init("sandbox", .bool(who.isSandbox)),
        .init("process", .optional(who.process)),
      ])
  }
}
