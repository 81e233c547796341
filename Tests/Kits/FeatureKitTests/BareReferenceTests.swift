import FeatureKit
import Testing

/// Which words open something although they stand in the place of a command.
@Suite struct BareReferenceTests {
  @Test(arguments: [
    "3", "1-3", ".", "@zoe", "@zoe@shore.example", "zoe@shore.example", "#canal", "https://shore.example/@zoe/1", "a1",
    "b99", "117654299695841280", "howdah://compose?text=Hi",
  ])
  func referenceIsOpened(_ word: String) { #expect(ReferenceSyntax.isBare(word)) }

  @Test(arguments: ["home", "boost", "@", "#", "a100", "zoe", "a", "x-y", "!!", "--json"])
  func anyOtherWordIsACommand(_ word: String) { #expect(!ReferenceSyntax.isBare(word)) }

  @Test(arguments: [
    ("acct:zoe@shore.example", true), ("shore.example/@zoe", true), ("@zoe", true), ("https://shore.example", true),
    ("@", false), ("notes/@zoe", false), ("a b.c/@zoe", false), ("shore.example", false),
  ])
  func aHandleIsAnAddressHoweverItIsWritten(_ word: String, _ isAddress: Bool) {
    #expect(ReferenceSyntax.isAddress(word) == isAddress)
  }
}
