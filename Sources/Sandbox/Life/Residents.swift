/// What the residents will do and when: a value that is told what happened and says what to perform.
///
/// It knows no clock and no database. The same seed, the same moments and the same occurrences give the same acts, so a test
/// drives days of it without waiting, and it is stored between two runs of the program as it is.
struct Residents: Codable, Sendable, Equatable {
  private var random: SeededRandom
  private var nextLine: Moment
  /// Lines that have not been said since all were shuffled, the next one last.
  private var deck: [Int] = []
  /// What is due, soonest first.
  private var pending: [Act] = []
  /// How often each kind of answer was given, so that nobody repeats themselves before they must.
  private var turns: [String: Int] = [:]
  /// Nil in a file of an earlier release, until it is known what time it is.
  private var whims: Whims?

  /// One thing that a resident does.
  struct Act: Sendable, Equatable {
    var due: Moment
    var person: Person
    var deed: Deed
  }

  enum Deed: Sendable, Equatable {
    /// Says a line of `Line.all`.
    case say(text: String, line: Int)
    case answer(status: Int64, text: String)
    case favourite(status: Int64)
    case boost(status: Int64)
    case vote(status: Int64, choice: Int)
    case follow(account: Int64)
    case accept(account: Int64)
    /// Begins a whim of `Whim.all`.
    case whim(Int)
    case edit(status: Int64, text: String)
    case delete(status: Int64)
  }

  init(seed: UInt64, now: Moment) {
    random = SeededRandom(seed: seed ^ 0x7265_7369_6465_6E74)
    nextLine = now
    nextLine = now + random.seconds(12...25)
    whims = Whims(seed: seed, now: now)
  }

  /// When there is something to do next.
  var nextDue: Moment { [pending.first?.due, whims?.next].compactMap(\.self).reduce(nextLine, min) }

  /// The next act that is due, if one is.
  mutating func next(until now: Moment) -> Act? {
    guard nextDue <= now else { return nil }
    if whims == nil { whims = Whims(seed: UInt64(bitPattern: nextLine.milliseconds), now: now) }
    let whimsDue = whims?.next ?? nextLine
    if let act = pending.first, act.due <= min(nextLine, whimsDue) { return pending.removeFirst() }
    if whimsDue < nextLine, let act = whims?.take(until: now) { return act }
    return sayLine(until: now)
  }

  /// A line every 20 to 60 seconds; after a long absence fewer, so that the gap is told and not flooded.
  private mutating func sayLine(until now: Moment) -> Act {
    let moment = nextLine
    let behind = Double(now.milliseconds - moment.milliseconds) / 1000
    nextLine = moment + (behind > 300 ? behind / 5 * random.seconds(0.6...1.4) : random.seconds(20...60))
    if deck.isEmpty { deck = Line.all.indices.shuffled(using: &random) }
    let index = deck.removeLast()
    let line = Line.all[index]
    return Act(
      due: moment, person: line.person,
      deed: .say(text: Slots.fill(line.text, at: moment, &random), line: index))
  }

  /// So many things can be on their minds; who talks faster than they can answer is listened to less.
  private static let patience = 150

  mutating func plan(_ person: Person, _ deed: Deed, at moment: Moment) {
    if pending.count >= Self.patience {
      switch deed {
      case .accept, .follow, .edit, .delete: break
      case .say, .answer, .favourite, .boost, .vote, .whim: return
      }
    }
    let act = Act(due: moment, person: person, deed: deed)
    // After those that are due at the same moment.
    let place = pending.firstIndex { $0.due > moment } ?? pending.endIndex
    pending.insert(act, at: place)
  }
}

extension Residents {
  /// Something that was said.
  struct Said: Sendable, Equatable {
    var status: Int64
    /// Nil for somebody who signed in.
    var resident: Person?
    var text: String
    var audience: Audience
    /// The residents who may see it, if it is not for everybody.
    var readers: [Person] = Person.talkers
    var mentions: [Person] = []
    /// Who wrote what it answers.
    var answering: Person?
    /// How many statuses stand above it.
    var depth = 0
    var pollOptions = 0
    /// The line of `Line.all` that it is.
    var line: Int?
  }

  /// Takes note of something that was said.
  mutating func notice(_ said: Said, at moment: Moment) {
    if said.resident == nil { answer(said, at: moment) } else { chat(said, at: moment) }
  }

  /// Takes note that somebody who signed in follows a resident, or asks to.
  mutating func noticeFollower(_ account: Int64, of person: Person, isAsking: Bool, at moment: Moment) {
    guard person != .tides, person != .you else { return }
    if isAsking { plan(person, .accept(account: account), at: moment + random.seconds(4...9)) }
    plan(person, .follow(account: account), at: moment + random.seconds(5...14))
  }

  /// What residents make of each other.
  private mutating func chat(_ said: Said, at moment: Moment) {
    guard let author = said.resident, said.audience.rawValue <= 1 else { return }
    var delay = 0.0
    for answer in said.line.map({ Line.all[$0].answers }) ?? [] {
      delay += random.seconds(12...35)
      plan(answer.person, .answer(status: said.status, text: answer.text), at: moment + delay)
    }
    let others = Person.talkers.filter { $0 != author }.shuffled(using: &random)
    for person in others.prefix(Int.random(in: 0...(said.depth == 0 ? 4 : 2), using: &random)) {
      plan(person, .favourite(status: said.status), at: moment + random.seconds(5...150))
    }
    if said.depth == 0, random.chance(10), let person = others.last {
      plan(person, .boost(status: said.status), at: moment + random.seconds(20...90))
    }
  }

  /// What residents make of what somebody says who signed in: one answers within seconds, others look on.
  private mutating func answer(_ said: Said, at moment: Moment) {
    let readers = said.readers.filter { $0 != .you }
    var busy: [Person] = []
    // After a few rounds a talk may end on the other's word.
    if let person = respondent(to: said, among: readers), said.depth < 8 || random.chance(50) {
      plan(
        person, .answer(status: said.status, text: words(of: person, to: said, at: moment)),
        at: moment + random.seconds(3...7))
      busy.append(person)
    }
    for person in said.mentions where !busy.contains(person) && readers.contains(person) {
      plan(
        person, .answer(status: said.status, text: words(of: person, to: said, at: moment)),
        at: moment + random.seconds(6...14))
      busy.append(person)
    }
    let others = readers.filter { !busy.contains($0) && $0 != .tides }.shuffled(using: &random)
    let likes = max(1, Int.random(in: 1...4, using: &random) - said.depth / 2)
    for person in (busy + others).filter({ $0 != .tides }).shuffled(using: &random).prefix(likes) {
      plan(person, .favourite(status: said.status), at: moment + random.seconds(2...25))
    }
    if said.pollOptions > 0 {
      for person in others where random.chance(70) {
        let choice = Int.random(in: 0..<said.pollOptions, using: &random)
        plan(person, .vote(status: said.status, choice: choice), at: moment + random.seconds(4...60))
      }
    }
    guard said.audience == .public, said.depth == 0 else { return }
    if random.chance(45), let person = others.first {
      plan(person, .boost(status: said.status), at: moment + random.seconds(8...35))
    }
    if random.chance(35), let person = others.dropFirst().first {
      plan(
        person, .answer(status: said.status, text: words(of: person, to: said, at: moment)),
        at: moment + random.seconds(12...30))
    }
  }

  /// Who answers: the one who is answered, the one who is named, the one who knows, or whoever is awake.
  private mutating func respondent(to said: Said, among readers: [Person]) -> Person? {
    if let person = said.answering, readers.contains(person) || person == .tides { return person }
    if let person = said.mentions.first(where: readers.contains) { return person }
    if said.mentions.contains(.tides) { return .tides }
    guard said.audience != .direct else { return nil }
    if let topic = Answers.topic(of: said.text) {
      let experts = topic.lines.map(\.person).filter { readers.contains($0) || $0 == .tides }
      if let expert = random.pick(experts) { return expert }
    }
    return random.pick(readers.filter { $0 != .tides })
  }

  private mutating func words(of person: Person, to said: Said, at moment: Moment) -> String {
    let topical = Answers.topic(of: said.text)?.lines.filter { $0.person == person }.map(\.text) ?? []
    let isQuestion = Answers.isQuestion(said.text)
    let echo = Self.echo(of: said.text)
    let (kind, lines) =
      if !topical.isEmpty { ("topic", topical) } else if isQuestion {
        ("question", Answers.toQuestion(by: person))
      } else {
        ("anything", Answers.toAnything(by: person).filter { !echo.isEmpty || !$0.contains("{words}") })
      }
    let key = "\(person.rawValue) \(kind)"
    let turn = turns[key] ?? Int.random(in: 0..<64, using: &random)
    turns[key] = turn + 1
    return Slots.fill(lines.isEmpty ? "" : lines[turn % lines.count], at: moment, words: echo, &random)
  }

  /// The first few words of what was said, if they can be repeated without naming anybody or linking anywhere.
  private static func echo(of text: String) -> String {
    let plain = TypedText(text).pieces.map { piece in if case .text(let text) = piece { text } else { "" } }.joined()
    let sentence = plain.split { ".!?…\n".contains($0) }.first ?? ""
    let words = sentence.split(separator: " ").prefix(7).joined(separator: " ")
    return words.count >= 6 && words.count <= 60 && !words.contains("{") ? words : ""
  }
}
