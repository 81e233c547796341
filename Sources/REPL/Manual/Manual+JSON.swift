extension Manual {
  /// The page of JSON: how the documents are printed, then each kind with its members; docs/json.md is made from it.
  static let json = Manual(
    name: "howdah-json", section: 5, summary: "the JSON that Howdah prints",
    sections: jsonSections + kindSections + [
      Section("See also", [.paragraph("howdah(1), howdah-guide(7), howdah-language(7), jq(1)")])
    ])

  private static let jsonSections = [
    Section(
      "Description",
      [
        .paragraph(
          """
          With `--json`, each response is one object on one line of standard output, and each error one object on one \
          line of standard error. Nothing else is printed but the progress of long lists, and nothing is asked: a \
          command that needs confirmation fails with exit code 2 unless `--yes` is given.
          """),
        .paragraph(
          """
          In a script of several commands each object is a line of its own (JSON Lines). `docs/schema` in the source \
          has a JSON Schema for each kind; the tests validate what every command prints against them.
          """),
        .examples([
          ("home --limit 5 --json", "a screen: `{\"screen\": NAME, …, \"items\": […]}`"),
          ("fav 1 --json", "a confirmation: `{\"ok\": true, \"message\": TEXT, …}`"),
          ("notifications --json | jq .unread", "one value, by jq; docs/scripts.md has more"),
        ]),
      ]),
    Section(
      "Conventions",
      [
        .paragraph(
          """
          Members are in snake_case; names of screens are in kebab-case, as in `where`. A member is always present \
          unless it is called optional here; it is null if there is no value.
          """),
        .paragraph(
          """
          Ids are strings, also if the server sends numbers; they can be passed to any command: `howdah open 116…`, and one of four digits or less as `howdah scheduled cancel id:12`. \
          So can the numbers of the last screen, whatever they stand for: after `howdah lists`, `howdah open 1` opens \
          the list and `howdah delete 1` deletes it.
          """),
        .paragraph(
          """
          Times are ISO 8601 in UTC. Counts are numbers. Values that servers may extend (`visibility`, `type`, `kind`) \
          are passed on as the server sent them.
          """),
        .paragraph(
          """
          Text is plain text, converted from the server's HTML, with whole links. Control and direction characters are \
          escaped as \\uXXXX, so the output is safe to print.
          """),
      ]),
    Section(
      "Versions",
      [
        .paragraph(
          """
          Each object begins with `"schema": 1`, the version of this format. Later versions of Howdah may add members \
          and kinds without a new number. If a member is renamed or removed, or its type changes, the number grows and \
          the changelog says so under “Changed”.
          """)
      ]),
    Section(
      "Screens",
      [
        .paragraph(
          """
          A screen is `{"schema": 1, "screen": NAME, …, "items": […]}`: the name of the screen, its own members, and \
          everything that has a number on the screen, in order. Nothing is hidden: content warnings and filters are \
          named, and the text is included. A screen that is not listed below has its text in `text`.
          """),
        .paragraph(
          """
          `raw N` and `api PATH` print what the server sent, unchanged but for tokens and passwords, and nothing else; \
          `api PATH --paginate` prints the pages of a list as one list.
          """),
        .paragraph(
          """
          `save` and `send` of a form print the screen below it, which is shown next, with the `ok` and `message` of a \
          confirmation. A command that changes something prints `dry-run` with `--dry-run`, and changes nothing.
          """),
        .paragraph(
          """
          With `--as`, a screen has the handle of who acted in `account`, unless it has that member of its own.
          """),
        .paragraph(
          """
          With `--parse`, nothing is run: each line of a script is answered with a `parse`, and the exit code is that \
          of the first line that would be refused.
          """),
      ]),
    Section(
      "Pages of a list",
      [
        .paragraph(
          """
          A list that goes on has `has_older` and `cursor`, and timelines also `hidden`. While there is more, `cursor` \
          is what `--before` takes to continue; it is null at the end. It is not always an id. `hidden` counts the \
          posts of the page that `--no-boosts` and the like left out, by the reason.
          """),
        .examples([
          ("home --limit 200 --json", "several requests"),
          ("federated --since 2h --no-boosts --json", "whatever is newer than that"),
          ("bookmarks --all --json", "to the end"),
        ]),
        .paragraph("The next page in a shell:"),
        .verbatim(#"howdah home --before "$CURSOR" --json"#),
        .paragraph("A list of several requests says on standard error how much was read, at most once a second:"),
        .verbatim(
          """
          {"schema":1,"progress":{"read":400}}
          """),
        .paragraph(
          """
          `import` says how much was done, and while it waits for the server why, as \
          `{"schema":1,"progress":{"message":TEXT}}`:
          """
        ),
        .verbatim(
          """
          {"schema":1,"progress":{"done":40,"total":120}}
          """),
      ]),
    Section(
      "Confirmations",
      [
        .paragraph("`{\"schema\": 1, \"ok\": true, \"message\": TEXT, …}`, with what was changed:"),
        .terms([
          ("post, reply N TEXT, quote N TEXT, edit N TEXT", "`id`, `url`"),
          ("the same while hold is set, at the prompt", "`draft`, `sends_in` (seconds)"),
          ("/send and post --thread of a thread", "`id`, `url` of the first post, and `ids` of all"),
          ("post --at WHEN, scheduled move", "`scheduled_id`, `scheduled_at`"),
          ("scheduled cancel", "`scheduled_id`"), ("scheduled edit", "`draft`"),
          ("redraft", "`deleted` (an id), `draft`"),
          ("pin, mute-thread and their opposites", "`statuses`: `[{id, pinned, thread_muted}]`"),
          ("quote-policy N WHO", "`id`, `quote_policy`"),
          ("quote-policy N", "`id`, `automatic`, `manual`: `public`, `followers`, `following`…"),
          ("revoke-quote", "`id`, `quoted_status_id`"),
          (
            "post --check TEXT",
            """
            `accepted`, `characters`, `characters_left`, `max_characters`, `attachments`, `max_attachments`; nothing is \
            sent
            """
          ),
          (
            "fav, boost, bookmark and their opposites",
            "`statuses`: `[{id, url, favourited, boosted, bookmarked}]`"
          ),
          ("vote", "`poll`"), ("view", "`url`, `urls` (all), `bytes`"),
          (
            "download",
            """
            `path`, `bytes`, `type` (the MIME type of the content, or null) of the first file, and `files`: the same of \
            each
            """
          ),
          ("any of these with --as", "also `account` (the handle of who acted), unless it is there already"),
          ("browse", "`url`"), ("export KIND FILE, diagnose FILE", "`file`"),
          ("delete", "`deleted` (an id, or null for several), `ids` (all)"),
          ("switch, login", "`account` (a handle)"),
          (
            "register",
            "`account` (a handle), and `confirmed`: false while the server waits for the confirmation"
          ),
          ("suggestions dismiss", "`dismissed`: ids of accounts"), ("announcements dismiss", "`dismissed`: ids"),
          ("announcements react, unreact", "`announcement` (an id), `reaction`, `on`"),
          ("report N --category", "`account` (an id), `statuses` (ids), `category`, `forwarded`"),
          ("search --clear", "`deleted`: how many there were"),
          (
            "follow, mute, block, endorse, note N TEXT, remove-follower, follow-requests accept and their opposites",
            "`accounts`: `[{id, acct, relationship}]`; for a single one also `following`, `requested`"
          ),
          ("follow #tag, unfollow #tag", "`following`"), ("note N", "`note`"),
          ("block-domain, unblock-domain", "`domain`, `blocked`"), ("feature, unfeature", "`tag`, `featured`"),
          ("profile edit with options", "`account`"),
          ("list create, edit and rename", "`list`, as in `lists`; `create` also `accounts` (names)"),
          ("list add and remove", "`list`, `accounts` (names)"),
          ("group create, edit, rename, add and remove", "`group`, as in `groups`"),
          ("servers add, edit and rename", "`server`, as in `servers`"),
          ("filter create, edit, add and remove", "`filter`, as in `filters`"),
          ("filter-post", "`ids` (of posts)"), ("plugins allow, plugins disallow", "`plugin`, `allowed` (commands)"),
          ("filtered accept and dismiss, conversation read and delete", "`ids`"),
          ("set, reset", "`setting`"), ("push subscribe", "`subscription`"),
          (
            "intent compose, intent open",
            """
            `draft`, and `outcome` (`waiting`, `kept`) if a Howdah is running; docs/intents.md documents the lines of \
            `intent events`
            """
          ),
        ]),
      ]),
    Section(
      "Watch",
      [
        .paragraph(
          """
          `watch … --json` prints JSON Lines: one object for each item, as it arrives, each line written at once.
          """),
        .verbatim(##"{"schema":1,"event":"post","timeline":"#canal","post":{…}}"##),
        .paragraph(
          """
          `timeline` is what is watched, as the words after `watch`: `home`, `notifications`, `#canal --local`, \
          `list 4`. `event` says what has happened, and which member has it:
          """),
        .terms([
          ("post", "`post`: a post arrived, or a boost."),
          ("notification", "`notification`, with `watch notifications`."),
          ("conversation", "`conversation`, with `watch conversations`."),
          ("edit", "`post`, with `--changes`: a post was edited; this is how it is now."),
          ("delete", "`id`, with `--changes`: the post, or the boost, with this id is gone."),
        ]),
        .paragraph(
          """
          `--exec COMMAND` gets the same line on its standard input, and nothing in its arguments. Messages, such as \
          one about the connection, are on standard error as everywhere: `{"schema":1,"text":"Live updates are \
          back."}`. What was missed during an interruption is fetched and comes as `post` and so on, the oldest first, \
          each item once.
          """),
        .paragraph(
          """
          The exit code is 0 after `--limit` or `--for`, and that of the error if the server ends it for good. Whoever \
          stops it has no error to read: Ctrl-C ends it without a word and with 130, a closed pipe with 141 and \
          SIGTERM with 143.
          """),
        .verbatim(
          ##"""
          howdah watch '#canal' --json | jq -r '.post | "\(.account.acct): \(.text)"'
          howdah watch notifications --only mentions --exec 'jq -r .notification.text >> mentions.txt'
          """##),
      ]),
    Section(
      "Errors",
      [
        .verbatim(
          """
          {"schema":1,"error":{"code":"not_found","message":"…","suggestion":"…","exit_code":4,"partial":false,"left":null}}
          """),
        .paragraph(
          """
          `code` and `exit_code` are for scripts; `message` and `suggestion` are for users and may change. The program \
          exits with `exit_code`:
          """),
        .terms(
          ExitCode.allCases.filter { $0 != .done }.map { code in
            ("\(code.rawValue)", code.meaning + "." + (codes[code].map { " \($0)." } ?? ""))
          }),
        .paragraph(
          """
          With `rate_limited`, `retry_after` has the seconds to wait, or null if the server names none. The error of `api` has \
          the status code of the answer in `http_status`. A question that was not answered with yes ends with 2.
          """),
        .paragraph(
          """
          `interrupted` says that a change was sent before Ctrl-C, so that the server may have carried it out; after \
          `cancelled` nothing was changed.
          """),
        .paragraph(
          """
          If a command was done in part, such as `fav 1 2 9` where the last post is gone, standard output has the \
          confirmation of what was done, and the error has `partial`: true, the exit code 8, and in `left` the ids of \
          what was not done, beginning with the one that failed; of an import they are the lines by name. `code` is \
          that of the failure. Wrong numbers and unknown names are found before anything is sent, so that nothing is \
          done. With `--keep-going` a script of which some commands failed also ends with 8, and with the code of the \
          first failure if all of them did.
          """),
        .paragraph(
          """
          If the server has carried out a command and left out a part of what was asked for, such as the poll of a post, \
          the confirmation has `ok`: false, names the parts in `dropped` (of a post `warning`, `visibility`, `sensitive`, \
          `language`, `poll`, `quote`, `quotes`, `media`, `alt`, `reply`, `schedule`, `format`), and the exit code is 8. \
          A shell gets the address on standard output and the sentence on standard error.
          """),
        .paragraph(
          """
          If `post`, `reply` or `/send` fails, `draft` is the id of the draft that keeps the text (`howdah draft ID`), \
          or null if it could not be saved; `suggestion` then ends with the text. If `post --check` refuses a text, \
          the error has the members of its confirmation. `queued` is true where what could not be sent waits in the \
          outbox: it is sent before the next change that reaches the server, by a prompt, or by `outbox send`, and need not be \
          repeated. With `--no-keep` nothing is kept, neither in the outbox nor as a draft, so that a script can decide for \
          itself.
          """),
      ]),
  ]

  /// The values of `code` with each exit code.
  private static let codes: [ExitCode: String] = [
    .internal: "`storage`, `unknown`", .usage: "`usage`", .unauthorized: "`unauthorized`, `forbidden`",
    .notFound: "`not_found`", .rateLimited: "`rate_limited`",
    .network: "`no_connection`, `timed_out`, `server_error`, `invalid_answer`, `redirected`, `unconfirmed`",
    .invalidInput: "`invalid_input`", .partial: "Any of the others, with `partial`",
    .interrupted: "`cancelled`, `interrupted`",
  ]

  /// A section for each kind of document and for each type in them, with an example.
  private static var kindSections: [Section] {
    // A kind begins with `@` and its name; a line is a member, its type and its meaning, one of the example after
    // `>`, or a paragraph.
    kinds.split(separator: "\n@ ").flatMap { text -> [Section] in
      let lines = text.drop { "@ ".contains($0) }.split(separator: "\n").map(String.init)
      guard let title = lines.first else { return [] }
      // A title of sections.
      if title.hasPrefix("# ") {
        return [Section(String(title.dropFirst(2)), lines.dropFirst().map { .paragraph($0) })]
      }
      var (paragraphs, members, example): ([Block], [(String, String)], [String]) = ([], [], [])
      for line in lines.dropFirst() {
        if line.hasPrefix("> ") {
          example.append(String(line.dropFirst(2)))
        } else if let end = line.firstIndex(of: "\t") {
          members.append((String(line[..<end]), String(line[line.index(after: end)...])))
        } else {
          paragraphs.append(.paragraph(line))
        }
      }
      let blocks =
        paragraphs + (members.isEmpty ? [] : [.terms(members)])
        + (example.isEmpty ? [] : [.verbatim(example.joined(separator: "\n"))])
      return [Section(title, blocks, isPart: true)]
    }
  }
}
