import Foundation
import Testing

/// The scripts in Examples/scripts, which docs/scripts.md lists, against a server of the sandbox.
@Suite(.serialized, .ownThread)
struct ExampleScriptTests {
  private let machine: Machine
  private let server: SandboxProcess

  init() throws {
    machine = try Machine()
    server = try machine.signIn()
  }

  private static let folder = CommandLines.root.appending(path: "Examples/scripts").path

  private func run(_ script: String) throws -> Machine.Run {
    try machine.shell("cd; PATH='\(Self.folder)':$PATH; \(script)")
  }

  private func posts() throws -> [JSON] {
    try JSON(machine.howdah("profile", "@me", "--json").output)["items"]?.array ?? []
  }

  @Test func thePageListsEachScript() throws {
    let page = try String(contentsOf: CommandLines.root.appending(path: "docs/scripts.md"), encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) {
      #expect(page.contains("(../Examples/scripts/\(name))"), "\(name)")
    }
  }

  @Test func theNextTextIsPostedOnce() throws {
    try Files.write("Fog; \"quite\" thick & $HOME\n\n--yes\n", to: machine.folder.file("a.txt"))
    try Files.write("", to: machine.folder.file("b.txt"))
    let first = try run("post-next . --visibility unlisted")
    #expect(first.code == 0 && first.output.hasPrefix("http"), "\(first.everything)")
    let post = try #require(posts().first)
    #expect(post["text"]?.string == "Fog; \"quite\" thick & $HOME\n\n--yes")
    #expect(post["visibility"]?.string == "unlisted")
    // What is refused stays, and the exit code says why.
    let second = try run("post-next .")
    #expect(second.code == 7 && second.error.contains(#""code":"invalid_input""#), "\(second.everything)")
    #expect(try run("ls sent; rm b.txt; post-next .").output == "a.txt\n")
    #expect(try server.stop() == 0)
    try Files.write("Later", to: machine.folder.file("c.txt"))
    #expect(try run("post-next .").code == 6)
    #expect(try run("ls c.txt").code == 0)
  }

  @Test(.timeLimit(.minutes(10))) func mentionsAreAnswered() throws {
    let rook = try Machine()
    let login = try rook.howdah("login", server.host, "--with-token", input: server.token(of: "rook"))
    #expect(login.code == 0)
    let (input, output, error) = (machine.folder.file("in"), machine.folder.file("out"), machine.folder.file("err"))
    try Files.write("", to: input)
    let bot = try ChildProcess(
      "/bin/sh", ["\(Self.folder)/answer-mentions", "Thank you; $HOME", "--limit", "1"],
      environment: machine.environment, input: input, output: output, error: error)
    var count = 0
    // Nobody says when the stream is open.
    try Deadline.first("an answer") {
      count += 1
      _ = try rook.howdah("post", "@you Hello `touch x` \(count)")
      return try posts().contains { $0["text"]?.string?.contains("Thank you; $HOME") == true } ? true : nil
    }
    #expect(try bot.wait() == 0)
    #expect(try Files.text(error).isEmpty)
  }

  @Test func backupIsCompleteAndReplacesTheOneOfTheSameDay() throws {
    _ = try machine.howdah("set", "theme", "day")
    for _ in 0..<2 {
      let run = try run("backup kept")
      #expect(run.code == 0 && run.error.isEmpty, "\(run.everything)")
    }
    let names = try run("ls kept/*").lines.map(String.init)
    #expect(
      names == [
        "blocks.csv", "bookmarks.csv", "domain-blocks.csv", "followed-tags.csv", "follows.csv", "lists.csv",
        "mutes.csv", "posts.json", "settings.toml",
      ])
    #expect(try run("cat kept/*/follows.csv").lines.count > 3)
  }

  @Test func accountsThatDoNotFollowBackAreListed() throws {
    let run = try run("no-follow-back")
    #expect(run.code == 0 && run.error.isEmpty, "\(run.error)")
    #expect(run.output.contains("@heron\tHeron\t") && !run.output.contains("@rook\t"), "\(run.output)")
  }

  @Test func aMarkdownFileIsAThread() throws {
    try Files.write(
      "# A walk\n\n**Fog**, and [a heron](https://shore.example/heron).\n\n---\n\nNobody else.\n\n---\n- The lock\n",
      to: machine.folder.file("walk.md"))
    let run = try run("post-markdown walk.md --visibility unlisted")
    #expect(run.code == 0 && run.lines.count == 3, "\(run.everything)")
    let posts = try posts()
    let texts = ["- The lock", "Nobody else.", "A walk\n\nFog, and a heron (https://shore.example/heron)."]
    #expect(posts.prefix(3).compactMap { $0["text"]?.string } == texts)
    #expect(posts[0]["in_reply_to_id"]?.string == posts[1]["id"]?.string)
    #expect(posts.prefix(3).allSatisfy { $0["visibility"]?.string == "unlisted" })
    // A part that is too long is found before anything is sent.
    try Files.write("Short\n---\n\(String(repeating: "x", count: 600))\n", to: machine.folder.file("long.md"))
    let long = try self.run("post-markdown long.md")
    #expect(long.code == 7 && long.error.contains("600 characters"), "\(long.everything)")
    #expect(try self.posts().count == posts.count)
  }
}
