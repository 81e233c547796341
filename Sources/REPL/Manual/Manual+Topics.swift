import FeatureKit
import TerminalKit

extension Manual {
  /// A part of `help` that explains a task, with examples that can be typed in the sandbox.
  struct Topic {
    /// The word after `help`.
    let name: String
    let summary: String
    /// Further words by which `help WORD` finds it.
    let keywords: String
    let blocks: [Block]

    /// The lines that are given as examples; one that begins with `howdah` is typed into a shell.
    var examples: [String] { Manual.topicPage([self]).examples }
  }

  /// The topics, in the order in which they are listed.
  static let topics = [
    Topic(
      name: "timelines", summary: "read timelines",
      keywords: "feed unread pages",
      blocks: [
        .paragraph(
          """
          A timeline is printed a page at a time, and each post has a number for the next command. `older` and \
          `newer` turn the page. The same options work in every timeline.
          """),
        .examples([
          ("home", "posts of the accounts that you follow"), ("home --limit 60 --no-boosts", "more, without boosts"),
          ("home --since 2h --oldest-first", "new posts, in order"), ("local --media", "this server, with pictures"),
          ("tag night --any canal", "posts with either hashtag"), ("unread", "continue where you stopped reading"),
          ("catch-up --since 12h", "how much came, by whom, and the most shared links"),
          ("digest --since 24h", "your mentions, new followers, and the posts with the most response"),
          ("profile @rook media", "the pictures of an account"), ("open 1", "a post with its replies"),
          ("thread 1 --export -", "the same as Markdown; also into a file: .md, .html or .txt"),
        ]),
      ]),
    Topic(
      name: "posting", summary: "write posts",
      keywords: "toot spoiler cw poll schedule attach image upload thread visibility",
      blocks: [
        .paragraph(
          """
          Text after the command is sent at once. Without one, the composer opens, and each line is part of the \
          post until `/send`. Unsent posts stay in `drafts`.
          """),
        .examples([
          ("post Good morning", "send a post"), ("post --visibility followers Only for you", "who can see it"),
          ("post --cw Food \"Soup again\"", "with a content warning"),
          ("post \"Tea or coffee?\" --poll Tea --poll Coffee", "with a poll"),
          ("post See you there --at 3d", "later; `scheduled` lists scheduled posts"),
          ("reply 1 Thank you", "a reply to post 1"), ("quote 1 Read this", "a quote of it"),
          ("edit . Good morning, all", "change the post that you just sent"),
          ("post --check Is this too long?", "only count"),
        ]),
        .paragraph("To attach a file: `post Look --attach bee.jpg --alt \"A bee on clover\"`."),
      ]),
    Topic(
      name: "people", summary: "follow, mute and block",
      keywords: "friends unfollow unmute unblock",
      blocks: [
        .paragraph(
          """
          An account is `@name` or `@name@host`, or the number of a post or account on the screen. `undo` takes \
          back the last change.
          """),
        .examples([
          ("profile @rook", "their posts"), ("profile @rook about", "their description and fields"),
          ("follow @rook --notify", "and get a notification for each post"), ("mute @wren --for 7d", "for a week"),
          ("unmute @wren", "before that"), ("note @wren Met at the lock", "a note that only you see"),
          ("followers", "who follows you"), ("follow-requests", "who asks to"),
          ("report @rook --category spam", "report an account to the moderators"),
        ]),
      ]),
    Topic(
      name: "accounts", summary: "sign in, and use several accounts",
      keywords: "login token oauth security",
      blocks: [
        .paragraph(
          """
          `login HOST` signs in with the browser and makes that account the current one; `switch @name` changes it. \
          `--as` acts once as another one, and `post TEXT --as @a,@b` posts from two. Where several are shown together, each post says to which account it came, and what \
          you do with its number is done as that account.
          """),
        .examples([
          ("accounts", "the accounts on this machine"), ("where", "which one is current"),
          ("accounts --unread", "what is unread in each"),
          ("home --accounts all", "the Home timelines of all of them as one"),
          ("notifications --accounts all", "their notifications"),
          ("howdah home --limit 5", "the current one, from a shell"),
          ("howdah accounts --json", "all of them, for a script"),
        ]),
        .paragraph("From a shell, `howdah --account me@shore.example home` uses one account for one command."),
      ]),
    Topic(
      name: "filters", summary: "hide what you do not want to read",
      keywords: "spoiler keywords",
      blocks: [
        .paragraph(
          """
          A filter has words, or single posts, and hides what contains them or warns about it. Filters are kept on \
          your server, so that other apps use them too.
          """),
        .examples([
          ("filter create Frost --keyword frost --keyword ice", "a filter with two words"),
          ("filter add Frost snow", "a third one"), ("filters", "list them"),
          ("filter-post 1 Frost", "put a post into it"), ("filter why 1", "why a post is filtered"),
          ("filter delete Frost", "delete it"), ("home --no-boosts --no-replies", "leave kinds of posts out once"),
          ("filtered", "notifications that the server holds back"),
        ]),
      ]),
    Topic(
      name: "references", summary: "say which post, account or hashtag is meant",
      keywords: "numbers ids links labels",
      blocks: [
        .paragraph(
          """
          Numbers are those of the last screen, also in the next run on the same terminal. Ids, links, names and \
          hashtags work anywhere.
          """),
        .examples([
          ("fav 1-3", "three posts by their numbers"), ("open 1", "the post, account or list with the number"),
          ("show .", "`.` is the last post that was sent, opened or named"), ("show -", "`-` is the one before"),
          ("open @rook", "an account"), ("open #night", "a hashtag"), ("copy 1", "the link of a post"),
        ]),
        .paragraph("Live lines have labels, such as `a1`. `help language` lists every kind of reference."),
      ]),
    Topic(
      name: "output", summary: "choose what is printed, and where it goes",
      keywords: "pipe redirect file json pager colours screen reader accessibility",
      blocks: [
        .examples([
          ("home --limit 5 --json", "JSON in place of text; howdah-json(5) lists its members"),
          ("home --limit 5 --plain", "sentences for a screen reader"),
          ("home --limit 5 > home.txt", "text into a file"), ("home --json >> home.jsonl", "JSON, added to a file"),
          ("home --limit 5 | head -3", "into another program"), ("howdah home --width 60", "as wide as you like"),
          ("howdah home --color never", "without colours"),
        ]),
        .paragraph("`set pager on` shows long output in a pager; `help prompt` has more settings."),
      ]),
    Topic(
      name: "scripts", summary: "use Howdah in scripts",
      keywords: "json jq shell cron automation pipe exit codes environment variables env",
      blocks: [
        .paragraph(
          """
          Every prompt command also works from a shell. Without a terminal nobody can answer a question, so a command \
          that needs confirmation fails unless you add `--yes`.
          """),
        .examples([
          ("howdah post \"Backup finished\"", "one command; the link of the post is printed"),
          ("echo \"Disk is full\" | howdah post -", "the text from standard input"),
          ("howdah -c 'home --limit 3; fav 1'", "several, over one connection"),
          ("printf 'home --limit 3\\nfav 1\\n' | howdah", "a script on standard input"),
          ("howdah home --json | jq -r '.items[].url'", "JSON for jq"),
          ("howdah --dry-run -c 'home; fav 1 2'", "only list the requests"),
          ("howdah api /api/v1/preferences", "any endpoint of the API"),
        ]),
        .paragraph("Exit codes:"),
        .terms(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning + ".") }),
        .paragraph("Most options have a variable: `HOWDAH_ACCOUNT`, `HOWDAH_JSON`, `HOWDAH_YES`… See howdah(1)."),
      ]),
    Topic(
      name: "prompt", summary: "keys and settings of the prompt",
      keywords:
        "keyboard shortcuts keys vi emacs editing history completion menu colours theme notifications background alias macro",
      blocks: [
        .paragraph(
          """
          Tab completes commands, options, names and numbers. The dim text after the cursor is from the history: \
          Right inserts it. Up goes through earlier lines, Ctrl-R searches them, Alt-Enter begins a new row, Ctrl-L clears \
          the screen, Ctrl-C stops a command, and Ctrl-D quits.
          """),
        .examples([
          ("settings", "all settings"), ("set theme paper", "another theme; `themes` shows them"),
          ("set page 10", "how many posts a page has"), ("get theme", "one setting, and where it comes from"),
          ("reset theme", "back to the server's or the default value"),
          ("alias gm = post \"Good morning, $1\"", "a command of your own"),
          ("alias", "list yours"), ("unalias gm", "remove it"), ("undo", "take back the last change"),
        ]),
      ]),
  ]

  static let guide = topicPage(topics)

  static func topicPage(_ topics: [Topic]) -> Manual {
    Manual(
      name: "howdah-guide", section: 7, summary: "Howdah by topic, with examples",
      sections: topics.map { Section($0.name.prefix(1).uppercased() + $0.name.dropFirst(), $0.blocks) })
  }

  static func document(of topic: Topic) -> Document { document(of: topicPage([topic]), name: topic.name) }

  /// The part of the language that explains a sign or a reference, such as `|`, `$1` or `#tag`; `nil` for any other word.
  static func explanation(ofSign word: String) -> Document? {
    let title: String
    switch word {
    case ";", "#", "/": title = "Lines"
    case "\"", "'", "\\": title = "Words and quotes"
    case "--": title = "Options"
    case "|", ">", ">>", "&", "!": title = "Output"
    case ".", "-": title = "References"
    case _ where word.hasPrefix("$"): title = "Aliases"
    case _ where word.hasPrefix("@") || word.hasPrefix("#"): title = "References"
    case _ where ReferenceSyntax.numbers(word) != nil: title = "References"
    default: return nil
    }
    let section = language.sections.filter { $0.title == title }
    let page = Manual(name: language.name, section: language.section, summary: language.summary, sections: section)
    return document(of: page, name: title.lowercased())
  }

  private static func document(of page: Manual, name: String) -> Document {
    var document = page.document
    // The title says it.
    document.blocks.removeFirst()
    document.title = Document.Title("Help · \(name)")
    document.kind = "help-topic"
    document.data = [.init("name", .string(name)), .init("text", .string(page.markdown))]
    return document
  }
}
