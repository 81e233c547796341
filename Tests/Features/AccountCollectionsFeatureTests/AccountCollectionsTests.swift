import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import AccountCollectionsFeature

@MainActor @Suite struct AccountCollectionsTests {
  /// A server with one collection, which notes what it is asked for.
  private final class Server: Sendable {
    let asked = Mutex<[String]>([])
    let owner: Account.ID
    /// Accounts that have to agree, and accounts that cannot be added.
    let careful: Account.ID
    let refusing: Account.ID

    init(owner: Account.ID = Account.fixtures.you.id) {
      self.owner = owner
      careful = Account.fixtures.wren.id
      refusing = Account.fixtures.tides.id
    }

    var log: [String] { asked.withLock { $0 } }
    private func note(_ request: String) { asked.withLock { $0.append(request) } }

    private var night: Collection {
      var collection = Collection.night
      collection.accountID = owner
      return collection
    }

    var service: CollectionService {
      CollectionService(
        all: { id in
          self.note("all \(id)")
          return [self.night, .bare]
        },
        containing: { id in
          self.note("with \(id)")
          return [self.night]
        },
        collection: { id in
          self.note("show \(id)")
          return CollectionWithAccounts(
            accounts: [Account.fixtures.heron, Account.fixtures.wren, Account.fixtures.you], collection: self.night)
        },
        create: { draft in
          self.note("create \(draft.name ?? "-") \(draft.tag ?? "-") \(draft.accountIDs.count)")
          return self.night
        },
        update: { id, draft in
          self.note("edit \(id) \(draft.name ?? "-") \(draft.discoverable.map { "\($0)" } ?? "-")")
          return self.night
        },
        delete: { self.note("delete \($0)") },
        add: { id, account in
          self.note("add \(account) to \(id)")
          guard account != self.refusing else {
            throw MastodonError.rejected(host: "shore.example", words: "Account cannot be featured")
          }
          return CollectionItem(
            id: "9", accountID: account, state: account == self.careful ? .pending : .accepted, createdAt: .fixtureNow)
        },
        remove: { self.note("remove \($1) from \($0)") }, leave: { self.note("leave \($0) \($1)") })
    }
  }

  private func type(_ line: [String], to server: Server) async throws -> Response {
    let model = AccountCollections.Model(
      service: server.service, account: { _ in Account.fixtures.rook }, me: { Account.fixtures.you.id }, limit: { 10 })
    let plugin = AccountCollections.plugin(model: model)
    let context = ArgumentContext.showing([
      [Reference(kind: .collection, id: "710001"), .account(Account.fixtures.rook.id)]
    ]) { address, kind in
      if kind == .collection {
        return Reference(kind: .collection, id: String(address.split(separator: "/").last ?? ""))
      }
      guard let account = Account.fixtures.all.first(where: { "@\($0.acct)" == address }) else {
        throw AppError.notFound("No account \(address).")
      }
      return .account(account.id)
    }
    return try await plugin.verbs.type(words: line, in: context)
  }

  private func text(_ response: Response, _ format: Renderer.Format = .plain) async throws -> String {
    switch response {
    case .toast(let toast): return toast.text.plain
    case .view(let view):
      return Renderer(
        format: format, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
      ).render(view(Layout(width: 76, now: .fixtureNow)))
    case .confirm(let confirmation): return confirmation.question
    default: throw AppError.unknown("unexpected response")
    }
  }

  private func typed(_ line: String, to server: Server = Server()) async throws -> String {
    try await text(try await type(line.split(separator: " ").map(String.init), to: server))
  }

  private func yes(_ line: String, to server: Server) async throws -> String {
    guard case .confirm(let confirmation) = try await type(line.split(separator: " ").map(String.init), to: server)
    else { throw AppError.unknown("no question") }
    return try await text(try await confirmation.proceed())
  }

  private func error(_ line: String, to server: Server = Server()) async -> AppError? {
    do {
      _ = try await typed(line, to: server)
      return nil
    } catch { return AppError(error) }
  }

  @Test func aLinkNamesACollection() async throws {
    let server = Server()
    let link = "https://sandbox.example/collections/710001"
    #expect(try await typed("collection \(link)", to: server).hasPrefix("Awake at three · collection"))
    #expect(try await typed("collection remove \(link) @heron", to: server).hasPrefix("Removed @heron"))
    #expect(server.log == ["show 710001", "show 710001", "remove 1 from 710001"])
  }

  @Test func overviewsAreOneRequest() async throws {
    let server = Server()
    let you = Account.fixtures.you.id
    #expect(try await typed("collections", to: server).hasPrefix("Your collections"))
    #expect(try await typed("collections --with-me", to: server).hasPrefix("Collections with you"))
    #expect(try await typed("collections @rook", to: server).hasPrefix("Collections by @rook"))
    #expect(try await typed("collections @you", to: server).hasPrefix("Your collections"))
    #expect(server.log == ["all \(you)", "with \(you)", "all \(Account.fixtures.rook.id)", "all \(you)"])
    #expect(await error("collections @rook --with-me")?.message == "--with-me is about your own account.")
  }

  @Test func ownCollectionsSayHowManyAreAllowed() async throws {
    let server = Server()
    #expect(try await text(try await type(["collections"], to: server), .json).contains(#""limit":10"#))
    #expect(try await typed("collections", to: server).contains(" of 10"))
    #expect(try await text(try await type(["collections", "@rook"], to: server), .json).contains(#""limit":null"#))
  }

  @Test func collectionIsNamedByNumberIDOrName() async throws {
    let server = Server()
    #expect(try await typed("collection 1", to: server).hasPrefix("Awake at three · collection"))
    _ = try await typed("collection id:710001", to: server)
    #expect(server.log == ["show 710001", "show 710001"])
    _ = try await typed("collection awake", to: server)
    #expect(server.log.suffix(2) == ["all \(Account.fixtures.you.id)", "show 710001"])
    #expect(await error("collection dawn")?.suggestion == "Available: “Awake at three”, “Later”.")
    #expect(await error("collection 2")?.message == "No collection 2 on this screen.")
    #expect(await error("collection")?.message == "Which collection?")
  }

  @Test func newCollectionTakesItsNameAccountsAndOptionsInOneLine() async throws {
    let server = Server()
    #expect(
      try await typed("collection create Night people @rook @heron --tag #night", to: server)
        == "Created the collection “Awake at three”.")
    #expect(server.log == ["create Night people night 2"])
    #expect(await error("collection create")?.message == "A collection needs a name.")
  }

  @Test func onlyTheGivenOptionsAreChanged() async throws {
    let server = Server()
    _ = try await typed("collection edit 1 --discoverable no", to: server)
    _ = try await typed("collection edit 1 --name Later", to: server)
    #expect(server.log.filter { $0.hasPrefix("edit") } == ["edit 710001 - false", "edit 710001 Later -"])
    #expect(await error("collection edit 1")?.message == "What should change?")
    #expect(await error("collection edit 1 --sensitive maybe")?.message == "--sensitive takes yes or no.")
    #expect(
      await error("collection delete 1 --name x")?.message
        == "--name is an option of collection create and collection edit.")
  }

  @Test func accountsThatHaveToAgreeAreNamed() async throws {
    let server = Server()
    #expect(
      try await typed("collection add 1 @rook @wren @rook", to: server)
        == "Added @rook to the collection “Awake at three”. @wren has to agree first.")
    #expect(server.log.filter { $0.hasPrefix("add") }.count == 2)
    #expect(await error("collection add 1")?.message == "Which account?")
  }

  @Test func entriesAddedBeforeAFailureAreReported() async throws {
    do {
      _ = try await typed("collection add 1 @rook @tides")
      Issue.record("no error")
    } catch let failure as PartialFailure {
      #expect(try await text(failure.done) == "Added @rook to the collection “Awake at three”.")
      #expect(failure.appError.message == "shore.example rejected the request: Account cannot be featured.")
    }
    #expect(await error("collection add 1 @tides")?.message.contains("cannot be featured") == true)
  }

  @Test func removingNamesTheAccountsAndHowToAddThemAgain() async throws {
    let server = Server()
    guard case .toast(let toast) = try await type(["collection", "remove", "1", "@heron"], to: server) else {
      Issue.record("no toast")
      return
    }
    #expect(toast.text.plain == "Removed @heron from the collection “Awake at three”.")
    #expect(toast.hint == "collection add id:710001 @heron")
    #expect(server.log == ["show 710001", "remove 1 from 710001"])
    #expect(await error("collection remove 1 @rook")?.message == "@rook is not in the collection “Awake at three”.")
  }

  @Test func changesAreUndoneByTheirOpposites() async throws {
    let ids = [Account.fixtures.rook, Account.fixtures.wren].map { ReferenceSyntax.typed(id: $0.id.rawValue) }
    for (line, undo) in [
      ("create Boats", "collection delete id:710001"),
      ("add 1 @rook @wren", "collection remove id:710001 \(ids.joined(separator: " "))"),
      ("edit 1 --name Later --sensitive yes", "collection edit id:710001 --name \"Awake at three\" --sensitive no"),
      ("remove 1 @heron", "collection add id:710001 @heron"),
    ] {
      let words = ["collection"] + line.split(separator: " ").map(String.init)
      guard case .toast(let toast) = try await type(words, to: Server()) else {
        Issue.record("no toast for \(line)")
        continue
      }
      #expect(toast.undo == .command(Hint.Command(undo)))
    }
  }

  @Test func deletingAndLeavingAskFirst() async throws {
    let server = Server()
    #expect(
      try await typed("collection delete 1", to: server)
        == "Delete the collection “Awake at three” with 3 accounts? This can't be undone.")
    #expect(server.log == ["show 710001"])
    #expect(try await yes("collection delete 1", to: server) == "Deleted the collection “Awake at three”.")
    let other = Server(owner: Account.fixtures.rook.id)
    #expect(
      try await typed("collection leave 1", to: other)
        == "Leave the collection “Awake at three”? Only its owner can add you again.")
    #expect(try await yes("collection leave 1", to: other) == "Left the collection “Awake at three”.")
    #expect(other.log.last == "leave 710001 3")
    #expect(await error("collection leave 1")?.message == "You are not in the collection “Awake at three”.")
  }

  @Test func anotherAccountsSensitiveCollectionIsHiddenUntilItIsOpened() async throws {
    var collection = Collection.night
    collection.sensitive = true
    let layout = Layout(width: 76, now: .fixtureNow)
    func rendered(_ subject: AccountCollections.Subject) -> String {
      Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false).render(
        AccountCollections.view(AccountCollections.Overview(subject, [collection]), layout: layout))
    }
    #expect(!rendered(.account("@rook")).contains("Awake"))
    #expect(rendered(.own).contains("Awake"))
  }
}
