import FeatureKit
import FeatureTestKit
import TerminalKit
import Testing

/// References, and where they may be used: a post is not an account, and an ambiguous one is refused.
@MainActor
@Suite struct ReferenceTests {
  private func run(_ verb: Verb, _ words: String..., last: Reference? = nil) async throws {
    var context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { address, _ in Reference(kind: .account, id: address) })
    context.last = { last }
    let list = ArgumentList(words.map { ArgumentList.Word($0) })
    _ = try await verb.run(try ArgumentReader(list, for: verb, context: context))
  }

  private func isUsage(_ act: () async throws -> Void) async -> Bool {
    do { try await act() } catch AppError.usage { return true } catch { return false }
    return false
  }

  private var boost: Verb {
    Verb("boost", .reference(kinds: [.status]), help: "") { _ in
      Issue.record("it ran")
      return .nothing
    }
  }

  @Test func addressOfAnAccountIsNotAPost() async {
    #expect(await isUsage { try await run(boost, "@rook@shore.example") })
  }

  @Test func theDotIsRefusedWhereItStandsForSomethingElse() async {
    #expect(await isUsage { try await run(boost, ".", last: Reference(kind: .account, id: "7")) })
  }

  @Test(arguments: [["my", "last", "post"], ["last"], ["the", "latest", "toot"]])
  func theLastPostIsWrittenAsADot(_ words: [String]) async {
    var context = ArgumentContext.nothing
    context.last = { Reference(kind: .status, id: "7") }
    let advice = "“\(words[0])” is not a number on this screen, an id or an address."
    await #expect(throws: AppError.usage(advice, suggestion: "Did you mean boost .?")) {
      try await [boost].type(words: ["boost"] + words, in: context)
    }
  }

  /// Before, a stranger of that name was followed.
  @Test func halvesOfACommandAreNotAnAccount() async throws {
    var context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { address, _ in Reference(kind: .account, id: address) })
    context.command = { $0 == "follow-requests" ? $0 : nil }
    var followed: [String] = []
    let follow = Verb("follow", .reference("@NAME", kinds: [.account]), help: "") {
      followed.append($0.id)
      return .nothing
    }
    let refusal = AppError.usage(
      "“requests” could be an account, but follow-requests is a command.",
      suggestion: "Did you mean follow-requests? The account is @requests.")
    await #expect(throws: refusal) { try await [follow].type(words: ["follow", "requests"], in: context) }
    _ = try await [follow].type(words: ["follow", "@requests"], in: context)
    _ = try await [follow].type(words: ["follow", "rook"], in: context)
    #expect(followed == ["@requests", "@rook"])
  }

  @Test func theHalvesOfACommandAreTurned() async {
    var context = ArgumentContext.nothing
    context.command = { ["list", "list boost"].contains($0) ? $0 : nil }
    await #expect(
      throws: AppError.usage(
        "“list” is not a number on this screen, an id or an address.", suggestion: "Did you mean list boost?")
    ) { try await [boost].type(words: ["boost", "list", "Boats"], in: context) }
  }

  @Test func wordThatTheCommandTakesIsNoOtherCommand() async {
    var context = ArgumentContext.nothing
    context.command = { ["link", "drafts"].contains($0) ? $0 : nil }
    let copy = Verb(
      "copy", .reference(kinds: [.status]), .optionalChoice("link|text", ["link", "text"]), help: ""
    ) { _, _ in .nothing }
    for (word, advice) in [("link", "Usage: copy N [link|text]"), ("drafts", "Did you mean drafts?")] {
      await #expect(
        throws: AppError.usage(
          "“\(word)” is not a number on this screen, an id or an address.", suggestion: advice)
      ) { try await [copy].type(words: ["copy", word], in: context) }
    }
  }

  @Test(arguments: [
    ("status", "No post 1 on this screen.", "Show some first: home."),
    ("scheduled", "No scheduled post 1 on this screen.", "Show some first: scheduled."),
    ("outbox", "No outbox item 1 on this screen.", "Show some first: outbox."),
    ("sender", "No sender 1 on this screen.", "Show some first: filtered."),
    ("draft", "No draft 1 on this screen.", "Show some first: drafts."),
  ])
  func aNumberThatStandsForNothingLeadsToTheListOfItsKind(
    _ kind: String, _ message: String, _ suggestion: String
  ) async {
    let verb = Verb("act", .reference(kinds: [Reference.Kind(rawValue: kind)]), help: "") { _ in .nothing }
    await #expect(throws: AppError.usage(message, suggestion: suggestion)) { try await run(verb, "1") }
  }

  /// A single command has shown nothing: `list delete 1` must not delete the list with that id.
  @Test(arguments: [
    ("1", nil, "Without a terminal, show some in the same run: -c 'scheduled; …'. If 1 is an id, write id:1."),
    ("id:1", "1", ""), ("12345", "12345", ""),
  ])
  func withoutATerminalANumberOfFewDigitsIsNoID(_ word: String, _ id: String?, _ suggestion: String) async throws {
    var named: String?
    let verb = Verb("cancel", .reference(kinds: [Reference.Kind(rawValue: "scheduled")]), help: "") { reference in
      named = reference.id
      return .nothing
    }
    var context = ArgumentContext.nothing
    context.keepsNumbers = { false }
    do { _ = try await [verb].type("cancel \(word)", in: context) } catch {
      #expect(AppError(error).suggestion == suggestion)
    }
    #expect(named == id)
  }

  @Test func anAmbiguousBeginningIsRefused() async {
    let verb = Verb("set", .choice("NAME", ["theme", "time", "width"]), help: "") { name in
      #expect(name == "width", "an ambiguous beginning chose \(name)")
      return .nothing
    }
    #expect(await isUsage { try await run(verb, "t") })
    #expect(await isUsage { try await run(verb, "w") } == false)
  }

  @Test func anOptionWithTwoValuesIsRefused() async throws {
    let verb = Verb("list", .option("sort", "ORDER"), help: "") { _ in .nothing }
    await #expect(throws: AppError.usage("--sort is given twice.", suggestion: "Usage: list [--sort ORDER]")) {
      try await run(verb, "--sort", "first", "--sort", "last")
    }
    try await run(verb, "--sort", "first", "--sort", "first")
  }

  @Test func anOptionThatMayBeRepeatedKeepsEveryValue() async throws {
    var got: [String] = []
    let verb = Verb("post", Parameter<[String]>.options("attach", "FILE"), help: "") { files in
      got = files
      return .nothing
    }
    try await run(verb, "--attach", "a.png", "--attach", "b.png")
    #expect(got == ["a.png", "b.png"])
  }

  @Test func repeatedReferenceCountsOnce() async throws {
    var got: [Reference] = []
    let verb = Verb("boost", .references(kinds: [.account]), help: "") { references in
      got = references
      return .nothing
    }
    try await run(verb, "@rook", "@wren", "@rook")
    #expect(got.map(\.id) == ["@rook", "@wren"])
  }
}
