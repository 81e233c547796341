import MastodonKit
import Testing

@testable import LocalStore

/// Which words find a post.
extension ArchiveTests {
  @Test func everyWordIsFoundWhateverItsCaseAndAccents() async throws {
    let archive = archive()
    try await keep(
      [
        status("1", "Low water at the Canal", age: 20), status("2", "Café by the canals", age: 10),
        status("3", "A heron"),
      ], in: archive)
    #expect(try await found("canal", in: archive) == ["2", "1"])
    #expect(try await found("cafe canal", in: archive) == ["2"])
    #expect(try await found("", in: archive) == ["3", "2", "1"])
    #expect(try await found("train", in: archive) == [])
  }

  @Test(arguments: ["https://shore.example/~a/b?c=d", "HTTP://shore.example/~a", "shore.example"])
  func linkIsFoundAsItIsPasted(_ typed: String) async throws {
    let archive = archive()
    let link =
      #"<a href="https://shore.example/~a/b?c=d"><span class="invisible">https://</span>shore.example/~a/b?c=d</a>"#
    try await keep([status("1", link)], in: archive)
    #expect(try await found(typed, in: archive) == ["1"])
  }

  @Test func postsOfOneSecondAreInTheOrderOfTheirIDs() async throws {
    let archive = archive()
    try await keep(["9", "11", "10", "x"].map { status($0, "bulk") }, in: archive)
    #expect(try await found("bulk", in: archive) == ["x", "11", "10", "9"])
  }

  @Test(arguments: [
    ("Ελληνικά και ο Σίσυφος", "ελληνικα", "Σίσυφος"), ("Привет, ёлка", "елка", "ёлка"),
    ("שָׁלוֹם", "שלום", "שָׁלוֹם"), ("مُحَمَّد وأحمد", "محمد", "واحمد"), ("ＦＵＬＬ width", "full", "ＦＵＬＬ"),
    ("Große Straße", "strasse", "GROßE"), ("ıssız", "issiz", "ıssız"),
  ])
  func everyWordIsFoundWithAndWithoutItsMarks(_ text: String, _ plain: String, _ exact: String) async throws {
    let archive = archive()
    try await keep([status("1", text), status("2", "A heron")], in: archive)
    #expect(try await found(plain, in: archive) == ["1"])
    #expect(try await found(exact, in: archive) == ["1"])
    // It has left the index as it is in there.
    try await keep([status("1", "Low water")], in: archive)
    #expect(try await found(plain, in: archive) == [])
  }

  /// A few words that begin so are looked for one by one, more of them by their beginning.
  @Test(arguments: [3, 20, 21, 60])
  func everyWordThatBeginsSoIsFound(_ count: Int) async throws {
    let archive = archive()
    let words = (0..<count).map { "écluse\($0)" }
    try await keep(
      words.enumerated().map { status("\($0)", "The upper \($1)", age: Double($0)) } + [status("x", "eclair ecl")],
      in: archive)
    let all = words.indices.map(String.init)
    #expect(try await found("Éclu", in: archive, limit: 100) == all)
    #expect(try await found(.words("upper ECLUSE", isPrefix: true), in: archive) == Array(all.prefix(20)))
    #expect(try await found("ecluse\(count - 1)", in: archive) == ["\(count - 1)"])
    #expect(try await found("ecluses", in: archive) == [])
    #expect(try await archive.count(self.words("ecl")) == count + 1)
    archive.remove("0")
    #expect(try await found("ecluse", in: archive, limit: 100) == Array(all.dropFirst()))
  }

  @Test(arguments: ["\"", "canal OR", "NEAR(", "*", "a:b", "-", "🚲", "'; DROP TABLE status; --", "body : x", "\0"])
  func searchWordsAreNotQuerySyntax(_ words: String) async throws {
    let archive = archive()
    try await keep([status("1", "canal")], in: archive)
    for isPrefix in [true, false] {
      _ = try await found(.words(words, isPrefix: isPrefix), in: archive)
    }
    _ = try await found(.hashtag(words), in: archive)
    _ = try await found(.mentions(words), in: archive)
    _ = try await found(.from(words), in: archive)
    #expect(try await found("canal", in: archive) == ["1"])
  }
}
