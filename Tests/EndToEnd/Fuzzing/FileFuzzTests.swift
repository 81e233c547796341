import Glibc
import PushNotifications
import Testing
import TranscriptKit

/// Whatever is in a file that the program reads, it is understood or refused in a sentence: examples with changed bytes.
///
/// The bytes are those of a seed, which is printed with each problem. `HOWDAH_FUZZ_SEED` sets it, `HOWDAH_FUZZ_FILES` how many
/// files of each kind are tried.
@Suite(.timeLimit(.minutes(60))) struct FileFuzzTests {
  private let seed = Self.number("HOWDAH_FUZZ_SEED") ?? UInt64.random(in: 0 ... .max)
  private let count = Self.number("HOWDAH_FUZZ_FILES").map { Int($0) } ?? 40

  private static func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }

  /// An example with some bytes changed, left out, doubled or put in.
  private func changed(_ example: [UInt8], _ index: Int) -> [UInt8] {
    var random = Random(seed: seed, index: index)
    var bytes = example
    let pieces: [[UInt8]] = [
      [0], [0xFF], [0xEF, 0xBB, 0xBF], [0x1B, 0x5B], Array("\r\n\n,,\"".utf8), Array("9999999999".utf8),
    ]
    for _ in 0...random.next(below: 4) {
      let place = random.next(below: bytes.count + 1)
      let end = min(bytes.count, place + 1 + random.next(below: 12))
      switch random.next(below: 5) {
      case 0: bytes.insert(contentsOf: pieces[random.next(below: pieces.count)], at: place)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: random.next(below: bytes.count + 1))
      case 3: bytes.removeLast(bytes.count - place)
      default: for place in place..<end { bytes[place] = UInt8(random.next(below: 256)) }
      }
    }
    return bytes
  }

  @Test func everySessionAndPushIsRead() throws {
    let session = Array(try #require(SessionFixture.all.first { $0.name == "replying" }).transcript.text.utf8)
    let push = Array(
      #"{"access_token":"","preferred_locale":"en","notification_id":9,"notification_type":"mention","title":"Rook","body":"x"}"#
        .utf8)
    for index in 0..<count {
      let bytes = changed(session, index)
      let transcript = Transcript(String(decoding: bytes, as: UTF8.self))
      #expect(transcript.typed.count <= transcript.lines.count, "HOWDAH_FUZZ_SEED=\(seed), session \(index)")
      let same = TranscriptComparison(of: transcript, with: transcript)
      #expect(same.isEqual, "HOWDAH_FUZZ_SEED=\(seed), session \(index) differs from itself")
      do throws(PushFailure) {
        let payload = try PushPayload(reading: changed(push, index))
        #expect(!payload.title.isEmpty, "HOWDAH_FUZZ_SEED=\(seed), push \(index)")
      } catch {
        #expect(error == .noNotification, "HOWDAH_FUZZ_SEED=\(seed), push \(index)")
      }
    }
  }

  /// The command that reads each kind of file, after the one that writes an example of it.
  private static let imports: [(kind: String, example: String, command: String)] =
    [
      ("posts.jsonl", "archive export FILE", "archive import FILE"),
      ("mine.json", "archive export FILE", "archive import FILE"), ("mine.zip", "", "archive import FILE"),
      ("mine.tar.gz", "", "archive import FILE"), ("settings.txt", "settings export FILE", "settings import FILE"),
    ]
    + ["follows", "lists", "mutes", "blocks", "bookmarks", "groups", "servers", "bookmark-notes"].map { kind in
      ("\(kind).csv", "export \(kind) FILE", "import \(kind) FILE --dry-run")
    }

  @Test(.enabled(if: access("/usr/bin/zip", X_OK) == 0)) func everyImportedFileIsTakenOrRefused() throws {
    let (machine, folder) = (try Machine(), try TemporaryFolder())
    try machine.signIn()
    let script = """
      archive fetch mine
      home --limit 20
      bookmark 1 --tag recipes --note "For Sunday, 🦆"
      mute 2 --yes
      group create Boats #canal @heron
      alias gm = home
      set theme paper

      """
    _ = try machine.howdah(["--keep-going"], input: script)
    for (kind, example, command) in Self.imports {
      let file = folder.file(kind)
      if example.isEmpty {
        let pack = kind.hasSuffix("zip") ? "zip -q \(file) outbox.json" : "tar czf \(file) outbox.json"
        _ = try machine.shell("cd \(folder.path) && cp mine.json outbox.json && \(pack)")
      } else {
        let run = try machine.howdah("-c", example.replacing("FILE", with: file))
        #expect(run.code == 0, "\(kind): \(run.everything)")
      }
      let bytes = try Files.read(file)
      var lines: [String] = []
      for index in 0..<count {
        let name = folder.file("\(index)-\(kind)")
        try Files.write(bytes: changed(bytes, index), to: name)
        lines.append(command.replacing("FILE", with: name))
      }
      let run = try machine.howdah(["--keep-going", "--yes"], input: (lines + [""]).joined(separator: "\n"))
      #expect(run.code < 128, "HOWDAH_FUZZ_SEED=\(seed), \(kind): \(run.code), \(run.everything.suffix(2000))")
    }
  }

  /// Files that the program has written itself, read when it starts or when a command needs them.
  @Test func everyDamagedFileOfItsOwnIsReadOrRefused() throws {
    let machine = try Machine()
    try machine.signIn()
    _ = try machine.howdah(
      "-c",
      "set theme paper; alias gm = home; group create Boats #canal; rule add hide frost; home --limit 20; find frost")
    let kept = try machine.kept().filter { !$0.isFolder && !$0.path.hasSuffix(".lock") }.map(\.path)
    let originals = try kept.map { ($0, try Files.read($0)) }
    for (number, (path, bytes)) in originals.enumerated() where !bytes.isEmpty {
      for index in 0..<max(count / 20, 1) {
        for (other, original) in originals { try Files.write(bytes: original, to: other) }
        try Files.write(bytes: changed(bytes, number * 1000 + index), to: path)
        let run = try machine.howdah(
          "--keep-going", "--cached", "-c",
          "accounts\nhome\nget theme\nalias\ngroups\nrules\nbookmarks tags\nfind frost or 🦆\narchive\noutbox\ndrafts")
        #expect(
          run.code < 128, "HOWDAH_FUZZ_SEED=\(seed), \(path) \(index): \(run.code), \(run.everything.suffix(2000))")
      }
    }
  }

  @Test func everyChangedSessionIsPlayedOrRefused() throws {
    let (machine, folder) = (try Machine(), try TemporaryFolder())
    let session = Array(try #require(SessionFixture.all.first { $0.name == "replying" }).transcript.text.utf8)
    for index in 0..<max(count / 10, 1) {
      try Files.write(bytes: changed(session, index), to: folder.file("\(index).session"))
    }
    let run = try machine.howdah("play", folder.path)
    #expect(run.code < 128, "HOWDAH_FUZZ_SEED=\(seed): \(run.code), \(run.everything.suffix(2000))")
  }

  /// What a plugin says about itself, and what it answers.
  @Test func everyAnswerOfAPluginIsReadOrRefused() throws {
    let machine = try Machine()
    let plugins = machine.folder.file("data/howdah/plugins")
    for folder in ["data", "data/howdah", "data/howdah/plugins"] { mkdir(machine.folder.file(folder), 0o700) }
    let description =
      #"{"help":"Count","version":"1.0","usage":"[N]","options":[{"name":"deep","value":"N","help":"x"}],"arguments":["a"]}"#
    let answer = #"[{"type":"heading","text":"A"},{"type":"status","id":"1"},{"run":"home"}]"#
    let (described, answered) = (machine.folder.file("described"), machine.folder.file("answered"))
    let program = "#!/bin/sh\ncase \"$1\" in --howdah-describe) cat \(described);; *) cat \(answered);; esac\n"
    try Files.write(program, to: "\(plugins)/howdah-fuzz")
    chmod("\(plugins)/howdah-fuzz", 0o755)
    for index in 0..<max(count / 5, 1) {
      try Files.write(bytes: changed(Array(description.utf8), index), to: described)
      try Files.write(bytes: changed(Array(answer.utf8), index), to: answered)
      // Another program is described again.
      try Files.write("\(program)# \(index)\n", to: "\(plugins)/howdah-fuzz")
      let run = try machine.howdah("--sandbox", "--keep-going", "-c", "help fuzz\nplugins\nfuzz 1")
      #expect(run.code < 128, "HOWDAH_FUZZ_SEED=\(seed), plugin \(index): \(run.code), \(run.everything.suffix(2000))")
    }
  }
}
