/// Acts are stored as short lists: there may be a hundred, and they are written anew with each thing that somebody says.
extension Residents.Act: Codable {
  private enum Kind: String, Codable { case say, answer, favourite, boost, vote, follow, accept, whim, edit, delete }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    due = Moment(milliseconds: try list.decode(Int64.self))
    person = try list.decode(Person.self)
    let kind = try list.decode(Kind.self)
    let id = try list.decode(Int64.self)
    switch kind {
    case .say: deed = .say(text: try list.decode(String.self), line: Int(id))
    case .answer: deed = .answer(status: id, text: try list.decode(String.self))
    case .favourite: deed = .favourite(status: id)
    case .boost: deed = .boost(status: id)
    case .vote: deed = .vote(status: id, choice: try list.decode(Int.self))
    case .follow: deed = .follow(account: id)
    case .accept: deed = .accept(account: id)
    case .whim: deed = .whim(Int(id))
    case .edit: deed = .edit(status: id, text: try list.decode(String.self))
    case .delete: deed = .delete(status: id)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(due.milliseconds)
    try list.encode(person)
    func head(_ kind: Kind, _ id: Int64) throws {
      try list.encode(kind)
      try list.encode(id)
    }
    switch deed {
    case .say(let text, let line):
      try head(.say, Int64(line))
      try list.encode(text)
    case .answer(let status, let text):
      try head(.answer, status)
      try list.encode(text)
    case .favourite(let status): try head(.favourite, status)
    case .boost(let status): try head(.boost, status)
    case .vote(let status, let choice):
      try head(.vote, status)
      try list.encode(choice)
    case .follow(let account): try head(.follow, account)
    case .accept(let account): try head(.accept, account)
    case .whim(let index): try head(.whim, Int64(index))
    case .edit(let status, let text):
      try head(.edit, status)
      try list.encode(text)
    case .delete(let status): try head(.delete, status)
    }
  }
}
