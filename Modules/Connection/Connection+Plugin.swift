public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
public import TerminalKit

@MainActor extension Connection {
  public static func plugin(state: @escaping @MainActor () async -> State) -> Plugin {
    Plugin(
      id: "status", title: "Status", symbol: "⇄",
      verbs: [
        Verb(
          "status", help: "Check the connection, live updates, the rate limit, and unsent changes",
          discussion: """
            The server is asked for your account, which also tells whether it accepts your token. In a script it is asked for its \
            streams too. If it does not answer, the reason is part of the page and the exit code is that of the error.
            """
        ) {
          let state = await state()
          guard let error = state.error else { return .view { view(state, layout: $0) } }
          // The page says the rest, the error decides the exit code.
          throw PartialFailure(done: .view { view(state, layout: $0) }, error: error, isPartial: false)
        }.reading
      ],
      previews: { Preview.all(of: Fixtures()) { (state: State, layout) in view(state, layout: layout) } })
  }

  public static func view(_ state: State, layout: Layout) -> Document {
    var rows: [(name: String, value: StyledText)] = [("Account", StyledText("@\(state.account)"))]
    if let milliseconds = state.milliseconds {
      rows.append(("Server", StyledText("\(state.host) answered in \(milliseconds) ms")))
    } else {
      rows.append(("Server", StyledText("\(state.host) did not answer", .error)))
    }
    if let live = live(state) { rows.append(("Live updates", live)) }
    rows.append(("Rate limit", rate(state.rate, layout)))
    let unreadable = StyledText("can't be read", .error)
    rows.append(
      (
        "Outbox",
        state.outbox.map { StyledText($0 == 0 ? "empty" : "\(CountText.of($0, "change")) waiting") } ?? unreadable
      ))
    rows.append(("Drafts", state.drafts.map { StyledText($0 == 0 ? "none" : "\($0)") } ?? unreadable))
    // What can't be read is explained by the command that shows it.
    var hint = state.outbox == 0 ? [] : ["outbox"]
    if state.drafts != 0 { hint.append("drafts") }
    hint += state.error == nil ? ["where", "server"] : ["retry"]
    var blocks: [Block] = [.table(rows.map { [StyledText($0.name, .secondary), $0.value] })]
    if let obstacle = state.obstacle {
      blocks += [.blank, .paragraph(StyledText(AccountObstacle.sentence(obstacle), .warning))]
    }
    return Document(
      kind: "connection", title: Document.Title("Status"), blocks: blocks,
      hint: StyledText(hint.joined(separator: " · "), .hint), data: data(state))
  }

  private static func live(_ state: State) -> StyledText? {
    switch state.live {
    case "connected": return StyledText("connected")
    case "connecting": return StyledText("connecting")
    case "waiting": return StyledText("disconnected; trying again", .warning)
    case "polling": return StyledText("no streaming here; asking every two minutes")
    case "ended": return StyledText("ended: the server refused them", .error)
    case "off": return StyledText("off; set live on starts them")
    default:
      return state.streamsWork.map {
        $0 ? StyledText("the server's streams work") : StyledText("no stream can be opened", .warning)
      }
    }
  }

  private static func rate(_ rate: RateLimit?, _ layout: Layout) -> StyledText {
    guard let rate else { return StyledText("not reported") }
    let ends = rate.resets.flatMap { RelativeTime($0, in: layout).remaining }
    let of = rate.limit.map { " of \($0)" } ?? ""
    let left = StyledText("\(rate.remaining)\(of) requests left", rate.remaining == 0 ? .error : .text)
    return ends.map { left + StyledText("; all again in \($0.short)", spoken: "; all again in \($0.spoken)") } ?? left
  }

  private static func data(_ state: State) -> [JSONValue.Member] {
    [
      .init("account", .string(state.account)), .init("server", .string(state.host)),
      .init("reachable", .bool(state.milliseconds != nil)), .init("milliseconds", .optional(state.milliseconds)),
      .init("obstacle", .optional(state.obstacle)), .init("live", .optional(state.live)),
      .init("streams_work", state.streamsWork.map(JSONValue.bool) ?? .null),
      .init(
        "rate_limit",
        state.rate.map {
          [
            "limit": .optional($0.limit), "remaining": .int($0.remaining),
            "resets_at": .optional($0.resets.map(MastodonDate.format)),
          ]
        } ?? .null), .init("outbox", .optional(state.outbox)), .init("drafts", .optional(state.drafts)),
    ]
  }

  private struct Fixtures {
    let connected = State(
      account: "you@shore.example", host: "shore.example", milliseconds: 82, live: "connected",
      rate: RateLimit(limit: 300, remaining: 288, resets: .fixture(minutesAgo: -4)), drafts: 2)
    let script = State(
      account: "you@shore.example", host: "shore.example", milliseconds: 82, streamsWork: true,
      rate: RateLimit(limit: nil, remaining: 0, resets: nil), outbox: 1)
    let refused = State(
      account: "you@shore.example", host: "shore.example", milliseconds: 61, error: .fixtures.unauthorized,
      streamsWork: false)
    let unconfirmed = State(
      account: "you@shore.example", host: "shore.example", milliseconds: 82,
      obstacle: "Your login is missing a confirmed e-mail address", live: "connected")
    let offline = State(
      account: "you@shore.example", host: "shore.example", error: .fixtures.noConnection, live: "waiting", outbox: 3)
    let unreadable = State(
      account: "you@shore.example", host: "shore.example", milliseconds: 82, live: "connected", outbox: nil, drafts: nil
    )
    let hostile = State(account: "\u{1B}[2Jyou", host: "\u{202E}shore.example", milliseconds: 5, live: "odd")
  }
}
