import Glibc
import Testing

/// Missing parts of the machine, which are one sentence and an exit code.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct MissingSurroundingsTests {
  private let machine: Machine

  init() throws { machine = try Machine() }

  /// Before, a command did nothing and ended with 0, or with an illegal instruction.
  @Test(arguments: ["home", "home --json", "-c 'home; open 1'", "sandbox --port 0"])
  func missingProcIsOneSentence(_ command: String) throws {
    let hidden = "unshare --user --map-root-user --mount sh -c"
    // Not every machine lets its users hide a folder from themselves.
    guard try machine.shell("\(hidden) 'mount -t tmpfs none /proc'").code == 0 else { return }
    let inner = "mount -t tmpfs none /proc && howdah \(command) < /dev/null".replacing("'", with: #"'\''"#)
    let run = try machine.shell("\(hidden) '\(inner)'")
    #expect(run.code == 1 && run.output.isEmpty, "\(run.everything)")
    #expect(run.error.contains("/proc is missing, which the program needs."), "\(run.everything)")
    let version = try machine.shell("\(hidden) 'mount -t tmpfs none /proc && howdah --version'")
    #expect(version.code == 0 && version.output.hasPrefix("howdah "), "\(version.everything)")
  }

  @Test func tooFewOpenFilesAreOneSentence() throws {
    let run = try machine.shell("ulimit -n 10; howdah --sandbox home")
    #expect(run.code == 1 && run.output.isEmpty, "\(run.everything)")
    #expect(
      run.error.contains("Only 10 files can be open at once, and the program needs 32."), "\(run.everything)")
    // A limit of the user's own is raised.
    #expect(try machine.shell("ulimit -Sn 10; howdah --sandbox whoami").code == 0)
  }

  /// Before, a command waited for ever for a thread.
  @Test(arguments: ["home", "-c 'home; open 1'", "--sandbox", "sandbox --port 0"])
  func threadsThatCannotBeStartedAreOneSentence(_ command: String) throws {
    // With stacks of 256 MB, few have room in 2 GB.
    let run = try machine.shell("ulimit -s 262144; ulimit -v 2000000; howdah \(command) < /dev/null")
    #expect(run.code == 1 && run.output.isEmpty, "\(run.everything)")
    #expect(
      run.error.contains("more threads can be started, and the program needs 10."), "\(run.everything)")
  }

  @Test func aHomeWhoseNameIsNotTextIsRefused() throws {
    let run = try machine.shell("HOME=$(printf '/tmp/bad\\377') howdah set theme dusk")
    #expect(run.code == 2 && run.output.isEmpty, "\(run.everything)")
    #expect(run.error.contains("HOME is not text in UTF-8."), "\(run.everything)")
  }

  @Test func missingHomeIsOneSentence() throws {
    let run = try machine.shell("env -u HOME -u XDG_DATA_HOME howdah home")
    #expect(run.code == 1 && run.error.contains("HOME is not set to a full path."), "\(run.everything)")
  }

  /// Before, each connection asked the kernel for what only root may.
  @Test func aUserWithoutRightsReachesAServer() throws {
    try machine.signIn()
    // Tests often run as root in a container.
    let program = geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all howdah" : "howdah"
    let run = try machine.shell("\(program) home --limit 1")
    #expect(run.code == 0 && run.output.contains("Home"), "\(run.everything)")
  }
}
