import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit

/// Lists in one line, without the form: `list create Friends @zoe --exclusive`, `list add Friends @rook`.
extension Lists {
  @MainActor
  struct Editor {
    /// The list of lists, which hears of changes.
    let model: @MainActor () -> Model
    let lists: @MainActor () -> ListService
    let accounts: @MainActor () -> AccountService

    /// The lines, as the commands need them.
    var lines: State.Lines {
      State.Lines(
        words: ["rename", "add", "remove", "members"], lone: ["members"],
        isContent: { $0.first == "@" && $0.count > 1 },
        options: [
          .option("replies", "WHOSE", choices: List.RepliesPolicy.known.map(\.rawValue)), .flag("exclusive"),
          .flag("no-exclusive"),
        ],
        discussion: """
          create NAME @NAME… makes a list at once, with its members; without a name it opens a form. add and remove take \
          accounts behind the name, members shows who is in it, and rename takes the new name behind the old one. Put \
          quotes around a name of several words where more follows. You must follow whom you add. --replies says which \
          replies the list shows: followed (to accounts you follow), list (to members) or none. --exclusive leaves its \
          posts out of Home. edit NAME with these options changes them, and without opens the form.
          """,
        create: { name, members, reader in try await create(name, members, reader) },
        change: { word, list, contents, reader in try await change(word, list, contents, reader) },
        changeUnread: { word, name, contents in
          guard ReferenceSyntax.numbers(name) == nil, ReferenceSyntax.id(in: name) == nil else { return nil }
          return try await changeUnread(word, UnreadID.list(named: name), name, contents)
        })
    }

    private func create(_ name: String, _ members: [String], _ reader: ArgumentReader) async throws -> Response? {
      guard !name.isEmpty else { throw reader.refusal("The list needs a name.") }
      let (replies, exclusive) = try await settings(reader)
      // Found first: a wrong name must not leave half a list.
      let found = try await accounts(named: members, reader)
      let list = try await lists().create(
        ListDraft(title: try title(name), repliesPolicy: replies ?? .list, exclusive: exclusive ?? false))
      await model().show(list)
      return try await adding(found, to: list, saying: "Created the list “\(face.shownName(list))”", isNew: true)
    }

    /// Adds accounts to a list or removes them where they can't be read: they are found when that is sent.
    private func changeUnread(
      _ word: String, _ list: List.ID, _ name: String, _ contents: [String]
    ) async throws -> Response? {
      let accounts = contents.map { Account.ID($0.hasPrefix("@") ? $0 : "@\($0)") }
      let areNamed = contents.allSatisfy { $0.hasPrefix("@") || ReferenceSyntax.isName($0) }
      guard ["add", "remove"].contains(word), areNamed, !accounts.isEmpty else { return nil }
      var isChanged = false
      return try await Response.each(
        accounts, typed: \.rawValue,
        done: { isChanged ? .success("Changed the list “\(Sanitizer.clean(name))”.") : nil }
      ) { account in
        if word == "add" { try await lists().add(list, [account]) } else { try await lists().remove(list, [account]) }
        isChanged = true
      }
    }

    private func change(
      _ word: String, _ list: List, _ contents: [String], _ reader: ArgumentReader
    ) async throws -> Response {
      switch word {
      case "members":
        let members = try await lists().accounts(list.id)
        return .view { [name = typed(list)] layout in membersView(members, of: name, layout: layout) }
      case "add", "remove":
        let named: [Account]
        do { named = try await accounts(named: try some(contents, reader), reader) } catch {
          // The list may be kept on this machine where the accounts are not.
          guard AppError(error).canWait, let response = try await changeUnread(word, list.id, list.title, contents)
          else { throw error }
          return response
        }
        guard word == "remove" else { return try await adding(named, to: list, saying: nil, isNew: false) }
        var members = Set(named.map(\.id))
        do { members = Set(try await lists().accounts(list.id).map(\.id)) } catch  where AppError(error).canWait {
          // The server finds accounts that are not in the list when the request is sent.
        }
        let found = named.filter { members.contains($0.id) }
        guard !found.isEmpty else {
          let names = named.map { "@\($0.acct)" }.joined(separator: ", ")
          return .information(
            "\(names) \(named.count == 1 ? "is" : "are") not in the list “\(face.shownName(list))”.",
            hint: "list members \(typed(list))", data: data(list, []))
        }
        try await lists().remove(list.id, found.map(\.id))
        let names = found.map { "@\($0.acct)" }
        return .success(
          "Removed \(names.joined(separator: ", ")) from the list “\(face.shownName(list))”.",
          hint: "list members \(typed(list))", data: data(list, found),
          undo: .command("list add id:\(list.id) \(names.joined(separator: " "))"))
      case "rename":
        let name = contents.joined(separator: " ")
        guard !name.isEmpty else { throw reader.refusal("What is its new name?") }
        guard name != list.title else {
          return .information("The list is called “\(face.shownName(list))” already.", data: data(list, nil))
        }
        let draft = ListDraft(title: try title(name))
        let changed = try await lists().update(list.id, draft)
        await model().show(changed)
        let isRenamed = changed.title != list.title
        return .success(
          isRenamed
            ? "Renamed the list “\(face.shownName(list))” to “\(face.shownName(changed))”."
            : "The list is still called “\(face.shownName(list))”.",
          hint: "list \(typed(changed))", data: data(changed, nil),
          undo: Toast.Undo(restoration(of: list, after: draft)))
      default:
        let (replies, exclusive) = try await settings(reader)
        let draft = ListDraft(repliesPolicy: replies, exclusive: exclusive)
        let changed = try await lists().update(list.id, draft)
        await model().show(changed)
        let details = face.details(changed, Layout(now: .distantPast)).filter { !$0.isEmpty }
        return .success(
          "Changed the list “\(face.shownName(changed))”: \(details.joined(separator: ", ")).",
          hint: "list \(typed(changed))", data: data(changed, nil),
          undo: Toast.Undo(restoration(of: list, after: draft)))
      }
    }

    /// The command that makes a list as it is, with its members; `nil` if they can't be read.
    func recreation(of list: List) async -> String? {
      guard let name = face.recreatedName(list, sign: "@"), List.RepliesPolicy.known.contains(list.repliesPolicy),
        // Without them the question says that it can't be undone.
        let members = try? await lists().accounts(list.id)
      else { return nil }
      return
        (["list create \(name)"] + members.map { "@\($0.acct)" } + ["--replies \(list.repliesPolicy.rawValue)"]
        + (list.exclusive ? ["--exclusive"] : [])).joined(separator: " ")
    }

    /// Adds accounts one by one, since the server refuses all of them where it refuses one.
    private func adding(_ found: [Account], to list: List, saying start: String?, isNew: Bool) async throws -> Response
    {
      var (added, already): ([Account], [Account]) = ([], [])
      func response() -> Response {
        guard isNew || !added.isEmpty else {
          let names = already.map { "@\($0.acct)" }.joined(separator: ", ")
          let sentence = "\(names) \(already.count == 1 ? "is" : "are") in the list “\(face.shownName(list))” already."
          return .information(sentence, hint: "list members \(typed(list))", data: data(list, []))
        }
        let names = added.map { "@\($0.acct)" }.joined(separator: ", ")
        let name = typed(list)
        let sentence =
          start.map {
            $0 + (added.isEmpty ? "." : " with \(names).") + model().state.namesakes(of: list, face)
          } ?? "Added \(names) to the list “\(face.shownName(list))”."
        let typed = added.map { "@\($0.acct)" }.joined(separator: " ")
        return .success(
          sentence, hint: isNew ? (added.isEmpty ? "list add \(name) @NAME" : "list \(name)") : "list members \(name)",
          data: data(list, added),
          undo: .command(isNew ? "list delete id:\(list.id)" : "list remove id:\(list.id) \(typed)"))
      }
      var waiting: (any Error)?
      for account in found {
        do { try await lists().add(list.id, [account.id]) } catch {
          if AppError(error).isQueued || AppError(error).isWithdrawn {
            waiting = error
            continue
          }
          if try await lists().accounts(list.id).contains(where: { $0.id == account.id }) {
            already.append(account)
            continue
          }
          let reason = AppError.detailed(
            AppError(error), suggestion: "You can add accounts that you follow: follow @\(account.acct).", data: [])
          guard isNew || !added.isEmpty else { throw reason }
          throw PartialFailure(done: response(), error: reason)
        }
        added.append(account)
      }
      if let waiting { throw waiting }
      return response()
    }

    private func typed(_ list: List) -> String { model().state.typed(list, face) }

    private func data(_ list: List, _ found: [Account]?) -> [JSONValue.Member] {
      [.init("list", face.data(list))]
        + (found.map { [.init("accounts", .array($0.map { .string($0.acct) }))] } ?? [])
    }

    private func settings(_ reader: ArgumentReader) async throws -> (List.RepliesPolicy?, exclusive: Bool?) {
      let known = List.RepliesPolicy.known.map(\.rawValue)
      let replies = try await Parameter<String?>.option("replies", "WHOSE", choices: known).parse(reader)
      let (yes, no) = (reader.flag("exclusive") != nil, reader.flag("no-exclusive") != nil)
      if yes, no { throw reader.refusal("--exclusive and --no-exclusive can't be combined.") }
      return (replies.map(List.RepliesPolicy.init(rawValue:)), yes ? true : no ? false : nil)
    }

    private func title(_ name: String) throws -> String {
      guard name.count <= 256 else {
        throw AppError.validation("The name is too long.", suggestion: "Use at most 256 characters.")
      }
      return name
    }

    private func some(_ words: [String], _ reader: ArgumentReader) throws -> [String] {
      guard !words.isEmpty else { throw reader.refusal("Which accounts?") }
      return words
    }

    private func lookup(_ word: String, _ reader: ArgumentReader) async throws -> Account {
      let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
      do { return try await accounts().lookup(name) } catch MastodonError.notFound(let host, let operation) {
        // The look-up of every command says which account is not there.
        _ = try await reader.context.resolve("@\(name)", .account)
        throw MastodonError.notFound(host: host, operation: operation)
      }
    }

    /// The accounts that words name: `@zoe`, `zoe`, or a number on the screen.
    private func accounts(named words: [String], _ reader: ArgumentReader) async throws -> [Account] {
      var found: [Account] = []
      for word in words {
        if ReferenceSyntax.isName(word) || word.hasPrefix("@") {
          let account = try await lookup(word, reader)
          if !found.contains(where: { $0.id == account.id }) { found.append(account) }
          continue
        }
        for reference in try await Parameter<Reference>.resolve(word, kinds: [.account], reader: reader)
        where !found.contains(where: { $0.id.rawValue == reference.id }) {
          found.append(try await accounts().account(Account.ID(reference.id)))
        }
      }
      return found
    }
  }
}
