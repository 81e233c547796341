extension Form {
  /// How a form is finished: what is typed, and what it is called while and after it is done.
  public struct Finish: Hashable, Sendable {
    /// The verb: `save`.
    public var verb: String
    /// What somebody leaves it without: `saving`.
    public var doing: String
    /// What it is then: `saved`.
    public var done: String

    /// Makes a way to finish.
    public init(verb: String, doing: String, done: String) {
      self.verb = verb
      self.doing = doing
      self.done = done
    }

    /// It is kept.
    public static let save = Finish(verb: "save", doing: "saving", done: "saved")
    /// It goes to somebody.
    public static let send = Finish(verb: "send", doing: "sending", done: "sent")
  }
}
