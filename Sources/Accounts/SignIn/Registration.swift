import MastodonClient
import MastodonKit
import TerminalKit

/// The user's answers so far on the way to a new account.
struct Registration {
  /// The fields of the server's form, by its names.
  enum Field: String, CaseIterable {
    case username, email, password, reason
    case dateOfBirth = "date_of_birth"
  }

  let server: ServerAddress
  let instance: Instance
  /// The answers; the password is among them, so they are never printed or stored.
  var answers: [Field: String] = [:]
  /// The mistake in the last answers, shown above the next question.
  var refusal: String?

  /// The fields to ask for, in order.
  var fields: [Field] {
    let registrations = instance.registrations
    return Field.allCases.filter { field in
      switch field {
      case .username, .email, .password: true
      case .reason: registrations.reasonRequired ?? registrations.approvalRequired
      case .dateOfBirth: registrations.minAge != nil
      }
    }
  }

  /// The first field without an answer.
  var next: Field? { fields.first { answers[$0] == nil } }

  func prompt(for field: Field) -> String {
    switch field {
    case .username: "User name on \(server.name)"
    case .email: "Email address"
    case .password: "New password"
    case .reason: "Why do you want to join \(server.name)"
    case .dateOfBirth: "Date of birth, such as 1990-12-31"
    }
  }

  /// Forgets the answers that a refusal names; if it names none, all but the password.
  mutating func forget(refused words: String) {
    let lower = words.lowercased()
    let named = fields.filter { field in
      switch field {
      case .username: lower.contains("username")
      case .email: lower.contains("email") || lower.contains("e-mail")
      case .password: lower.contains("password")
      case .reason: lower.contains("reason")
      case .dateOfBirth: lower.contains("birth") || lower.contains("age ")
      }
    }
    for field in named.isEmpty ? fields.filter({ $0 != .password }) : named { answers[field] = nil }
    refusal = words.isEmpty ? "\(server.name) refused this without a reason." : Sanitizer.clean(words)
  }

  /// The request for the account.
  var signUp: SignUp {
    SignUp(
      username: answers[.username] ?? "", email: answers[.email] ?? "", password: answers[.password] ?? "",
      agreesToRules: true, locale: "en", reason: answers[.reason], dateOfBirth: answers[.dateOfBirth])
  }

  /// The server's rules and conditions, to be agreed to.
  var rules: Document {
    var blocks: [Block] = instance.rules.enumerated().map { index, rule in
      let hint = rule.hint.isEmpty ? [] : [Block.paragraph(StyledText(rule.hint, .secondary))]
      return .listItem(marker: StyledText("\(index + 1).", .secondary), [.paragraph(StyledText(rule.text))] + hint)
    }
    var conditions: [String] = []
    if instance.registrations.approvalRequired { conditions.append("A moderator approves each new account.") }
    if let age = instance.registrations.minAge { conditions.append("You must be at least \(age) years old.") }
    if !conditions.isEmpty {
      blocks += (blocks.isEmpty ? [] : [.blank]) + [.paragraph(StyledText(conditions.joined(separator: " ")))]
    }
    let title = instance.rules.isEmpty ? "New account on \(server.name)" : "Rules of \(server.name)"
    return Document(
      kind: "register", title: Document.Title(title), blocks: blocks,
      data: [
        JSONValue.Member("rules", .array(instance.rules.map { .string($0.text) })),
        JSONValue.Member("approval_required", .bool(instance.registrations.approvalRequired)),
        JSONValue.Member("min_age", instance.registrations.minAge.map { .int($0) } ?? .null),
      ])
  }
}
