import FoundationEssentials
import MastodonClient
import MastodonKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct RenewingTokensTests {
  /// A server that renews tokens, a disk that keeps them, and a clock, all in hand.
  final class World: Sendable {
    /// When the test begins: a token that was made at 0 counts as one whose birth nobody told.
    static let epoch = 1_700_000_000.0
    struct State {
      var now = 0.0
      /// How far the server's clock is behind.
      var behind = 0.0
      var kept: Token?
      var renewals: [String] = []
      var log: [String] = []
      var failure: MastodonError?
      var isDiskFull = false
      var repeatsRefreshToken = true
      var duringRenewal: (@Sendable () async -> Void)?
    }

    let state: Mutex<State>

    init(_ token: Token?) { state = Mutex(State(kept: token)) }

    func tokens() -> RenewingTokens {
      RenewingTokens(
        state.withLock { $0.kept },
        access: RenewingTokens.Access(
          load: { self.state.withLock { $0.kept } },
          save: { token in
            try self.state.withLock { state in
              if state.isDiskFull { throw CancellationError() }
              state.log.append("kept \(token.refreshToken ?? "")")
              state.kept = token
            }
          },
          renew: { refresh throws(MastodonError) in
            await Task.yield()
            await self.state.withLock(\.duringRenewal)?()
            let (token, failure) = self.state.withLock { state -> (Token, MastodonError?) in
              state.renewals.append(refresh.reveal)
              let number = state.renewals.count
              return (
                .expiring(
                  "t\(number)", refresh: state.repeatsRefreshToken ? "r\(number)" : nil, at: state.now - state.behind),
                state.failure
              )
            }
            if let failure { throw failure }
            return token
          },
          now: { Date(timeIntervalSince1970: Self.epoch + self.state.withLock { $0.now }) },
          report: { _ in self.state.withLock { $0.log.append("reported") } }))
    }

    var renewals: [String] { state.withLock { $0.renewals } }
    var log: [String] { state.withLock { $0.log } }
    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
  }

  @Test(arguments: [(0.0, "t0"), (539, "t0"), (540, "t1"), (600, "t1"), (9000, "t1")])
  func aTokenIsRenewedInItsLastMinute(_ seconds: Double, _ token: String) async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 600))
    let tokens = world.tokens()
    world.set { $0.now = seconds }
    #expect(await tokens.source.current() == Secret(token))
    #expect(world.renewals == (token == "t0" ? [] : ["r0"]))
  }

  @Test func aShortLifeIsRenewedInItsLastTenth() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let tokens = world.tokens()
    world.set { $0.now = 8 }
    #expect(await tokens.source.current() == Secret("t0"))
    world.set { $0.now = 9 }
    #expect(await tokens.source.current() == Secret("t1"))
  }

  @Test func tokenWithoutExpiryIsNeverRenewed() async throws {
    let world = World(Token(accessToken: "t0", scope: "", createdAt: Date(timeIntervalSince1970: World.epoch)))
    world.set { $0.now = 1e9 }
    let source = world.tokens().source
    #expect(await source.current() == Secret("t0"))
    #expect(try await source.renewed(Secret("t0")) == nil)
    #expect(world.renewals.isEmpty)
  }

  @Test func manyWhoNeedAnotherTokenAskForOne() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let source = world.tokens().source
    world.set { $0.now = 20 }
    let got = await withTaskGroup(of: Secret?.self) { group in
      for number in 0..<50 {
        group.addTask {
          guard number.isMultiple(of: 2) else { return await source.current() }
          do { return try await source.renewed(Secret("t0")) } catch { return nil }
        }
      }
      return await group.reduce(into: Set<Secret?>()) { $0.insert($1) }
    }
    #expect(got == [Secret("t1")])
    #expect(world.renewals == ["r0"])
  }

  @Test func theNextRefreshTokenIsKeptBeforeTheTokenIsUsed() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let source = world.tokens().source
    #expect(try await source.renewed(Secret("t0")) == Secret("t1"))
    #expect(world.log == ["kept r1"])
    #expect(try await source.renewed(Secret("t1")) == Secret("t2"))
    #expect(world.renewals == ["r0", "r1"])
  }

  @Test func aDiskThatRefusesIsReportedAndTheTokenServesThisRun() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    world.set { $0.isDiskFull = true }
    let source = world.tokens().source
    #expect(try await source.renewed(Secret("t0")) == Secret("t1"))
    #expect(await source.current() == Secret("t1"))
    #expect(world.log == ["reported"])
  }

  @Test(arguments: [MastodonError.rejected(host: "x", words: "invalid_grant"), .unauthorized(host: "x")])
  func aRefreshTokenThatIsRefusedLeadsToSigningInAgain(_ failure: MastodonError) async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    world.set { $0.failure = failure }
    let source = world.tokens().source
    #expect(try await source.renewed(Secret("t0")) == nil)
    world.set { $0.now = 9 }
    #expect(await source.current() == Secret("t0"), "the server decides")
  }

  @Test func aServerThatCannotBeAskedIsNoReasonToSignInAgain() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let failure = MastodonError.unreachable(host: "x", reason: .offline)
    world.set { $0.failure = failure }
    let source = world.tokens().source
    await #expect(throws: failure) { _ = try await source.renewed(Secret("t0")) }
    world.set { $0.failure = nil }
    #expect(try await source.renewed(Secret("t0")) == Secret("t2"))
  }

  @Test func tokenRenewedByAnotherProcessIsUsed() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let source = world.tokens().source
    world.set { $0.kept = .expiring("other", refresh: "r9", life: 10, at: 9) }
    world.set { $0.now = 9 }
    #expect(await source.current() == Secret("other"))
    #expect(world.renewals.isEmpty)
  }

  @Test(arguments: [-86_400.0, 86_400]) func aTokenIsRenewedOnceWhereTheClocksDiffer(_ behind: Double) async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 600, at: -behind))
    world.set { $0.behind = behind }
    let source = world.tokens().source
    #expect(try await source.renewed(Secret("t0")) == Secret("t1"))
    #expect(await source.current() == Secret("t1"))
    world.set { $0.now = 590 }
    #expect(await source.current() == Secret("t2"))
    #expect(await world.tokens().source.current() == Secret("t2"), "another process")
  }

  @Test func aRefreshTokenThatTheServerDoesNotRepeatStays() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    world.set { $0.repeatsRefreshToken = false }
    let source = world.tokens().source
    #expect(try await source.renewed(Secret("t0")) == Secret("t1"))
    #expect(world.log == ["kept r0"])
    #expect(try await source.renewed(Secret("t1")) == Secret("t2"))
    #expect(world.renewals == ["r0", "r0"])
  }

  @Test func renewalDuringAnotherSignInIsDiscarded() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let tokens = world.tokens()
    let new = Token.expiring("new", refresh: "n", life: 10)
    world.set { $0.duringRenewal = { await tokens.replace(with: new) } }
    #expect(try await tokens.source.renewed(Secret("t0")) == Secret("new"))
    #expect(await tokens.source.current() == Secret("new"))
    #expect(world.log == [], "What the old sign-in got was not kept in the place of the new one's.")
  }

  @Test func anotherSignInTakesTheTokensPlace() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 10))
    let tokens = world.tokens()
    await tokens.replace(with: .expiring("new", refresh: "n", life: 10))
    #expect(await tokens.source.current() == Secret("new"))
    #expect(try await tokens.source.renewed(Secret("t0")) == Secret("new"))
  }

  @Test func aRequestThatIsRefusedIsSentOnceMoreWithAnotherToken() async throws {
    let world = World(.expiring("t0", refresh: "r0", life: 600))
    let server = ScriptedServer { request, _ in
      request.header("Authorization") == "Bearer t1"
        ? .text(Sample.account()) : .text(#"{"error":"The access token expired"}"#, status: 401)
    }
    let client = try server.client().with(tokens: world.tokens().source)
    #expect(try await client.send(.verifyCredentials).id == "1")
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t0", "Bearer t1"])
    // A server that refuses the new one too is not asked for ever.
    let refusal = MastodonError.unauthorized(host: "shore.example").during(
      Endpoint<Account>.verifyCredentials.operation)
    let hostile = ScriptedServer(#"{"error":"no"}"#, status: 401)
    let other = try hostile.client().with(tokens: World(.expiring("t0", refresh: "r0", life: 600)).tokens().source)
    await #expect(throws: refusal) {
      try await other.send(.verifyCredentials)
    }
    #expect(hostile.requests.count == 2)
  }
}

extension Token {
  fileprivate static func expiring(
    _ word: String, refresh: String?, life: Int = 10, at seconds: Double = 0
  ) -> Token {
    Token(
      accessToken: word, scope: "read",
      createdAt: Date(timeIntervalSince1970: RenewingTokensTests.World.epoch + seconds),
      refreshToken: refresh,
      expiresIn: life)
  }
}
