extension Form {
  /// The command that finishes a form, with the words for its progress and result.
  public struct Finish: Hashable, Sendable {
    /// The command: `save`.
    public var verb: String
    /// The gerund, as in “Close without saving …?”: `saving`.
    public var doing: String
    /// The participle, as in “not saved”: `saved`.
    public var done: String

    public init(verb: String, doing: String, done: String) {
      self.verb = verb
      self.doing = doing
      self.done = done
    }

    public static let save = Finish(verb: "save", doing: "saving", done: "saved")
    /// The form is sent to someone.
    public static let send = Finish(verb: "send", doing: "sending", done: "sent")
  }
}
