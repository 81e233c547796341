import FeatureKit
import LocalStore
import TerminalKit

extension SignInCoordinator {
  /// The unread notifications of each account that is signed in here, and of the sandbox in use; all servers are asked at once.
  func unreadCounts() async throws -> [String: Result<Int, AppError>] {
    let (identity, unread) = (try context.session().identity, context.unread)
    let ids = try accounts.known().all.map(\.id) + (identity.isSandbox ? [identity.id] : [])
    let counts = try await ids.concurrentResults { try await unread($0) }
    return Dictionary(uniqueKeysWithValues: zip(ids, counts.map { $0.mapError { AppError($0) } }))
  }

  /// Lists the accounts that are signed in here.
  ///
  /// - Parameter unread: The unread notifications of each, if they were asked for.
  func accountsDocument(_ unread: [String: Result<Int, AppError>] = [:]) throws -> Document {
    let session = try context.session()
    let live = session.liveUpdates
    let known = try accounts.known().all
    var names = known.map(\.id)
    let unconfirmed = known.filter { $0.accountID == KnownAccount.unconfirmedID }.map(\.id)
    let current = session.identity.id
    // A script never falls back to the sandbox, so it cannot switch there.
    if try context.choice().fallsBackToSandbox || session.identity.isSandbox { names.append(AccountIdentity.sandboxID) }
    let rows = names.map { name -> [StyledText] in
      let state = name == current ? "in use" : unconfirmed.contains(name) ? "not confirmed yet" : ""
      let count = unread[name].map { result in
        switch result {
        case .success(let count): StyledText("\(count) unread", count > 0 ? .accent : .secondary)
        case .failure(let error): StyledText(error.message, .warning)
        }
      }
      return [StyledText("  @\(name)", .name), StyledText(state, .secondary)] + (count.map { [$0] } ?? [])
    }
    return Document(
      kind: "accounts", title: Document.Title("Accounts"),
      blocks: (rows.isEmpty ? [.paragraph("No account is signed in.")] : [.table(rows)])
        + (live.map { [.blank, .paragraph(StyledText("Live updates: ") + $0.text)] } ?? []),
      hint: StyledText(
        ((names.count > 1 ? ["switch ACCOUNT"] : []) + ["login HOST"] + (known.isEmpty ? [] : ["logout"]))
          .joined(separator: " · "), .hint),
      data: [
        JSONValue.Member("accounts", .array(names.map(JSONValue.string))),
        JSONValue.Member("unconfirmed", .array(unconfirmed.map(JSONValue.string))),
        JSONValue.Member("current", names.contains(current) ? .string(current) : .null),
        JSONValue.Member("live", .optional(live?.name)),
      ]
        + (unread.isEmpty
          ? []
          : [
            JSONValue.Member(
              "unread",
              .array(
                names.compactMap { name in
                  switch unread[name] {
                  case .success(let count): ["account": .string(name), "notifications": .int(count), "error": .null]
                  case .failure(let error):
                    ["account": .string(name), "notifications": .null, "error": .string(error.message)]
                  case nil: nil
                  }
                }))
          ]))
  }

  /// The name of an account that is signed in here, or of the sandbox; another is refused before anything is asked.
  var knownAccount: Parameter<String> {
    let word = Parameter<String>.word("ACCOUNT")
    return Parameter(word.descriptions[0]) { [weak self] reader in
      let name = try await word.parse(reader)
      guard let self, !isSandbox(AccountManager.id(in: name)) else { return name }
      return try accounts.id(named: name)
    }
  }

  private func isSandbox(_ id: String) -> Bool { id == "sandbox" || id == AccountIdentity.sandboxID }

  /// Switches to an account that is signed in here, or to the sandbox.
  func switchAccount(to name: String) async throws -> Response {
    let id = AccountManager.id(in: name)
    do {
      if isSandbox(id) {
        let choice = try context.choice()
        // A single command at a terminal ends with it, and the next would act as the account again.
        guard choice.usesSandbox || (choice.fallsBackToSandbox && context.isInteractive()) else {
          throw AppError.usage(
            "Only the prompt can switch to the sandbox.", suggestion: "Run it with howdah --sandbox.")
        }
        try context.install(.sandbox)
        return switched(to: AccountIdentity.sandboxID)
      }
      if let known = try accounts.known()[id], known.accountID == KnownAccount.unconfirmedID {
        try await confirm(known)
      }
      let account = try await accounts.signedIn(id)
      try accounts.select(id)
      try context.install(account)
    } catch {
      throw AppError(error)
    }
    return switched(to: id)
  }

  /// The answer; at the prompt the account's first screen follows.
  private func switched(to id: String) -> Response {
    let toast = Toast(
      .success, StyledText("Switched to ") + StyledText("@\(id)", .name) + ".",
      data: [JSONValue.Member("account", .string(id))])
    return context.isInteractive() ? .screenAfter(toast) : .toast(toast)
  }
}
