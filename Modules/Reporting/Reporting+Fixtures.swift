import FeatureKit
import MastodonKit

extension Reporting {
  final class Fixtures: Sendable {
    let loading = State(form: Form.State("report", form: Form([]), phase: .loading, finish: .send))
    /// Just opened from a post of an account on another server.
    let fresh = State(subject: .remote)
    /// A broken rule, with posts and a comment.
    let filled = State(
      subject: .remote,
      changing: [.category: ["violation"], .rules: ["1"], .comment: ["Every day the same."], .posts: ["1", "2"]])
    /// An account on this server without posts.
    let silent = State(subject: .silent)
    let refused = State(subject: .silent, phase: .refused(.fixtures.serverError))
    let hostile = State(subject: .hostile)
  }
}

extension Reporting {
  final class SubjectFixtures: Sendable {
    let remote = Subject.remote
    let silent = Subject.silent
    let hostile = Subject.hostile
  }
}

extension Reporting.State {
  init(
    subject: Reporting.Subject, changing values: [Form.Field.Name: [String]] = [:], phase: Form.State.Phase = .editing
  ) {
    var form = Reporting.form(subject)
    for (name, values) in values {
      do { try form.set(name, to: values) } catch { continue }
    }
    self.init(form: Form.State("report", form: form, phase: phase, finish: .send), subject: subject)
  }
}

extension Reporting.Subject {
  static let remote = Reporting.Subject(
    account: Account.fixtures.pool, statuses: [Status.fixtures.threadRoot, Status.fixtures.plain], named: 1,
    rules: Instance.fixtures.sandbox.rules, server: "sandbox.example")
  static let silent = Reporting.Subject(
    account: Account.fixtures.rook, statuses: [], named: 0, rules: [], server: "sandbox.example")
  static let hostile = Reporting.Subject(
    account: Account.fixtures.hostile, statuses: [Status.fixtures.hostileWarning], named: 1, rules: [],
    server: "sandbox.example")
}

extension Reporting.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Reporting.Action(
      report: { _, _ in .screen }, subject: { _, _ in Account.fixtures.pool },
      owner: { _ in Account.fixtures.pool.id }, rules: { [] }, send: { _ in })
  }
}
