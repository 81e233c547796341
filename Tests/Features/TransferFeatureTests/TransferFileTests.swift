import FeatureKit
import FeatureTestKit
import MastodonKit
import Testing

@testable import TransferFeature

/// The lines that are read from a file, and those that are refused.
@MainActor @Suite struct TransferFileTests {
  private func names(_ text: String, _ kind: Transfer.Kind) throws -> [String] {
    try Transfer.entries(text, of: kind).entries.map(\.name)
  }

  private func refusal(_ text: String, _ kind: Transfer.Kind) -> String {
    do {
      return "read \(try names(text, kind))"
    } catch { return AppError(error).message }
  }

  @Test func headersAreOptional() throws {
    #expect(try names("Account address\nrook@a.example\n", .blocks) == ["rook@a.example"])
    #expect(try names("@rook@A.example\r\n\r\npool@b.example", .blocks) == ["rook@a.example", "pool@b.example"])
    #expect(try names("#domain\nspam.example\n", .domainBlocks) == ["spam.example"])
    #expect(try names("Spam.Example\n", .domainBlocks) == ["spam.example"])
    #expect(try names("#uri\nhttps://a.example/1\n", .bookmarks) == ["https://a.example/1"])
    #expect(try names("#canal\nrain\n", .followedTags) == ["canal", "rain"])
  }

  @Test func columnsMayStandInAnyOrder() throws {
    let entries = try Transfer.entries(
      "Account address,Languages,Show boosts\nrook,\"en, ja\",FALSE\n", of: .follows
    ).entries
    #expect(entries.first?.options == FollowOptions(showsReblogs: false, languages: ["en", "ja"]))
  }

  @Test func quotesMayContainCommasAndLineFeeds() throws {
    let entries = try Transfer.entries("\"Canal, \"\"east\"\"\",rook\r\n", of: .lists).entries
    #expect(entries.map(\.list) == ["Canal, \"east\""])
    #expect(CSV.line(["Canal, \"east\"", "rook"]) == "\"Canal, \"\"east\"\"\",rook")
  }

  @Test func hostileFilesAreRefusedInOneSentence() {
    #expect(refusal("\"rook@a.example\npool", .blocks) == "The quote in line 1 is not closed. Nothing was imported.")
    #expect(
      refusal("rook\n" + String(repeating: "a", count: 1 << 20), .blocks)
        == "Line 2 is longer than 16 KB. Nothing was imported.")
    #expect(
      refusal("=cmd|' /C calc'!A0\n", .blocks)
        == "This is not a file for blocks: “=cmd|' /C calc'!A0” in line 1 is not an account's address.")
    #expect(
      refusal("Account address,Hide notifications\nrook,true\n", .follows)
        == "This is a file for mutes, not for follows.")
    #expect(refusal("rook@a.example\n", .domainBlocks).hasPrefix("This is not a file for domain-blocks"))
    #expect(refusal("", .blocks) == "read []")
  }

  @Test func onlyTextInUTF8IsRead() async throws {
    let bytes: [String: [UInt8]] = ["utf16": [0xFF, 0xFE, 0x61, 0], "bom": [0xEF, 0xBB, 0xBF, 0x61]]
    let files = UserFiles(read: { bytes[$0] ?? [] }, exists: { _ in false }, write: { _, _ in })
    #expect(try await files.text("bom") == "a")
    await #expect(
      throws: AppError.validation("utf16 is not text in UTF-8.", suggestion: "Save it as UTF-8, then try again.")
    ) {
      try await files.text("utf16")
    }
  }

  @Test func aFileThatIsReadWritesTheSameLines() throws {
    let text = "Account address,Show boosts,Notify on new posts,Languages\nrook@a.example,false,true,\"en, ja\"\n"
    let entries = try Transfer.entries(text, of: .follows).entries
    #expect(Transfer.lines(entries, of: .follows).map { $0 + "\n" }.joined() == text)
  }
}
