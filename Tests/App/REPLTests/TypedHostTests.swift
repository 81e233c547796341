import Testing

@testable import REPL

/// An error names a server as the user typed it, and not in the form of the DNS.
@Suite struct TypedHostTests {
  @Test(arguments: [
    (["bawü.example"], "xn--baw-joa.example cannot be reached.", "bawü.example cannot be reached."),
    (["@zoe@bücher.example"], "No account @zoe@xn--bcher-kva.example on x.", "No account @zoe@bücher.example on x."),
    (["https://例え.テスト/@zoe"], "Nothing at https://xn--r8jz45g.xn--zckzah/@zoe.", "Nothing at https://例え.テスト/@zoe."),
    // What was not typed stays as it is: it may look like another name.
    (["shore.example"], "xn--shre-epa.example does not answer.", "xn--shre-epa.example does not answer."),
    (["bawü.example"], "xn--bcher-kva.example does not answer.", "xn--bcher-kva.example does not answer."),
    (["bawü.example"], "xn--baw-joa.other does not answer.", "xn--baw-joa.other does not answer."),
  ])
  func aHostIsNamedAsItWasTyped(_ words: [String], _ message: String, _ shown: String) {
    #expect(TypedHosts(in: words).restored(in: message) == shown)
  }
}
