/// What a resident does now and then besides talking: asks everybody, mends a slip, takes something back.
struct ResidentBehavior: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case poll([String])
    /// Posts it with a slip first, and mends it.
    case correct(String)
    case delete
  }

  var resident: Resident
  /// What is posted first.
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
  /// A whim every three to seven minutes, in turn.
  ///
  /// They have a chance of their own, so that what is said otherwise does not depend on them.
  struct Behaviors: Codable, Sendable, Equatable {
    var random: SeededRandom
    var next: Moment
    var turn = 0

    init(seed: UInt64, now: Moment) {
      random = SeededRandom(seed: seed ^ 0x7768_696D)
      next = now
      next = now + random.seconds(180...420)
    }

    /// After a long absence one is enough.
    mutating func take(until now: Moment) -> Action {
      let (moment, index) = (next, turn % ResidentBehavior.all.count)
      turn += 1
      next = max(moment, now + -1) + random.seconds(180...420)
      return Action(due: moment, resident: ResidentBehavior.all[index].resident, kind: .behavior(index))
    }
  }

  /// What becomes of a whim once it is posted.
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
  /// Posts what a whim begins with.
  func perform(_ behavior: ResidentBehavior, as actor: Int64, at moment: Moment) throws {
    var new = NewStatus(author: actor, text: behavior.text)
    new.language = behavior.resident.language
    if case .poll(let options) = behavior.kind { new.poll = NewStatus.Poll(options: options, expiresIn: 3600) }
    try post(new, at: moment)
  }

  /// Mends a status and leaves the rest of it as it is.
  func correct(_ status: StatusRow, _ text: String, at moment: Moment) throws {
    try edit(
      status,
      StatusEdit(
        text: text, spoilerText: status.spoilerText, sensitive: status.sensitive, language: status.language,
        media: try media(of: status.id), poll: nil, quotePolicy: nil), at: moment)
  }
}
