import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import Subprocesses
import Synchronization
import TerminalKit
import Testing

@testable import Accounts

/// A server that takes new accounts once their email address is confirmed.
private final class MailServer: Sendable {
  struct State {
    var isConfirmed = false
    var emails: [String] = []
    var signUps: [String] = []
  }

  let state = Mutex(State())
  private let registrations: String
  private let rules: String

  init(
    registrations: String = #"{"enabled":true,"approval_required":true,"min_age":16}"#,
    rules: String = #"[{"id":"1","text":"Be kind \u001b[31m to herons."}]"#
  ) {
    self.registrations = registrations
    self.rules = rules
  }

  @MainActor
  func session(isInteractive: Bool = true) throws -> TestSession {
    try TestSession(isInteractive: isInteractive) { [self] _, _ in
      Transport(send: { self.answer(to: $0) }, openStream: { _ in AsyncThrowingStream { $0.finish() } })
    }
  }

  private func answer(to request: HTTPRequest) -> HTTPResponse {
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    func json(_ text: String, _ status: Int = 200) -> HTTPResponse {
      HTTPResponse(
        status: status, headers: [Field("Content-Type", "application/json")], body: Data(text.utf8))
    }
    return state.withLock { state in
      switch (request.method.rawValue, request.path) {
      case ("GET", "/api/v2/instance"):
        return json(
          #"{"domain":"pond.example","title":"Pond","version":"4.5.0","rules":\#(rules),"registrations":\#(registrations)}"#
        )
      case ("POST", "/api/v1/apps"):
        return json(#"{"name":"Howdah","client_id":"client","client_secret":"secret"}"#)
      case ("POST", "/oauth/token"):
        return json(#"{"access_token":"application","token_type":"Bearer","scope":"read write push","created_at":1}"#)
      case ("POST", "/api/v1/accounts"):
        state.signUps.append(body)
        if body.contains("username=taken") {
          return json(#"{"error":"Validation failed: Username has already been taken"}"#, 422)
        }
        return json(#"{"access_token":"user","token_type":"Bearer","scope":"read write push","created_at":1}"#)
      case ("GET", "/api/v1/accounts/verify_credentials"):
        guard state.isConfirmed else {
          return json(#"{"error":"Your login is missing a confirmed e-mail address"}"#, 403)
        }
        return json(#"{"id":"9","username":"newt","acct":"newt"}"#)
      case ("POST", "/api/v1/emails/confirmations"):
        guard !state.isConfirmed else { return json(#"{"error":"This method is only available"}"#, 403) }
        state.emails.append(body)
        return json("{}")
      default: return json(#"{"error":"Not found"}"#, 404)
      }
    }
  }
}

/// `register`.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct RegisterTests {
  private static let answers = [
    "y", "newt", "newt@pond.example", "a long secret", "a long secret", "I like ponds", "1990-12-31",
  ]

  /// Answers each question in turn; returns what followed the last one, the prompts, and what was printed above them.
  private func register(
    _ session: TestSession, at host: String = "pond.example", _ answers: [String]
  ) async throws -> (response: Response, prompts: [String], printed: String) {
    var response = try await session.type("register", host)
    var (prompts, printed): ([String], String) = ([], "")
    for answer in answers {
      guard case .ask(let question) = response else { break }
      prompts.append(question.prompt + (question.isSecret ? " (secret)" : ""))
      if let introduction = question.introduction {
        printed += Renderer(
          format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
        ).render(introduction)
      }
      response = try await question.answer(answer)
    }
    return (response, prompts, printed)
  }

  private func toast(_ response: Response) throws -> Toast {
    switch response {
    case .toast(let toast), .retry(let toast): return toast
    default: throw AppError.unknown("no toast")
    }
  }

  @Test func noAgreementToRulesIsAskedForWhereThereAreNone() async throws {
    let server = MailServer(rules: "[]")
    let (_, prompts, printed) = try await register(try server.session(), Array(Self.answers.dropFirst()))
    #expect(prompts.first == "User name on pond.example")
    #expect(printed.contains("New account on pond.example") && printed.contains("A moderator approves"))
    #expect(server.state.withLock { $0.signUps.first?.contains("agreement=true") } == true)
  }

  @Test func closedServerIsReportedFirst() async throws {
    for quirks in [SandboxQuirks.snac, .goToSocial] {
      let server = try await BrowserServer(
        configuration: SandboxConfiguration(allowsRegistration: false, quirks: quirks))
      let session = try server.session(browser: .none)
      let refusal = await message { try await session.type("register", server.host) }
      #expect(refusal == "\(server.host) doesn't accept new accounts.", "\(quirks.name)")
      await server.stop()
    }
  }

  @Test func goToSocialGetsTheRedirectAddressItRequires() async throws {
    let server = try await BrowserServer(configuration: SandboxConfiguration(quirks: .goToSocial))
    let session = try server.session(browser: .none)
    let (response, prompts, _) = try await register(
      session, at: server.host, ["newt", "newt@pond.example", "a long secret", "a long secret"])
    #expect(prompts.first == "User name on \(server.host)")
    #expect(try toast(response).text.plain == "Signed in as @newt@\(server.host).")
    await server.stop()
  }

  @Test func everythingTheServerWantsIsAskedAndTheRulesAreShownFirst() async throws {
    let server = MailServer()
    let (response, prompts, printed) = try await register(try server.session(), Self.answers)
    #expect(
      prompts == [
        "Do you agree to these rules? [y/N]", "User name on pond.example", "Email address", "New password (secret)",
        "The same password again (secret)", "Why do you want to join pond.example", "Date of birth, such as 1990-12-31",
      ])
    #expect(printed.contains("1. Be kind") && !printed.contains("\u{1B}"))
    #expect(printed.contains("A moderator approves each new account. You must be at least 16 years"))
    #expect(
      try toast(response).text.plain
        == "Created @newt@pond.example. Open the link in the email to newt@pond.example. A moderator then has to approve the account."
    )
    let sent = server.state.withLock { $0.signUps }
    #expect(sent.count == 1)
    #expect(sent[0].contains("reason=I%20like%20ponds") && sent[0].contains("date_of_birth=1990-12-31"))
    #expect(sent[0].contains("agreement=true"))
  }

  @Test func refusedRulesCreateNoAccount() async throws {
    let server = MailServer()
    let (response, _, _) = try await register(try server.session(), ["no"])
    #expect(try toast(response).text.plain == "No account was created.")
    #expect(server.state.withLock { $0.signUps }.isEmpty)
  }

  @Test func onlyRefusedFieldsAreAskedAgain() async throws {
    let server = MailServer(registrations: #"{"enabled":true}"#)
    var answers = Array(Self.answers.prefix(5))
    answers[1] = "taken"
    let (response, prompts, printed) = try await register(try server.session(), answers + ["newt"])
    #expect(printed.contains("Username has already been taken"))
    #expect(prompts.count == 6 && prompts.last == "User name on pond.example")
    #expect(try toast(response).text.plain.hasPrefix("Created @newt@pond.example."))
  }

  @Test func passwordsThatDifferAreAskedAgain() async throws {
    var answers = Array(Self.answers.prefix(5))
    answers[4] = "a wrong secret"
    let (_, prompts, printed) = try await register(try MailServer().session(), answers + ["x"])
    #expect(printed.contains("The passwords differ.") && prompts.last == "New password (secret)")
    #expect(!printed.contains("secret"))
  }

  @Test func anUnconfirmedAccountWaitsWithoutReplacingTheCurrentOne() async throws {
    let server = MailServer()
    let session = try server.session()
    try await session.add("wren@shore.example")
    _ = try await register(session, Self.answers)
    #expect(session.account.identity.id == "wren@shore.example")
    #expect(try session.manager.known().currentID == "wren@shore.example")
    guard case .document(let list) = try await session.type("accounts") else { throw AppError.cancelled }
    let printed = Renderer(
      format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
    ).render(list)
    #expect(printed.contains("@newt@pond.example   not confirmed yet"))
    await #expect(throws: AppError.self) { try await session.type("switch", "@newt@pond.example") }
    #expect(session.account.identity.id == "wren@shore.example")
    server.state.withLock { $0.isConfirmed = true }
    guard case .screenAfter = try await session.type("switch", "newt@pond.example") else { throw AppError.cancelled }
    #expect(session.account.identity.accountID == "9")
  }

  @Test func theEmailIsSentAgainAndToAnotherAddress() async throws {
    let server = MailServer()
    let session = try server.session()
    await #expect(throws: AppError.self) { try await session.type("register", "--resend") }
    _ = try await register(session, Self.answers)
    _ = try await session.type("register", "--resend")
    _ = try await session.type("register", "--resend", "--email", "newt@other.example")
    #expect(server.state.withLock { $0.emails } == ["", "email=newt%40other.example"])
    server.state.withLock { $0.isConfirmed = true }
    await #expect(throws: AppError.self) { try await session.type("register", "--resend") }
  }

  @Test(arguments: [
    #"{"enabled":false,"message":"<p>We are full.</p>"}"#, #"{"enabled":true,"url":"https://join.example/"}"#,
  ])
  func aServerThatDoesNotTakeAccountsThisWaySaysSo(_ registrations: String) async throws {
    let session = try MailServer(registrations: registrations).session()
    await #expect(throws: AppError.self) { try await session.type("register", "pond.example") }
    await #expect(throws: AppError.self) { try await session.type("register") }
  }

  @Test func anAccountThatModeratorsApproveWaitsForThem() async throws {
    let server = try await BrowserServer(configuration: SandboxConfiguration(reviewsRegistrations: true))
    let session = try server.session(browser: .none)
    let (response, prompts, printed) = try await register(session, at: server.host, Array(Self.answers.prefix(6)))
    #expect(prompts.last == "Why do you want to join \(server.host)")
    #expect(printed.contains("A moderator approves each new account."))
    #expect(try toast(response).text.plain.hasSuffix("A moderator then has to approve the account."))
    guard case .document(let list) = try await session.type("accounts") else { throw AppError.cancelled }
    let shown = Renderer(
      format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
    ).render(list)
    #expect(shown.contains("@newt@\(server.host)  not confirmed yet"))
    await #expect(throws: AppError.self) { try await session.type("switch", "newt@\(server.host)") }
    try await server.sandbox.approve("newt")
    guard case .screenAfter = try await session.type("switch", "newt@\(server.host)") else { throw AppError.cancelled }
    #expect(session.account.identity.id == "newt@\(server.host)")
    await server.stop()
  }

  @Test func theSandboxTakesNewAccounts() async throws {
    let server = try await BrowserServer()
    let session = try server.session(browser: .none)
    let (response, _, _) = try await register(session, at: server.host, Array(Self.answers.prefix(5)))
    #expect(try toast(response).text.plain == "Signed in as @newt@\(server.host).")
    #expect(session.account.identity.id == "newt@\(server.host)")
    await server.stop()
  }
}
