/// Encoded as short arrays, because up to 150 actions are stored after each post.
extension ResidentSchedule.Action: Codable {
  // Files of earlier releases contain these names.
  private enum StoredKind: String, Codable {
    case favourite, boost, vote, follow, accept, edit, delete
    case post = "say"
    case reply = "answer"
    case behavior = "whim"
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    due = Moment(milliseconds: try list.decode(Int64.self))
    resident = try list.decode(Resident.self)
    let storedKind = try list.decode(StoredKind.self)
    let id = try list.decode(Int64.self)
    switch storedKind {
    case .post: kind = .post(text: try list.decode(String.self), index: Int(id))
    case .reply: kind = .reply(status: id, text: try list.decode(String.self))
    case .favourite: kind = .favourite(status: id)
    case .boost: kind = .boost(status: id)
    case .vote: kind = .vote(status: id, choice: try list.decode(Int.self))
    case .follow: kind = .follow(account: id)
    case .accept: kind = .accept(account: id)
    case .behavior: kind = .behavior(Int(id))
    case .edit: kind = .edit(status: id, text: try list.decode(String.self))
    case .delete: kind = .delete(status: id)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(due.milliseconds)
    try list.encode(resident)
    func head(_ kind: StoredKind, _ id: Int64) throws {
      try list.encode(kind)
      try list.encode(id)
    }
    switch kind {
    case .post(let text, let index):
      try head(.post, Int64(index))
      try list.encode(text)
    case .reply(let status, let text):
      try head(.reply, status)
      try list.encode(text)
    case .favourite(let status): try head(.favourite, status)
    case .boost(let status): try head(.boost, status)
    case .vote(let status, let choice):
      try head(.vote, status)
      try list.encode(choice)
    case .follow(let account): try head(.follow, account)
    case .accept(let account): try head(.accept, account)
    case .behavior(let index): try head(.behavior, Int64(index))
    case .edit(let status, let text):
      try head(.edit, status)
      try list.encode(text)
    case .delete(let status): try head(.delete, status)
    }
  }
}
