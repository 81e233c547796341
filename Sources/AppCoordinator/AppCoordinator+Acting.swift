import Accounts
import AppEnvironment
import AppPreferences
public import FeatureKit
import FoundationEssentials
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import Session
import StatusKit
import Subprocesses
import TerminalKit

/// Acting once as another signed-in account: a session of its own, which the command that runs owns.
extension AppCoordinator {
  /// The signed-in accounts, `user@host`; none if they cannot be read.
  public var accountNames: [String] { (try? accounts.known().all.map(\.id)) ?? [] }

  /// Prepares another signed-in account for one command; its session has no streams.
  ///
  /// - Parameter opensScreens: Whether what the command opens is shown among the current account's screens; else it is refused.
  /// - Throws: ``AppError/unknownAccount(_:known:)`` if the account is not signed in on this machine.
  public func acting(as name: String, opensScreens: Bool = false) async throws -> Acting {
    // With --sandbox, nothing may leave this machine.
    guard !run.options.usesSandbox else { throw AppError.sandboxOnly }
    let refusal = AppError.usage(
      "That would open a screen, which --as can't do.",
      suggestion: "Give the whole command on one line, or switch with "
        + "switch @\(Sanitizer.clean(AccountManager.id(in: name))).")
    return try await acting(
      as: name,
      Surroundings(
        dependencies: dependencies, options: run.options, storage: storage, screens: refusal, sheets: refusal,
        opensScreens: opensScreens))
  }

  /// Whether what can't be sent in this run waits in the outbox.
  public var queuesUnsent: Bool {
    run.options.keepsUnsent && services.preferences.queuesUnsent(atPrompt: run.policy.isAttended)
  }

  /// Prepares a command that requests nothing: what it changes is put into the outbox.
  ///
  /// - Parameters:
  ///   - name: Another account to act as; `nil` for the current one.
  ///   - mayHaveArrived: Whether the command was sent before, without an answer.
  ///   - isAgreed: Whether every question is answered with yes, also when it is sent.
  public func deferring(
    as name: String?, mayHaveArrived: Bool = false, isAgreed: Bool = false
  ) async throws -> Acting {
    if let obstacle = session.obstacle, name == nil { throw obstacle }
    guard name == nil || !run.options.usesSandbox else { throw AppError.sandboxOnly }
    guard run.options.keepsUnsent else {
      throw AppError.usage("--later and --no-keep can't be combined.", suggestion: "Leave out one of them.")
    }
    let refusal = AppError.usage(
      "That opens a screen or a form, which can't wait.", suggestion: "Give the whole command on one line.")
    var surroundings = Surroundings(
      dependencies: dependencies, options: run.options, storage: storage, screens: refusal, sheets: refusal)
    surroundings.options.isLater = true
    surroundings.options.mayHaveArrived = mayHaveArrived
    surroundings.options.isAgreed = isAgreed
    return try await acting(as: name ?? session.identity.id, surroundings)
  }

  /// Prepares a command that changes nothing: its requests that would are listed.
  ///
  /// - Parameter name: Another account to act as; `nil` for the current one.
  public func dryRun(as name: String?) async throws -> DryRun {
    if let obstacle = session.obstacle, name == nil { throw obstacle }
    guard name == nil || !run.options.usesSandbox else { throw AppError.sandboxOnly }
    let screens = AppError.usage("That opens a screen.", suggestion: "Leave out --dry-run.")
    let sheets = AppError.usage(
      "That opens a form, which a dry run can't do.", suggestion: "Give the whole command on one line.")
    let recorder = RequestRecorder()
    // What is written stays in memory, nothing is opened, and nothing is held for later.
    var surroundings = Surroundings(
      dependencies: dependencies.dry(recorder), options: run.options, storage: storage.scratch(), screens: screens,
      sheets: sheets)
    surroundings.dependencies.browser = .none
    surroundings.options.run = run.options.run.dry
    surroundings.options.keepsUnsent = false
    let (own, before) = (dependencies.recorder, dependencies.recorder?.requests.count ?? 0)
    return DryRun(
      acting: try await acting(as: name ?? session.identity.id, surroundings), opensScreen: screens,
      // In a run that is dry as a whole, a visit is listed.
      setTried: { [run] in run.options.isTried = $0 && own == nil },
      requests: { recorder.requests.map(PlannedRequest.init) },
      visits: { own?.requests.dropFirst(before).map(PlannedRequest.init) ?? [] }, isComplete: { !recorder.isCut })
  }

  /// What is sent, and what servers leave out, in the requests of one command, which begins now, as whichever account.
  public func createOmissions() -> Omissions {
    let (log, now, start) = (services.answers, dependencies.now, services.answers.count)
    let before = session.client.changesSent
    var said = start
    return Omissions(
      take: {
        defer { said = log.count }
        let found = log.omissions(since: said).map { (Sanitizer.clean($0.sentence), $0.names) }
        let unreadable = log.unreadable(since: said)
        guard unreadable > 0 else { return found }
        let entries = CountText.of(unreadable, "entry", "entries")
        return found + [("The server sent \(entries) that can't be read.", ["entries"])]
      },
      archived: {
        guard let archived = log.archived(since: start) else { return nil }
        let reason = archived.reason.map { Sanitizer.clean(AppError($0).message) }
        let gap = archived.hasGap ? "Some entries above or between these were never read." : nil
        return (
          .seconds(now().timeIntervalSince(archived.oldest)), [reason, gap].compactMap(\.self).joined(separator: " ")
        )
      }, unreached: { log.archived(since: start)?.reason.map { AppError($0) } },
      hasSentChanges: { [weak self] in self?.session.client.changesSent != before })
  }

  /// The dependencies of a session for one command, where they differ from the app's.
  private struct Surroundings {
    var dependencies: AppDependencies
    var options: RunChoice
    var storage: Database
    /// Thrown in place of opening a screen or a sheet.
    var screens: AppError
    var sheets: AppError
    /// Whether screens are shown among the current account's in place of that.
    var opensScreens = false
  }

  private func acting(as name: String, _ surroundings: Surroundings) async throws -> Acting {
    let account = try await accounts.signedIn(named: name)
    var options = surroundings.options
    options.isLive = false
    options.run = options.run.acting
    let dependencies = surroundings.dependencies
    let preferences = try UserPreferences(file: PreferencesFile(locations: dependencies.locations), themes: themes)
    let services = SessionCoordinator.Services(
      dependencies: dependencies, run: RunContext(options, alert: { _ in }), preferences: preferences,
      storage: surroundings.storage,
      sandbox: sandbox, accounts: accounts, toasts: toasts, caches: caches, layouts: self.services.layouts,
      answers: self.services.answers, scope: self.services.scope)
    let signedIn = try SessionAccount(account, services)
    preferences.follow(signedIn.serverPreferences, signedIn.settings)
    let owner = Owner()
    let adopter = SessionCoordinator.Router.Adopter(
      push: { [weak router = session.router, id = account.identity.id] route, screen in
        // The screen keeps the session alive that it is made of.
        owner.hasOpenedScreen = true
        router?.push(route, screen: screen.of(id, keeping: owner.session))
      },
      present: { [weak router = session.router, id = account.identity.id] sheet, screen in
        owner.hasOpenedScreen = true
        router?.present(sheet, screen: screen.of(id, keeping: owner.session, isSheet: true))
      }, close: { [weak router = session.router] in router?.dismiss(sheetOf: $0) })
    let refusal = SessionCoordinator.Router.Refusal(
      screens: surroundings.screens, sheets: surroundings.sheets, adopter: surroundings.opensScreens ? adopter : nil)
    let other = SessionCoordinator(signedIn, services: services, root: .none, refusal: refusal) { parts in
      [parts.createHomePlugin(), parts.createNotificationsPlugin()] + parts.createPlugins()
        + [createTransferPlugin(of: parts)]
    }
    owner.session = other
    // Its changes of posts reach what is shown of the account among others.
    session.parts.follow(other.parts)
    let current = session.parts
    return Acting(
      account: other.identity.id,
      verbs: other.parts.statusVerbs + other.plugins.flatMap(\.verbs).filter(\.needsAccount)
        + (surroundings.opensScreens ? other.parts.linkCommands.verbs : []),
      resolve: { address, _ in try await other.account.deepLinks().reference(to: DeepLink(parsing: address)) },
      translated: { try await current.translated($0, for: other.parts) }, changesSent: { other.client.changesSent },
      visibility: {
        await signedIn.serverPreferences.refresh()
        return preferences.setting(.visibility).value
      }, hasOpenedScreen: { owner.hasOpenedScreen })
  }
}

/// The session that a screen belongs to, known once there is one.
@MainActor
private final class Owner {
  weak var session: SessionCoordinator?
  var hasOpenedScreen = false
}

extension Screen {
  /// The screen of another account among those of the current one: its numbers say whose they are.
  ///
  /// - Parameter isSheet: Whether the numbers are the sheet's own.
  fileprivate func of(_ account: String, keeping owner: AnyObject?, isSheet: Bool = false) -> Screen {
    var screen = self
    screen.subject = { subject().map { "\(account)/\($0)" } ?? account }
    screen.post = { post()?.of(account) }
    screen.label = { "\(label()) · @\(account)" }
    screen.document = { isSheet ? document($0).noting(account) : document($0).of(account) }
    screen.failure = {
      _ = owner
      return failure()
    }
    if isSheet {
      screen.verbs = { [verbs] in
        verbs().map { $0.responding { reader, run in try await run(reader).listing(of: account) } }
      }
    }
    return screen
  }
}

extension Document {
  /// The document with references that say whose they are.
  fileprivate func of(_ account: String) -> Document {
    var document = self
    document.blocks = document.blocks.map { block in
      guard case .item(var item) = block else { return block }
      // Hashtags and links are the same for all accounts.
      item.references = item.references.map { [.tag, .link, .search].contains($0.kind) ? $0 : $0.of(account) }
      return .item(item)
    }
    document.neighbours = nil
    return document.noting(account)
  }

  /// The document with the account in its title.
  fileprivate func noting(_ account: String) -> Document {
    var document = self
    let note = StyledText("as @\(account)", .secondary)
    if let known = document.title?.note { document.title?.note = known + StyledText(" · ", .secondary) + note }
    if document.title?.note == nil { document.title?.note = note }
    return document
  }
}

extension Response {
  /// A message whose hint lists what is kept for the account: the sheet is closed, and the commands after it are the user's own.
  fileprivate func listing(of account: String) -> Response {
    guard case .toast(var toast) = self, let parts = toast.hint?.parts else { return self }
    toast.hint?.parts = parts.map { command in
      ["drafts", "outbox"].contains(command.line) ? Hint.Command("\(command.line) --as @\(account)") : command
    }
    return .toast(toast)
  }
}

extension SessionParts {
  /// Finds on the server of another account what a reference of this one stands for, by its address.
  fileprivate func translated(_ reference: Reference, for other: SessionParts) async throws -> Reference {
    guard client.server != other.client.server else { return reference }
    let (address, owner): (String?, String)
    switch reference.kind {
    case .status:
      let status = try await status(Status.ID(reference.id)).displayed
      (address, owner) = (status.url ?? status.uri, "That post")
    case .account:
      let account = try await client.accountService.account(Account.ID(reference.id))
      (address, owner) = (account.url, "@\(account.acct)")
    default:
      throw AppError.usage(
        "A \(reference.kind) of @\(identity.id) means nothing to @\(other.identity.id).",
        suggestion: "Give a post or an account.")
    }
    do {
      let found = try await other.account.deepLinks().reference(to: DeepLink(parsing: address ?? ""))
      guard found.kind == reference.kind else { throw AppError.notFound(owner) }
      return found
    } catch {
      switch AppError(error) {
      case .notFound, .usage: break
      case let error: throw error
      }
      throw AppError.notFound(
        "\(owner) could not be found on \(other.client.server.name).",
        suggestion: "It may be private, or its server may not be known there.")
    }
  }
}

extension PlannedRequest {
  fileprivate init(_ request: RequestRecorder.Request) {
    self.init(
      method: request.method, path: request.path,
      parameters: request.parameters.map { Parameter($0.name, $0.value) },
      files: request.files.map { File(name: $0.field, path: $0.path, bytes: $0.bytes, type: $0.type) })
  }
}

extension AppError {
  /// The error for another account in a run that was started with the sandbox.
  fileprivate static let sandboxOnly = AppError.usage(
    "--sandbox and --as can't be combined.", suggestion: "Leave out --sandbox to act as another account.")
}
