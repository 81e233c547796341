/// A scripted action of a resident besides posting and replying: starts a poll, corrects a typo, or deletes a post.
struct ResidentBehavior: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case poll([String])
    /// The corrected text; the first one has a typo.
    case correct(String)
    case delete
  }

  var resident: Resident
  /// The text that is posted first.
  var text: String
  var kind: Kind

  static let all: [ResidentBehavior] = [
    ResidentBehavior(
      resident: .rook, text: "Question from the night shift: what keeps you awake?",
      kind: .poll(["Tea", "The weir", "My own thoughts", "This poll"])),
    ResidentBehavior(
      resident: .wren, text: "The bees have chosen a new quene.", kind: .correct("The bees have chosen a new queen.")),
    ResidentBehavior(resident: .pool, text: "I have had it with the harbour board and I", kind: .delete),
    ResidentBehavior(
      resident: .moss, text: "The library gets one new chair. Which way shall it face?",
      kind: .poll(["The canal", "The stove", "The door, for safety"])),
    ResidentBehavior(
      resident: .zoe, text: "Closed tommorow. The wheel and I have to talk.",
      kind: .correct("Closed tomorrow. The wheel and I have to talk.")),
    ResidentBehavior(resident: .heron, text: "It was warm today. I take that back.", kind: .delete),
  ]
}

extension ResidentSchedule {
  /// Schedules one behavior every three to seven minutes, in order.
  ///
  /// It has its own random numbers so that the other actions do not depend on it.
  struct Behaviors: Codable, Sendable, Equatable {
    var random: SeededRandom
    var next: Moment
    var turn = 0

    init(seed: UInt64, now: Moment) {
      random = SeededRandom(seed: seed ^ 0x7768_696D)
      next = now
      next = now + random.seconds(180...420)
    }

    /// Returns the next behavior; only one is performed after a long pause.
    mutating func take(until now: Moment) -> Action {
      let (moment, index) = (next, turn % ResidentBehavior.all.count)
      turn += 1
      next = max(moment, now + -1) + random.seconds(180...420)
      return Action(due: moment, resident: ResidentBehavior.all[index].resident, kind: .behavior(index))
    }
  }

  /// Plans the second step of a behavior after its post.
  mutating func follow(_ index: Int, as status: Int64, at moment: Moment) {
    guard ResidentBehavior.all.indices.contains(index) else { return }
    let behavior = ResidentBehavior.all[index]
    switch behavior.kind {
    case .poll: return
    case .correct(let text): plan(behavior.resident, .edit(status: status, text: text), at: moment + 25)
    case .delete: plan(behavior.resident, .delete(status: status), at: moment + 40)
    }
  }
}

extension Transaction {
  /// Posts the first text of a behavior.
  func perform(_ behavior: ResidentBehavior, as actor: Int64, at moment: Moment) throws {
    var new = NewStatus(author: actor, text: behavior.text)
    new.language = behavior.resident.language
    if case .poll(let options) = behavior.kind { new.poll = NewStatus.Poll(options: options, expiresIn: 3600) }
    try post(new, at: moment)
  }

  /// Changes the text of a status only.
  func correct(_ status: StatusRow, _ text: String, at moment: Moment) throws {
    try edit(
      status,
      StatusEdit(
        text: text, spoilerText: status.spoilerText, sensitive: status.sensitive, language: status.language,
        media: try media(of: status.id), poll: nil, quotePolicy: nil), at: moment)
  }
}
