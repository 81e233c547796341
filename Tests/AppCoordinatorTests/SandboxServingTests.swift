import FeatureKit
import Sandbox
import Testing

@testable import AppCoordinator

@Suite struct SandboxServingTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", false), ("::1", "[::1]", false), ("localhost", "localhost", false),
    ("0.0.0.0", "127.0.0.1", true), ("::", "[::1]", true), ("192.0.2.7", "192.0.2.7", true),
    ("2001:db8::7", "[2001:db8::7]", true),
  ])
  func whoOpensItToOthersIsWarned(_ address: String, _ host: String, _ isWarned: Bool) {
    var options = SandboxOptions()
    #expect(SandboxServing.warning(for: options) == nil)
    options.address = address
    #expect(options.host == host)
    #expect((SandboxServing.warning(for: options)?.contains(address) ?? false) == isWarned)
  }

  @Test func aCrowdIsAskedForByNumber() {
    var options = SandboxOptions(isQuiet: true)
    #expect(options.life == .quiet)
    options.busy = 7
    #expect(options.life == .busy(perSecond: 7))
    #expect(SandboxOptions().life == .resident)
  }

  @Test(arguments: [SandboxError.unknownVersion(99), .unreadable("/home/you/sandbox.sqlite")])
  func aFileThatCannotBeUsedIsSaidInOneSentenceWithWhatToDo(_ error: SandboxError) {
    let words = error.appError.words
    #expect(words.contains("aside") && words.hasSuffix("."))
    #expect(!words.dropLast().contains(". "))
    #expect(error.appError.code == "unknown")
  }
}
