import FileTestKit
import Foundation
import Glibc
import Testing

@testable import Subprocesses

@Suite(.timeLimit(.minutes(10))) struct BrowserOpenerTests {
  struct Place: Sendable, CustomTestStringConvertible {
    var rule: String
    var environment: [String: String]
    var isAvailable: Bool
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Place(rule: "a desktop", environment: ["DISPLAY": ":0"], isAvailable: true),
    Place(rule: "a newer desktop", environment: ["WAYLAND_DISPLAY": "wayland-0"], isAvailable: true),
    Place(rule: "no desktop", environment: ["DISPLAY": ""], isAvailable: false),
    Place(rule: "over ssh", environment: ["DISPLAY": "localhost:10.0", "SSH_CONNECTION": "x"], isAvailable: false),
    Place(rule: "BROWSER is set", environment: ["BROWSER": "firefox", "SSH_CONNECTION": "x"], isAvailable: true),
  ]) func browserIsAvailableOnlyWhereTheUserSeesIt(_ place: Place) {
    #expect(BrowserOpener.live(environment: place.environment).isAvailable() == place.isAvailable)
  }

  @Test func pageIsOneArgumentAndNoShellIsUsed() {
    let url = "https://shore.example/a?b=$(c)&d='e'"
    func program(_ browser: String) -> BrowserProgram? {
      BrowserProgram(showing: url, environment: ["BROWSER": browser, "PATH": "/nowhere:/bin"])
    }
    #expect(program("sh")?.path == "/bin/sh" && program("sh")?.arguments == [url])
    #expect(program("/bin/sh -x")?.arguments == ["-x", url])
    #expect(program("/bin/sh --page=%s -y")?.arguments == ["--page=\(url)", "-y"])
    #expect(program("not-there:/not/there:sh")?.path == "/bin/sh")
    #expect(program("not-there") == nil)
    #expect(BrowserProgram(showing: url, environment: ["PATH": "/nowhere"]) == nil)
  }

  @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "/etc/passwd", "--help", "", "httpx://shore.example/"])
  func onlyWebPagesAreOpened(_ url: String) {
    let opener = BrowserOpener.live(environment: ["BROWSER": "true", "PATH": "/usr/bin:/bin"])
    #expect(opener.open("https://shore.example/"))
    #expect(!opener.open(url))
  }

  @Test func startedBrowserGetsThePage() async throws {
    let folder = try TemporaryFolder()
    let (script, page) = ("\(folder.path)/browser", "\(folder.path)/page")
    try writeProgram(
      "#!/bin/sh\necho noise\nprintf '%s' \"$1\" >'\(page).new'\nmv '\(page).new' '\(page)'\n", to: script)
    let opener = BrowserOpener.live(environment: ["BROWSER": script, "PATH": "/usr/bin:/bin"])
    try #require(opener.open("http://127.0.0.1:1/a?b=c&d=e f"))
    while !FileManager.default.fileExists(atPath: page), !Task.isCancelled { await Task.yield() }
    #expect(
      String(decoding: try Data(contentsOf: URL(filePath: page)), as: UTF8.self) == "http://127.0.0.1:1/a?b=c&d=e f")
    #expect(!BrowserOpener.live(environment: ["BROWSER": "\(folder.path)/none"]).open("http://127.0.0.1:1/"))
  }

  @Test func programThatIsStillBeingWrittenIsStartedOnceItIsClosed() async throws {
    let folder = try TemporaryFolder()
    let (script, page) = ("\(folder.path)/browser", "\(folder.path)/page")
    try writeProgram("#!/bin/sh\n: >'\(page)'\n", to: script)
    let writer = open(script, O_WRONLY | O_CLOEXEC)
    try #require(writer >= 0)
    let opener = BrowserOpener.live(environment: ["BROWSER": script, "PATH": "/usr/bin:/bin"])
    // On a thread of its own: it tries for a while only, in which other tests may block those of the concurrency pool.
    let isOpened = AsyncStream { opened in
      Thread.detachNewThread { opened.yield(opener.open("http://127.0.0.1:1/")) }
      close(writer)
    }
    #expect(await isOpened.first { _ in true } == true)
    while !FileManager.default.fileExists(atPath: page), !Task.isCancelled { await Task.yield() }
  }
}
