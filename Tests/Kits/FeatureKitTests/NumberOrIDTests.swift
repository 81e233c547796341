import FeatureTestKit
import TerminalKit
import Testing

@testable import FeatureKit

/// What is a number on the screen, and what is an id: a number that the screen does not have is never asked for.
@MainActor @Suite struct NumberOrIDTests {
  private static let kinds: [Reference.Kind] = [.status, .account, .notification, Reference.Kind(rawValue: "list")]

  private func named(_ word: String, _ kind: Reference.Kind, shown: Int) async throws -> String? {
    var named: String?
    let verb = Verb("act", .reference(kinds: [kind]), help: "") { reference in
      named = reference.id
      return .nothing
    }
    let numbered = (0..<shown).map { [Reference(kind: kind, id: "shown\($0 + 1)")] }
    _ = try await [verb].type("act \(word)", in: .showing(numbered))
    return named
  }

  @Test(arguments: ["9", "99", "12345", "999999", "34975535", "1234567890123"], [0, 3])
  func aNumberThatTheScreenDoesNotHaveIsNoID(_ word: String, _ shown: Int) async {
    for kind in Self.kinds {
      await #expect(throws: AppError.self, "\(kind.rawValue)") { try await named(word, kind, shown: shown) }
    }
  }

  @Test(arguments: [
    "116000000000000001", "98765432101234567", "01HZXYZ7QK4W8E5T3S9D6F2G1H", "AfKzXyVqTnMwPb1234", "9xk2m4p8q1",
  ])
  func anIDThatServersUseIsReadAsOne(_ word: String) async throws {
    for kind in Self.kinds where kind != .account || word.count >= 17 {
      #expect(try await named(word, kind, shown: 3) == word)
    }
  }

  @Test func theErrorSaysHowAShortIDIsWritten() async throws {
    let error = await #expect(throws: AppError.self) { try await named("999999", .status, shown: 3) }
    #expect(error?.message == "No post 999999 on this screen.")
    #expect(error?.suggestion == "The numbers go from 1 to 3; an id is written id:999999.")
    #expect(try await named("id:999999", .status, shown: 3) == "999999")
  }

  @Test(arguments: ["1", "12345", "999999", "116000000000000001", "01HZXYZ7QK4W8E5T3S9D6F2G1H"])
  func anIDIsTypedSoThatItIsReadAsOne(_ id: String) async throws {
    #expect(try await named(ReferenceSyntax.typed(id: id), .status, shown: 3) == id)
  }
}
