import AppEnvironment
import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import REPL
@testable import howdah

/// Questions in a newcomer's words, and the command that the help must name first.
@MainActor
@Suite struct HelpQuestionsTests {
  private static let questions: [(question: String, command: String)] = [
    ("log in", "login"), ("who liked my post", "favouriters"), ("attach a picture", "post TEXT --attach"),
    ("how do I see who liked my post?", "favouriters"), ("how do I get out of here", "quit"),
    ("show me my messages", "conversations"), ("send a private message to a friend", "dm"),
    ("how do I stop seeing someone's boosts", "follow @zoe --no-boosts"), ("I don't want to see football", "filter"),
    ("mute a word", "filter"), ("how do I change my profile picture", "profile edit"),
    ("change my display name", "profile edit"), ("fix a typo in my post", "edit"), ("remove my last post", "delete"),
    ("see my own posts", "profile @me"), ("where are my drafts", "drafts"), ("save a post for later", "bookmark 3"),
    ("where are my saved posts", "bookmarks"), ("see the comments under a post", "open"),
    ("who follows me", "followers"), ("whom do I follow", "following"), ("follow a hashtag", "follow #canal"),
    ("ban an instance", "block-domain"), ("report a spammer", "report"), ("find people to follow", "suggestions"),
    ("what is trending right now", "trends"), ("load more posts", "older"), ("go back to the previous screen", "back"),
    ("translate a post into English", "translate"), ("open a link in my browser", "browse"),
    ("copy the link of a post", "copy"), ("save an image to my computer", "download"),
    ("use an emoji", "post TEXT :smile"), ("what is my handle", "accounts"), ("is my connection OK", "status"),
    ("create a survey", "post TEXT --poll"), ("vote in a poll", "vote"),
    ("schedule a post for tomorrow", "post TEXT --at"), ("cancel a scheduled post", "scheduled"),
    ("put a spoiler on my post", "post TEXT --cw"), ("see what is behind a content warning", "show"),
    ("who can see my posts", "post TEXT --visibility"), ("write a long thread", "post --thread"),
    ("stop people from quoting me", "quote-policy"), ("who shared my post", "boosters"), ("take back a like", "unfav"),
    ("undo what I just did", "undo"), ("mark everything as read", "read"),
    ("turn off notifications", "set quiet-hours"), ("mute a conversation", "mute-thread"),
    ("accept a follow request", "follow-requests"), ("get rid of a follower", "remove-follower"),
    ("put someone on a list", "list add"), ("switch to my other account", "switch"), ("sign out", "logout"),
    ("how do I sign up", "register"), ("dark mode", "set theme"), ("make the text wider", "set width"),
    ("use with a screen reader", "set plain on"), ("keyboard shortcuts", "help prompt"), ("back up my data", "export"),
    ("what are the rules here", "server"), ("what can I do here?", "help all"),
    ("stop notifications from one person", "mute @zoe"), ("hide sensitive media", "set media hide"),
    ("show more results at once", "set page"),
    ("hide boosts seen twice", "set repeats"), ("hide posts I already liked", "set hidden-posts"),
    ("what did I miss", "catch-up"), ("catch up", "catch-up"), ("what happened today", "catch-up"),
    ("how do I get rid of posts about football", "filter"), ("block a whole website", "block-domain"),
    ("get notified when my friend posts", "follow @zoe --notify"), ("my post has a typo", "edit"),
    ("turn off colours", "set color"), ("check spelling before posting", "spelling"),
    ("answer someone", "reply"), ("help me", "help all"), ("when does my poll end", "vote"),
    ("stop asking me for confirmation", "help scripts"), ("write down something about a person", "note"),
    ("open two timelines at once", "tab 2"), ("who follows me back", "followers"),
    ("import my follows from another server", "import"), ("post as followers only by default", "set visibility"),
    ("finish my draft", "draft 1"), ("find my friend", "search"),
    ("what does unlisted mean", "post TEXT --visibility"),
    ("stop following a hashtag", "unfollow"), ("send a post at night", "post TEXT --at"), ("go to the start", "top"),
    ("white background", "set theme"), ("get my post back", "undo"), ("I forgot my password", "server"),
    ("someone is impersonating me", "report"), ("who unfollowed me", "followers --changes"),
    ("my statistics", "stats"),
    ("what does the star mean", "fav"), ("how do I read the rest of a long post", "open"),
    ("mute someone but keep following", "mute @zoe"), ("stop someone from seeing my posts", "block @zoe"),
    ("nobody sees my post", "post TEXT --visibility"), ("see what time it was posted", "set time"),
    ("jump to newest", "new"), ("dark background", "set theme"), ("leave the sandbox", "login"),
    ("use my real account", "login"), ("how do I choose a server", "register"), ("is it free", "about"),
    ("where are settings", "settings"),
    ("save all my posts to a file", "archive export"), ("read without internet", "home --cached"),
  ]

  private static let further: [(question: String, command: String)] = [
    ("how do I leave this program", "quit"), ("close the program", "quit"), ("where did my post go", "profile @me"),
    ("did my post get sent", "outbox"), ("why was my post not sent", "outbox"), ("my post is stuck", "outbox"),
    ("how do I see replies to my post", "open 3"), ("who replied to me", "notifications"),
    ("who answered my post", "mentions"), ("show the whole conversation", "open 3"),
    ("see the thread of a post", "open 3"), ("show replies of a post", "open 3"),
    ("how do I go to the next page", "older"), ("see posts from yesterday", "home --since"),
    ("load new posts", "new"), ("refresh my timeline", "refresh"), ("how do I change my password", "server"),
    ("how do I mention my friend in a post", "post TEXT"), ("how do I send a photo", "post TEXT --attach"),
    ("how do I delete my account", "server"), ("export my follows", "export"), ("see who I blocked", "blocks"),
    ("import my follows from another account", "import"), ("how do I know if someone follows me", "followers"),
    ("see my followers", "followers"), ("how to see only posts in english", "home --language"),
    ("hide replies in my timeline", "home --no-replies"), ("are there new posts", "new"),
    ("what happened while I was away", "catch-up"), ("delete all notifications", "clear"),
    ("what is a server", "server"), ("which version is this", "about"), ("something is broken", "diagnose"),
    ("report a bug", "diagnose"), ("why is it so slow", "status"), ("am I online", "status"),
    ("make an alias", "alias"), ("shortcut for a long command", "alias"), ("open the web page", "browse"),
    ("send this post to a friend", "copy"), ("how do I see my drafts", "drafts"),
    ("see my scheduled posts", "scheduled"), ("change time of a scheduled post", "scheduled"),
    ("how do I turn off colours", "set color"), ("text without colours", "set color"),
    ("turn off the archive", "set archive off"), ("how do I unmute a word", "filter"),
    ("who favourited my post", "favouriters"), ("where am I", "where"), ("start over", "home"),
    ("use emoji in a post", "post TEXT :smile"), ("reply privately", "reply 3 TEXT --visibility direct"),
    ("log me out", "logout"), ("how do I see what I posted", "profile @me"),
    ("stop getting messages from this person", "block"), ("someone is bothering me", "block"),
    ("make a survey", "post TEXT --poll"), ("send a message to two people", "dm"),
    ("posts of the last hour", "home --since"), ("do they follow me", "followers"),
  ]

  private static let later: [(question: String, command: String)] = [
    ("see what people say about me", "mentions"), ("delete several posts at once", "delete 1-3"),
    ("where do I see errors", "messages"), ("read older posts", "older"), ("my text disappeared", "drafts"),
    ("postpone a post", "post TEXT --at"), ("send later when online", "post TEXT --later"),
    ("offline mode", "home --cached"), ("write a bot", "help scripts"), ("wrap text", "set width"),
    ("how do I turn off boosts", "home --no-boosts"), ("stop showing boosts", "home --no-boosts"),
    ("only show posts with pictures", "home --media"), ("switch theme", "set theme"), ("dark theme", "set theme dusk"),
    ("make it dark", "set theme dusk"),
    ("delete my data", "archive clear"), ("see posts from other servers", "federated"),
    ("screen reader", "set plain on"), ("blind", "set plain on"), ("braille", "set plain on"),
    ("reply only to author", "reply 3 TEXT --visibility direct"), ("clear the screen", "help prompt"),
    ("new line in a post", "help prompt"), ("edit post", "edit . TEXT"), ("stop the bell", "set live quiet"),
    ("how long can a post be", "server limits"), ("how many characters can I use", "server limits"),
    ("clear my search history", "set history off"), ("migrate my account", "server"), ("use tor", "help scripts"),
  ]

  private let app: AppCoordinator
  private let catalog: VerbCatalog

  init() throws {
    app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { _ in }, writeError: { _ in }, ask: { _, _ in nil })
    catalog = Interpreter(host: app, output: output).line.catalog
  }

  @Test func everyQuestionFindsItsCommandFirst() {
    #expect(Self.questions.count == 113 && Self.further.count == 60)
    let library = HelpSearch.Library(of: catalog)
    for (question, command) in Self.questions + Self.further + Self.later {
      let lines = HelpSearch(question.split(separator: " ").map(String.init), in: library).lines
      #expect(lines.first?.hasPrefix(command) == true, "\(question): \(lines)")
    }
  }

  @Test(arguments: [
    ("like", "favouriters 3"), ("image", "--attach FILE"), ("dm", "dm @zoe TEXT"), ("picture", "--attach FILE"),
    ("message", "dm @zoe TEXT"), ("share", "boosters 3"),
  ])
  func aWordOfOtherProgramsNamesAllThatItMayMean(_ word: String, _ line: String) throws {
    let found = try #require(catalog.explained(word) ?? catalog.explained(Synonym.command(for: word) ?? ""))
    let page = Document(
      kind: "help", title: nil, blocks: HelpSearch([word], in: catalog).others(than: found.verb), data: [])
    let text = Renderer(format: .plain, width: 80, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(page)
    #expect(text.contains(line), "\(text)")
  }

  @Test(arguments: ["who @wren @rook", "who 1 2"])
  func aCommandWithNothingButReferencesIsNoQuestion(_ line: String) async {
    var said = ""
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { said += $0 }, writeError: { said += $0 }, ask: { _, _ in nil })
    _ = await Interpreter(host: app, output: output, isPrompt: true).run(line: line)
    #expect(!said.contains("not a command"), "\(said)")
  }

  /// Nothing is sent, and nothing is taken for a profile or another command.
  @Test(arguments: ["We saw a fox", "I would say so", "I saw a fox today", "Foxes are lovely animals"])
  func aTextThatIsNoCommandIsToldHowItIsSent(_ line: String) async {
    var said = ""
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { said += $0 }, writeError: { said += $0 }, ask: { _, _ in nil })
    let verdict = await Interpreter(host: app, output: output, isPrompt: true).run(line: line)
    #expect(verdict.exitCode == .usage, "\(said)")
    let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("A text to send begins with post, or with reply and a number."), "\(said)")
  }

  @Test func everySettingThatTheHelpAndTheDocsNameTakesItsValue() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let docs = root.appending(path: "docs")
    let pages = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
    let texts = try pages.map { try String(contentsOf: docs.appending(path: $0), encoding: .utf8) }
    let lines =
      HelpTask.all.map(\.line).filter { $0.hasPrefix("set ") && !$0.contains(where: \.isUppercase) }
      + texts.flatMap { $0.matches(of: /`(set [a-z-]+ [a-z0-9:,-]+)`/).map { String($0.1) } }
    #expect(lines.count > 50)
    for line in Set(lines) {
      var said = ""
      let output = Output.plain(
        style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
        terminalWidth: { 80 }, write: { said += $0 }, writeError: { said += $0 }, ask: { _, _ in nil })
      let verdict = await Interpreter(host: app, output: output, assumesYes: true).run(line: line)
      // Another program may not be installed.
      #expect(verdict.exitCode != .usage, "\(line): \(said)")
    }
  }

  @Test func aCommentIsAReply() {
    guard case .absent(_, let instead, _)? = Synonym.of("comment") else {
      Issue.record("no answer to “comment”")
      return
    }
    #expect(instead == ["reply N TEXT"])
  }

  /// A line that the help suggests runs a command of this screen, or of the one that the row names.
  @Test func everySuggestedLineBeginsWithACommand() {
    for task in HelpTask.all {
      let name = Synonym.commandWithArguments(for: task.command) ?? task.command
      #expect(catalog.explained(name) != nil, "\(task.line)")
      #expect(!task.questions.isEmpty, "\(task.line)")
    }
  }
}
