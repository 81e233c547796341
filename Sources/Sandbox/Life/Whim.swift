/// What a resident does now and then besides talking: asks everybody, mends a slip, takes something back.
struct Whim: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case ask([String])
    /// Posts it with a slip first, and mends it.
    case mend(String)
    case takeBack
  }

  var person: Person
  /// What is posted first.
  var text: String
  var kind: Kind

  static let all: [Whim] = [
    Whim(
      person: .rook, text: "Question from the night shift: what keeps you awake?",
      kind: .ask(["Tea", "The weir", "My own thoughts", "This poll"])),
    Whim(person: .wren, text: "The bees have chosen a new quene.", kind: .mend("The bees have chosen a new queen.")),
    Whim(person: .pool, text: "I have had it with the harbour board and I", kind: .takeBack),
    Whim(
      person: .moss, text: "The library gets one new chair. Which way shall it face?",
      kind: .ask(["The canal", "The stove", "The door, for safety"])),
    Whim(
      person: .zoe, text: "Closed tommorow. The wheel and I have to talk.",
      kind: .mend("Closed tomorrow. The wheel and I have to talk.")),
    Whim(person: .heron, text: "It was warm today. I take that back.", kind: .takeBack),
  ]
}

extension Residents {
  /// A whim every three to seven minutes, in turn.
  ///
  /// They have a chance of their own, so that what is said otherwise does not depend on them.
  struct Whims: Codable, Sendable, Equatable {
    var random: SeededRandom
    var next: Moment
    var turn = 0

    init(seed: UInt64, now: Moment) {
      random = SeededRandom(seed: seed ^ 0x7768_696D)
      next = now
      next = now + random.seconds(180...420)
    }

    /// After a long absence one is enough.
    mutating func take(until now: Moment) -> Act {
      let (moment, index) = (next, turn % Whim.all.count)
      turn += 1
      next = max(moment, now + -1) + random.seconds(180...420)
      return Act(due: moment, person: Whim.all[index].person, deed: .whim(index))
    }
  }

  /// What becomes of a whim once it is posted.
  mutating func follow(_ index: Int, as status: Int64, at moment: Moment) {
    guard Whim.all.indices.contains(index) else { return }
    let whim = Whim.all[index]
    switch whim.kind {
    case .ask: return
    case .mend(let text): plan(whim.person, .edit(status: status, text: text), at: moment + 25)
    case .takeBack: plan(whim.person, .delete(status: status), at: moment + 40)
    }
  }
}

extension Transaction {
  /// Posts what a whim begins with.
  func perform(_ whim: Whim, as actor: Int64, at moment: Moment) throws {
    var new = NewStatus(author: actor, text: whim.text)
    new.language = whim.person.language
    if case .ask(let options) = whim.kind { new.poll = NewStatus.Poll(options: options, expiresIn: 3600) }
    try post(new, at: moment)
  }

  /// Mends a status and leaves the rest of it as it is.
  func mend(_ status: StatusRow, _ text: String, at moment: Moment) throws {
    try edit(
      status,
      StatusEdit(
        text: text, spoilerText: status.spoilerText, sensitive: status.sensitive, language: status.language,
        media: try media(of: status.id), poll: nil, quotePolicy: nil), at: moment)
  }
}
