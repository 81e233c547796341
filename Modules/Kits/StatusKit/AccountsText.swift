public import FeatureKit
public import TerminalKit

/// The words of screens that show several of the user's accounts together.
public enum AccountsText {
  /// `@wren@garden.example and @wren@shore.example`, or `3 accounts`.
  public static func title(_ accounts: [String]) -> String {
    accounts.count > 2 ? count(accounts) : names(accounts)
  }

  /// `2 accounts`.
  public static func count(_ accounts: [String]) -> String { CountText.of(accounts.count, "account") }

  /// All of them: `@a@x, @b@y and @c@z`.
  public static func names(_ accounts: [String]) -> String {
    let names = accounts.map { "@\(Sanitizer.oneLine($0))" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The value of `--accounts`.
  public static func typed(_ accounts: [String]) -> String { accounts.map { "@\($0)" }.joined(separator: ",") }

  /// The line about an account that could not be read, and what to do where only the user can.
  public static func warning<Element>(_ failure: MergeReader<String, Element>.Failure) -> String {
    let error = failure.error
    let isSignedOut = if case .unauthorized = error { true } else { false }
    return "Without @\(failure.source): \(error.message)\(isSignedOut ? " \(error.suggestion)" : "")"
  }

  /// The member of a row's JSON: the accounts that it came to.
  static func receivers(_ accounts: [String]) -> JSONValue.Member {
    .init("to", .array(accounts.map { .string("@\($0)") }))
  }

  /// The names behind a line of several accounts.
  static func note(_ accounts: [String]) -> StyledText { StyledText(" · for \(names(accounts))", .secondary) }

  /// A row of an account's, in a list of several: it says whose it is, and so does its number.
  public static func row(_ item: Item, of account: String) -> Item {
    var item = item
    let name = "@\(Sanitizer.oneLine(account))"
    let note = note([account])
    switch item.blocks.first {
    case .paragraph(let text): item.blocks[0] = .paragraph(text + note)
    case .spread(let text, let trailing): item.blocks[0] = .spread(text + note, trailing: trailing)
    default: break
    }
    if !item.spoken.isEmpty { item.spoken = Sentence.closed(Sentence.joined([item.spoken, "For \(name)"])) }
    item.references = item.references.map { $0.of(account) }
    item.data = item.data.adding(receivers([account]))
    return item
  }

  /// The members of the screen's JSON: the accounts, and those that are missing.
  public static func data<Element>(
    _ accounts: [String], without failures: [MergeReader<String, Element>.Failure]
  ) -> [JSONValue.Member] {
    [
      .init("accounts", .array(accounts.map { .string("@\($0)") })),
      .init(
        "missing",
        .array(
          failures.map {
            [
              "account": .string("@\($0.source)"), "error": .string($0.error.code),
              "message": .string($0.error.message),
            ]
          })),
    ]
  }
}

extension JSONValue {
  /// The value with the accounts that it came to, in a list of several.
  public func adding(receivers accounts: [String]) -> JSONValue {
    accounts.isEmpty ? self : adding(AccountsText.receivers(accounts))
  }
}

extension Note {
  /// The line with the account that it came to, in a watch of several; what is done with its label is done as that account.
  public func of(_ accounts: [String]) -> Note {
    guard let first = accounts.first else { return self }
    var note = self
    note.text += AccountsText.note(accounts)
    note.references = references.map { $0.of(first) }
    return note
  }
}
