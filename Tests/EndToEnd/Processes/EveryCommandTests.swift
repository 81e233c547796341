import Foundation
import Testing

/// Rules for each command: its help on every screen, and an error object for what it does not understand.
@Suite(.serialized, .ownThread)
struct EveryCommandTests {
  /// The names of the commands that work everywhere.
  private func names(_ machine: Machine) throws -> [String] {
    let help = try machine.howdah("--sandbox", "--json", "help", "all")
    let commands = try #require(help.lines.first.map { try JSON(String($0)) }?["commands"]?.array)
    return commands.compactMap { $0["name"]?.string }
  }

  /// Runs a script on a screen, and returns what it prints.
  private func run(_ lines: [String], after screen: String, on machine: Machine) throws -> Machine.Run {
    try Files.write(([screen] + lines).joined(separator: "\n") + "\n", to: machine.folder.file("script"))
    return try machine.shell("cd; howdah --sandbox --json --keep-going < script")
  }

  @Test(arguments: ["home --limit 2", "notifications", "profile @rook", "settings", "lists"])
  func everyCommandHasHelpOnEveryScreen(_ screen: String) throws {
    let machine = try Machine()
    let names = try names(machine)
    #expect(names.count > 120)
    // Parts of them at a time, so that each program ends soon on a busy machine too.
    for start in stride(from: 0, to: names.count, by: 40) {
      let names = names[start..<min(start + 40, names.count)]
      let run = try run(names.map { "\($0) --help" }, after: screen, on: machine)
      #expect(run.code == 0 && run.error.isEmpty, "\(run.error)")
      let answers = try run.lines.dropFirst().map { try JSON(String($0)) }
      #expect(answers.count == names.count)
      for (name, answer) in zip(names, answers) {
        #expect(answer["screen"]?.string == "help" && answer["commands"]?.array?.count == 1, "\(name): \(answer)")
      }
    }
  }

  /// Nothing is run, and standard output stays empty.
  @Test func everyCommandRefusesAnUnknownOptionAsAnObject() throws {
    let machine = try Machine()
    let names = try names(machine)
    for name in names {
      let run = try machine.howdah("--sandbox", "--json", name, "--no-such-option")
      #expect(run.code == 2 && run.output.isEmpty, "\(name): \(run.everything)")
      let lines = run.error.split(separator: "\n")
      #expect(lines.count == 1, "\(name): \(run.error)")
      let error = try lines.first.map { try JSON(String($0)) }?["error"]
      #expect(error?["code"]?.string == "usage" && error?["exit_code"]?.number == 2, "\(name): \(run.error)")
    }
  }
}
