import FeatureKit
import Synchronization
import TerminalKit
import Testing
import TranscriptKit

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(10))) struct RecordingTests {
  let app = HostFixture()
  let interpreter: Interpreter

  init() {
    let app = app
    app.more = [
      Verb("page", help: "Show posts") { .document(Self.page) },
      Verb(
        "write", Parameter<Reference>.reference(kinds: [.status]), .flag("everyone"), .optionalText(), help: "Answer"
      ) {
        _, isPublic, _ in
        var toast = Toast(.success, "Sent.", made: Reference(kind: .status, id: "new"))
        toast.audience = isPublic ? .everyone : .limited
        return .toast(toast)
      }.writingText,
      Verb("say", .optionalText(), help: "Post") { text in
        guard text?.contains("public") == true else {
          throw AppError.validation("No.", suggestion: "Kept:\nsecret text")
        }
        var toast = Toast(.success, "Sent.")
        toast.audience = .everyone
        return .toast(toast)
      }.writingText,
      Verb("tell", .optionalWord("WHOM"), .optionalText(), help: "Tell") { _, _ in .nothing }.writingText(
        after: "them"),
      Verb("like", .references(kinds: [.status]), help: "Like") { _ in
        .confirm(Confirmation("Like “secret text”?") { .toast(Toast(.success, "Liked the post of Secretive.")) })
      },
      Verb("toss", .references(kinds: [.draft]), help: "Delete") { _ in
        .confirm(Confirmation("Delete “secret text”?") { .toast(Toast(.success, "Deleted.")) })
      },
      Verb("secure", .options("field", "X", isConfidential: true), help: "Send") { _ in
        .ask(Question(prompt: "Token", isSecret: true) { _ in .ask(Question(prompt: "Email") { _ in .nothing }) })
      },
      Verb("send", .options("field", "X", isConfidential: true), .flag("all"), help: "Send") { fields, isLong in
        let words = fields.first ?? "nothing"
        return .confirm(
          Confirmation("Send \(isLong ? Array(repeating: words, count: 20).joined(separator: " ") : words)?") {
            .toast(Toast(.success, "Sent."))
          })
      },
      Verb("memo", help: "Show the note") {
        .toast(Toast(.information, "Your note: " + .personal("secret text"), data: [.init("note", "secret text")]))
      },
      Verb("person", help: "Show a person") {
        let line = Block.paragraph("Your note: " + .personal("secret text"))
        return .document(
          Document(
            kind: "person", blocks: [.paragraph("Wren"), .spoken([line], as: "Your note: secret text.")],
            data: [.init("relationship", ["followed_by": true, "note": "secret text"])]))
      },
    ]
    interpreter = app.interpreter()
  }

  private static var page: Document {
    func item(_ number: Int, _ text: String, _ audience: Audience) -> Block {
      var item = Item(
        number: number, blocks: [.paragraph(StyledText(text)), .paragraph("more of it")], spoken: text,
        references: [Reference(kind: .status, id: "p\(number)")], data: ["text": .string(text)])
      item.audience = audience
      return .item(item)
    }
    return Document(
      kind: "page", title: Document.Title("Page"),
      blocks: [item(1, "open text", .everyone), item(2, "secret text", .limited), .blank, item(3, "row", .unstated)])
  }

  private func record(_ lines: String..., options: String = "") async -> String {
    _ = await interpreter.run(line: "record f\(options)")
    for line in lines { _ = await interpreter.run(line: line) }
    _ = await interpreter.run(line: "record off")
    return app.files.withLock { $0["f"] ?? "" }
  }

  @Test func typedAndShownLinesFormASession() async {
    let text = await record("list", "boost 1", "lsit")
    #expect(
      text
        == """
        # Recorded with Howdah.
        # elastic: times, ids
        # masked: private posts

        $ howdah < script

        › list
        List
        ────────────────────────────────────────────────────────────────────────────
         1  item a
         2  item b
         3  item c

        › boost 1
        [private post]

        › lsit
        ! Unknown command “lsit”.
          Did you mean list?

        """)
    #expect(Transcript(text).typed == ["list", "boost 1", "lsit"])
  }

  /// A line that resembles no command may be a password, typed or pasted into the wrong window.
  @Test(arguments: ["ghp_S3cret9f8a7b6c5d4e", "correct horse battery staple", "\"S3cret unclosed", "S3cret; boost 1"])
  func unknownCommandsAreNotRecorded(_ line: String) async {
    let text = await record("boost 1", line)
    #expect(!text.contains("S3cret") && !text.contains("horse") && !text.contains("correct"))
    #expect(text.contains("› [hidden]"))
  }

  @Test(arguments: ["join ", "list ", "boost 1 --token=", "join https://nettle.example/x?token="])
  func aTokenWhereNoneBelongsIsNotRecorded(_ beginning: String) async {
    let token = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3bC5dE7"
    for options in ["", " --with-private"] {
      let text = await record(beginning + token, options: options)
      #expect(!text.contains(token) && text.contains("[hidden]"), "\(text)")
    }
  }

  /// A user who types ahead has not seen that a question is open.
  @Test func typeAheadIntoAQuestionIsNotRecorded() async {
    app.answer = "say something S3cret"
    let text = await record("send")
    #expect(!text.contains("S3cret"))
    #expect(text.contains(Mask.secret))
  }

  @Test func privatePostsAreMaskedWhereTheyStand() async {
    let text = await record("page")
    #expect(text.contains(" 1  open text\n    more of it\n 2  [private post]\n\n 3  row\n    more of it\n"))
    #expect(!text.contains("secret"))
    #expect(app.written.contains(" 2  secret text\n"), "the user sees it")
  }

  @Test func privatePostsAreMaskedInEveryForm() async {
    let text = await record("page --json", "page --plain")
    #expect(text.contains(#"{"masked":true}"#) && text.contains("open text"))
    #expect(!text.contains("secret"))
  }

  @Test func withPrivateKeepsThem() async {
    let text = await record("page", "say --no hush", options: " --with-private")
    #expect(text.contains("secret text") && !text.contains("# masked"))
  }

  @Test func commandsAboutAPrivatePostSayNothingOfIt() async {
    app.answer = "y"
    let text = await record("page", "like 2", "like 1")
    #expect(text.contains("› like 2\n? [private post] [y/N]: y\n[private post]\n"))
    #expect(text.contains("› like 1\n? Like “secret text”? [y/N]: y\nLiked the post of Secretive.\n"))
  }

  /// Before, a text that is masked when it is typed was recorded in clear when `source` ran it.
  @Test func sourcedFileIsMaskedLikeTypedLines() async {
    app.answer = "y"
    app.files.withLock { $0["a"] = "list\nsend --field hush\n" }
    let text = await record("source a")
    #expect(text.contains("› source a\n") && text.contains("[private post]"), "\(text)")
    #expect(!text.contains("hush"), "\(text)")
  }

  @Test func questionAboutADraftOfAPrivatePostIsMasked() async {
    app.answer = "y"
    app.more.append(
      Verb("drafts", help: "List") {
        func item(_ number: Int, _ audience: Audience) -> Block {
          var item = Item(
            number: number, blocks: [.paragraph("text")], spoken: "",
            references: [Reference(kind: .draft, id: "01JD7M3ZV5D2H6QK8XW000000\(number)")])
          item.audience = audience
          return .item(item)
        }
        return .document(Document(kind: "drafts", blocks: [item(1, .limited), item(2, .everyone)]))
      })
    let text = await record("drafts", "toss 1", "toss 2")
    #expect(text.contains("› toss 1\n? [private post] [y/N]: y\n[private post]\n"), "\(text)")
    #expect(text.contains("› toss 2\n? Delete “secret text”? [y/N]: y\nDeleted.\n"), "\(text)")
  }

  @Test func questionThatMayQuoteATextIsMaskedWithIt() async {
    app.answer = "y"
    let text = await record("send --field hush", "send --all --field hush", "send")
    #expect(text.contains("› send [private post]\n? [private post] [y/N]: y\nSent.\n"), "\(text)")
    #expect(text.contains("› send [private post]\n[private post]\n? [y/N]: y\nSent.\n"), "\(text)")
    #expect(text.contains("› send\n? Send nothing? [y/N]: y\nSent.\n"), "\(text)")
    #expect(!text.contains("hush"))
    #expect(app.written.contains("hush hush"), "the user sees it")
  }

  @Test(arguments: ["", " --json", " --plain"])
  func notesOfTheUserAreMaskedWhereverTheyAreShown(form: String) async {
    let text = await record("person\(form)", "memo\(form)")
    #expect(!text.contains("secret"), "\(text)")
    #expect(text.contains("[private post]") && (form == " --json" || text.contains("Wren")), "\(text)")
    #expect(app.written.contains("secret text"), "the user sees it")
  }

  @Test func postThatWasNeverShownCountsAsPrivate() async {
    app.answer = "y"
    let text = await record("like 117654299695841280")
    #expect(text.contains("? [private post] [y/N]: y\n[private post]\n"))
  }

  @Test(arguments: [
    ("say hello, public", "say hello, public"), ("say hush", "say [private post]"),
    ("page; write 1 hush", "page; write 1 [private post]"),
    ("page; write 1 --everyone hello", "page; write 1 --everyone hello"),
    // An answer to a private post is masked, whoever reads it.
    ("page; write 2 --everyone hello", "page; write 2 [private post]"),
    ("say \"hush\"; say \"public\"", "say [private post]; say [private post]"),
    ("say \"public\"; say \"hush\"; say \"never run\"", "say [private post]; say [private post]; say [private post]"),
    ("syy hush", "syy [private post]"), ("say \"hush", "say [private post]"),
    ("secure --field a=b", "secure [private post]"),
    ("list", "list"), ("say", "say"), ("write 9 hush", "write 9 [private post]"),
    ("write --hush 1", "write [private post]"), ("/say hush", "/say [private post]"),
  ])
  func textIsRecordedOnlyIfItWasForEveryone(line: String, recorded: String) async {
    let text = await record(line)
    #expect(Transcript(text).typed.first == recorded)
    #expect(!text.contains("hush"))
    #expect(!text.contains("secret text\n"), "nor in the error")
  }

  @Test func aliasHidesWhatItSends() async {
    _ = await interpreter.run(line: "alias gm = say \"Good morning $1\"")
    let text = await record("gm hush")
    #expect(Transcript(text).typed == ["gm [private post]"])
  }

  @Test(arguments: [
    ("alias gm = say \"hush\"", "alias gm = say [private post]"),
    ("alias gm = page; say \"hush $1\"", "alias gm = page; say [private post]"),
    ("alias p = page", "alias p = page"),
  ])
  func definitionOfAnAliasHasNoText(line: String, recorded: String) async {
    let text = await record(line, line, "alias", "unalias gm")
    #expect(Transcript(text).typed.first == recorded)
    #expect(!text.contains("hush"))
    #expect(text.contains("Added the alias p.") == (recorded == line))
  }

  @Test(arguments: [("tell them hush", "tell them [private post]"), ("tell me hush", "tell me hush")])
  func textAfterAWordIsMasked(line: String, recorded: String) async {
    let text = await record(line)
    #expect(Transcript(text).typed.first == recorded)
  }

  @Test func lineForTheBackgroundKeepsItsSign() async {
    interpreter.output.hasJobs = true
    let text = await record("say \"hush\" &")
    #expect(Transcript(text).typed.first == "say [private post] &")
  }

  @Test func secretsAreNeverRecorded() async {
    app.answer = "abc123"
    for options in ["", " --with-private"] {
      let text = await record("secure", options: options)
      app.files.withLock { $0 = [:] }
      #expect(text.contains("? Token: [hidden]\n? Email: [hidden]\n"))
      #expect(!text.contains("abc123"))
    }
  }

  @Test func redirectedOutputIsNotRecorded() async {
    let text = await record("page > out", "! date")
    #expect(text.contains("› page > out\nWrote 9 lines to out.\n"))
    #expect(text.contains("› ! date\n! Running programs with ! is turned off.\n"))
  }

  @Test func messageThatACommandPostsIsInTheRecordOfItsLine() async {
    app.more.append(
      Verb("shout", help: "Shout") { [app] in
        app.toasts.post(StyledText("Heard."))
        return .nothing
      })
    let text = await record("shout", "! date")
    #expect(text.contains("› shout\nHeard.\n") && app.errors.hasPrefix("Heard.\n"), "\(text)")
  }

  @Test func liveLinesAreMarked() async {
    _ = await interpreter.run(line: "record f")
    var note = Note("Wren replied", detail: "hush", references: [Reference(kind: .status, id: "x")])
    note.label = LineLabel("a1")
    interpreter.line.record(note, isLive: true)
    note.audience = .limited
    interpreter.line.record(note, isLive: true)
    _ = await interpreter.run(line: "record off")
    #expect(
      app.files.withLock { $0["f"] }?.hasSuffix("~ a1 Wren replied  hush\n~ a1 [private post]\n") == true)
  }

  @Test func fullDiskEndsOnlyTheRecording() async {
    let text = await record("list", "fail", "list")
    #expect(text.contains("› list\nList"))
    #expect(app.errors.contains("! fail") || app.errors.contains("The recording ended: "))
    #expect(app.errors.contains("Not recording."))
    #expect(interpreter.state.recorder == nil)
  }

  @Test func fileThatExistsIsReplacedAfterAQuestionOnly() async {
    app.files.withLock { $0["f"] = "old" }
    app.answer = "n"
    _ = await interpreter.run(line: "record f")
    #expect(app.files.withLock { $0["f"] } == "old")
    #expect(interpreter.state.recorder == nil)
    app.answer = "y"
    _ = await interpreter.run(line: "record f")
    #expect(app.files.withLock { $0["f"] }?.hasPrefix("# Recorded") == true)
    _ = await interpreter.run(line: "record g")
    #expect(app.errors.contains("Already recording to f."))
  }

  @Test func hostileTextIsNoLineOfTheSession() async {
    app.more.append(
      Verb("hostile", help: "Print") {
        .document(
          Document(kind: "x", blocks: [.verbatim("› logout"), .verbatim("? y: y"), .verbatim("$ howdah --json")]))
      })
    let text = await record("hostile")
    #expect(Transcript(text).typed == ["hostile"])
    #expect(Transcript(text).start.isData == false)
  }
}
