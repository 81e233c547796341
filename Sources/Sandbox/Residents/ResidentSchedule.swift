/// The plan of what the residents do and when.
///
/// A value without a clock or database: the same seed, times and observations give the same actions, so a test can
/// simulate days. It is stored in the database between runs.
struct ResidentSchedule: Codable, Sendable, Equatable {
  private var random: SeededRandom
  private var nextPost: Moment
  /// Indices in `ResidentPost.all` not used since the last shuffle; the next one is last.
  private var shuffledPosts: [Int] = []
  /// The planned actions, in order of time.
  private var pending: [Action] = []
  /// The number of uses of each kind of reply, so that texts repeat as late as possible.
  private var turns: [String: Int] = [:]
  /// `nil` in a file of an earlier release until the first action.
  private var behaviors: Behaviors?

  // Files of earlier releases have these keys.
  private enum CodingKeys: String, CodingKey {
    case random, pending, turns
    case nextPost = "nextLine"
    case shuffledPosts = "deck"
    case behaviors = "whims"
  }

  struct Action: Sendable, Equatable {
    var due: Moment
    var resident: Resident
    var kind: Kind
  }

  enum Kind: Sendable, Equatable {
    /// Posts a text of `ResidentPost.all`.
    case post(text: String, index: Int)
    case reply(status: Int64, text: String)
    case favourite(status: Int64)
    case boost(status: Int64)
    case vote(status: Int64, choice: Int)
    case follow(account: Int64)
    case accept(account: Int64)
    /// Starts a behavior of `ResidentBehavior.all`.
    case behavior(Int)
    case edit(status: Int64, text: String)
    case delete(status: Int64)
  }

  init(seed: UInt64, now: Moment) {
    random = SeededRandom(seed: seed ^ 0x7265_7369_6465_6E74)
    nextPost = now
    nextPost = now + random.seconds(12...25)
    behaviors = Behaviors(seed: seed, now: now)
  }

  /// When the next action is due.
  var nextDue: Moment { [pending.first?.due, behaviors?.next].compactMap(\.self).reduce(nextPost, min) }

  mutating func next(until now: Moment) -> Action? {
    guard nextDue <= now else { return nil }
    if behaviors == nil { behaviors = Behaviors(seed: UInt64(bitPattern: nextPost.milliseconds), now: now) }
    let behaviorsDue = behaviors?.next ?? nextPost
    if let action = pending.first, action.due <= min(nextPost, behaviorsDue) { return pending.removeFirst() }
    if behaviorsDue < nextPost, let action = behaviors?.take(until: now) { return action }
    return makePost(until: now)
  }

  /// Plans a post every 20 to 60 seconds, and fewer for the time of a long absence.
  private mutating func makePost(until now: Moment) -> Action {
    let moment = nextPost
    let behind = Double(now.milliseconds - moment.milliseconds) / 1000
    nextPost = moment + (behind > 300 ? behind / 5 * random.seconds(0.6...1.4) : random.seconds(20...60))
    if shuffledPosts.isEmpty { shuffledPosts = ResidentPost.all.indices.shuffled(using: &random) }
    let index = shuffledPosts.removeLast()
    let post = ResidentPost.all[index]
    return Action(
      due: moment, resident: post.resident,
      kind: .post(text: TextPlaceholders.fill(post.text, at: moment, &random), index: index))
  }

  /// The limit of planned actions; beyond it, reactions are dropped.
  private static let maxPending = 150

  /// Whether reactions are dropped.
  var isFull: Bool { pending.count >= Self.maxPending }

  mutating func plan(_ resident: Resident, _ kind: Kind, at moment: Moment) {
    if isFull {
      switch kind {
      case .accept, .follow, .edit, .delete: break
      case .post, .reply, .favourite, .boost, .vote, .behavior: return
      }
    }
    let action = Action(due: moment, resident: resident, kind: kind)
    // After other actions of the same time.
    let index = pending.firstIndex { $0.due > moment } ?? pending.endIndex
    pending.insert(action, at: index)
  }

  /// A status that residents react to.
  struct ObservedStatus: Sendable, Equatable {
    var status: Int64
    /// The author; `nil` for a user.
    var resident: Resident?
    var text: String
    var audience: Audience
    /// The residents who can see it.
    var readers: [Resident] = Resident.humans
    var mentions: [Resident] = []
    /// The author of the status it replies to.
    var inReplyTo: Resident?
    /// The number of statuses before it in the thread.
    var depth = 0
    var pollOptions = 0
    /// Its index in `ResidentPost.all`.
    var postIndex: Int?
  }

  /// Plans reactions to a status.
  mutating func observe(_ observed: ObservedStatus, at moment: Moment) {
    if observed.resident == nil { reactToUser(observed, at: moment) } else { reactToResident(observed, at: moment) }
  }

  /// Plans reactions to a follow or a follow request of a user.
  mutating func observeFollower(_ account: Int64, of resident: Resident, isRequest: Bool, at moment: Moment) {
    guard resident != .tides, resident != .you else { return }
    if isRequest { plan(resident, .accept(account: account), at: moment + random.seconds(4...9)) }
    plan(resident, .follow(account: account), at: moment + random.seconds(5...14))
  }

  /// Plans reactions to another resident: scripted replies, favourites, boosts.
  private mutating func reactToResident(_ observed: ObservedStatus, at moment: Moment) {
    guard let author = observed.resident, observed.audience.rawValue <= 1 else { return }
    var delay = 0.0
    for reply in observed.postIndex.map({ ResidentPost.all[$0].replies }) ?? [] {
      delay += random.seconds(12...35)
      plan(reply.resident, .reply(status: observed.status, text: reply.text), at: moment + delay)
    }
    let others = Resident.humans.filter { $0 != author }.shuffled(using: &random)
    for resident in others.prefix(Int.random(in: 0...(observed.depth == 0 ? 4 : 2), using: &random)) {
      plan(resident, .favourite(status: observed.status), at: moment + random.seconds(5...150))
    }
    if observed.depth == 0, random.chance(10), let resident = others.last {
      plan(resident, .boost(status: observed.status), at: moment + random.seconds(20...90))
    }
  }

  /// Plans reactions to a user: a reply within seconds, favourites, votes, boosts.
  private mutating func reactToUser(_ observed: ObservedStatus, at moment: Moment) {
    let readers = observed.readers.filter { $0 != .you }
    var busy: [Resident] = []
    // A long conversation may end with the user's post.
    if let resident = respondent(to: observed, among: readers), observed.depth < 8 || random.chance(50) {
      plan(
        resident, .reply(status: observed.status, text: replyText(by: resident, to: observed, at: moment)),
        at: moment + random.seconds(3...7))
      busy.append(resident)
    }
    for resident in observed.mentions where !busy.contains(resident) && readers.contains(resident) {
      plan(
        resident, .reply(status: observed.status, text: replyText(by: resident, to: observed, at: moment)),
        at: moment + random.seconds(6...14))
      busy.append(resident)
    }
    let others = readers.filter { !busy.contains($0) && $0 != .tides }.shuffled(using: &random)
    let favouriteCount = max(1, Int.random(in: 1...4, using: &random) - observed.depth / 2)
    for resident in (busy + others).filter({ $0 != .tides }).shuffled(using: &random).prefix(favouriteCount) {
      plan(resident, .favourite(status: observed.status), at: moment + random.seconds(2...25))
    }
    if observed.pollOptions > 0 {
      for resident in others where random.chance(70) {
        let choice = Int.random(in: 0..<observed.pollOptions, using: &random)
        plan(resident, .vote(status: observed.status, choice: choice), at: moment + random.seconds(4...60))
      }
    }
    guard observed.audience == .public, observed.depth == 0 else { return }
    if random.chance(45), let resident = others.first {
      plan(resident, .boost(status: observed.status), at: moment + random.seconds(8...35))
    }
    if random.chance(35), let resident = others.dropFirst().first {
      plan(
        resident, .reply(status: observed.status, text: replyText(by: resident, to: observed, at: moment)),
        at: moment + random.seconds(12...30))
    }
  }

  /// Chooses who replies: the author replied to, a mentioned resident, one who knows the topic, or anyone.
  private mutating func respondent(to observed: ObservedStatus, among readers: [Resident]) -> Resident? {
    if let resident = observed.inReplyTo, readers.contains(resident) || resident == .tides { return resident }
    if let resident = observed.mentions.first(where: readers.contains) { return resident }
    if observed.mentions.contains(.tides) { return .tides }
    guard observed.audience != .direct else { return nil }
    if let topic = ResidentReplies.topic(of: observed.text) {
      let experts = topic.lines.map(\.resident).filter { readers.contains($0) || $0 == .tides }
      if let expert = random.pick(experts) { return expert }
    }
    return random.pick(readers.filter { $0 != .tides })
  }

  private mutating func replyText(by resident: Resident, to observed: ObservedStatus, at moment: Moment) -> String {
    let topical = ResidentReplies.topic(of: observed.text)?.lines.filter { $0.resident == resident }.map(\.text) ?? []
    let isQuestion = ResidentReplies.isQuestion(observed.text)
    let quotable = Self.quotablePart(of: observed.text)
    let (kind, lines) =
      if !topical.isEmpty { ("topic", topical) } else if isQuestion {
        ("question", ResidentReplies.toQuestion(by: resident))
      } else {
        ("anything", ResidentReplies.toAnything(by: resident).filter { !quotable.isEmpty || !$0.contains("{quote}") })
      }
    let key = "\(resident.rawValue) \(kind)"
    let turn = turns[key] ?? Int.random(in: 0..<64, using: &random)
    turns[key] = turn + 1
    return TextPlaceholders.fill(lines.isEmpty ? "" : lines[turn % lines.count], at: moment, quote: quotable, &random)
  }

  /// The first words of a text, if they contain no mention and no link and have a suitable length.
  private static func quotablePart(of text: String) -> String {
    let plain = StatusText(text).pieces.map { piece in if case .text(let text) = piece { text } else { "" } }.joined()
    let sentence = plain.split { ".!?…\n".contains($0) }.first ?? ""
    let words = sentence.split(separator: " ").prefix(7).joined(separator: " ")
    return words.count >= 6 && words.count <= 60 && !words.contains("{") ? words : ""
  }
}
