import Testing

/// Programs of the user's own get a text on their standard input, only when a command asks for them.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(5)))
struct UserProgramTests {
  private let machine: Machine
  private let server: SandboxProcess
  private let post: String

  init() throws {
    machine = try Machine()
    server = try machine.signIn()
    post = try JSON(machine.howdah("post", "Fog on the canal.", "--json").output)["id"]?.string ?? ""
  }

  private func set(_ name: String, _ value: String) throws {
    let run = try machine.howdah("set", name, value)
    guard run.code == 0 else { throw Problem(run.everything) }
  }

  @Test func aProgramTranslatesInPlaceOfTheServer() throws {
    try set("translate-command", "tr a-z A-Z")
    let run = try machine.howdah("translate", post)
    #expect(run.code == 0 && run.output.contains("FOG ON THE CANAL."), "\(run.everything)")
    let page = try JSON(machine.howdah("translate", post, "--json").output)
    #expect(page["provider"]?.string == "translate-command")
  }

  @Test(arguments: [
    ("exit 3", "ended with code 3"), ("printf '\\377'", "did not write text"),
    ("no-such-program", "ended with code 127"), ("true", "wrote nothing"), ("kill -9 $$", "ended with code 137"),
    ("yes", "wrote too much and was stopped"),
  ])
  func aProgramThatFailsIsNamed(command: String, reason: String) throws {
    try set("translate-command", command)
    let run = try machine.howdah("translate", post)
    #expect(run.code != 0 && run.error.contains("The program of translate-command \(reason)."), "\(run.everything)")
  }

  @Test func noProgramRunsWhereProgramsAreTurnedOff() throws {
    try set("translate-command", "touch \(machine.folder.file("ran"))")
    try set("shell", "off")
    let run = try machine.howdah("translate", post)
    #expect(run.code == 2 && run.error.contains("set shell pipes"), "\(run.everything)")
    #expect(throws: Problem.self) { try Files.read(machine.folder.file("ran")) }
  }

  @Test func spellingNeedsAProgram() throws {
    let lines = "compose\nTeh fog\n/spelling\n/discard\n"
    let none = try machine.howdah("--yes", input: lines)
    #expect(none.error.contains("set spelling-command"), "\(none.everything)")
    try set("spelling-command", "grep -o Teh")
    let found = try machine.howdah("--yes", input: lines)
    #expect(found.output.contains("Teh"), "\(found.everything)")
  }
}
