extension Manual {
  /// The command language, as the prompt, scripts and `-c` read it; docs/language.md is made from it.
  static let language = Manual(
    name: "howdah-language", section: 7, summary: "the command language of Howdah",
    sections: [
      Section(
        "Lines",
        [
          .paragraph(
            """
            A line has one command or several with `;` between them. They run in order, and the first that \
            fails ends the line.
            """),
          .paragraph(
            """
            In a script, a line that begins with `#` is a comment; there are no comments after a command. At the \
            prompt, `#canal` opens the hashtag. A slash before a command has no meaning.
            """),
          .paragraph(
            """
            While a post is written, a line is text. A line that begins with `/` is a command, and one that \
            begins with `//` is text that begins with a slash.
            """),
          .examples([
            ("home; open 1; fav 1", "three commands"), ("# every morning", "a comment, in a script"),
            ("/home", "the same as `home`"), ("source morning.txt", "the commands in a file, as if they were typed"),
          ]),
        ]),
      Section(
        "Commands",
        [
          .paragraph(
            """
            A command is a name, then objects, options and a text, as its usage says: `help COMMAND`, or `COMMAND?`. With \
            any other word, `help` lists the commands and topics that are about it.
            """),
          .paragraph(
            """
            Case does not matter in the name, nor in a word from a list of choices, which can be shortened as long \
            as it is clear.
            """),
          .paragraph("A reference in place of a command opens what it stands for."),
          .examples([
            ("fav 1 2", "a command and two objects"), ("BOOST 3", "the same as `boost 3`"),
            ("3", "the same as `open 3`"),
            ("@rook", "the same as `open @rook`"), ("https://shore.example/@zoe", "the same with a link"),
          ]),
        ]),
      Section(
        "Words and quotes",
        [
          .paragraph(
            """
            White space separates words. Double quotes keep a passage together; in them `\\\"` is a quotation \
            mark and `\\\\` a backslash. Single quotes keep everything as it is. Elsewhere, a backslash makes the \
            space or punctuation mark after it literal; before a letter or a digit it stands for itself.
            """),
          .paragraph(
            """
            A quotation mark that is not closed is an error, except in a text. Curly quotation marks are ordinary \
            characters.
            """),
          .examples([
            ("list create \"Night shift\"", "one word with a space"),
            ("list create 'Rook; Wren'", "one word with a semicolon"),
            ("list create Night\\ shift", "one word with a space"),
          ]),
        ]),
      Section(
        "Options",
        [
          .paragraph(
            """
            `--name` is an option, `--name VALUE` and `--name=VALUE` one with a value. Options may stand \
            anywhere after the command, also inside or after a text. An unknown one is an error. `--` ends \
            the options. `--lang` is short for `--language`.
            """),
          .paragraph(
            """
            Every command takes `--json`, `--plain`, `--no-plain`, `--yes`, `--as ACCOUNT` and `--help`. With \
            `--dry-run`, a command lists the requests that would change something on the server and sends none of \
            them; a command that can't be tried says why.
            """),
          .examples([
            ("home --limit 40 --no-boosts", "two options"), ("post --visibility=direct Hello", "a value after `=`"),
            ("post --cw \"Food; politics\" Soup again", "a quoted value"),
            ("post Soup again --cw Food", "an option after the text"),
            ("post -- --cw is an option", "a text that begins with what looks like one"),
          ]),
        ]),
      Section(
        "Texts",
        [
          .paragraph(
            """
            The text of a command is the rest of the line as it was typed, with its quotes, semicolons and \
            white space. If it is in double quotes as a whole, it ends with them, and options or another \
            command can follow. From a shell and with `-c`, `-` as the whole text is standard input.
            """),
          .examples([
            ("post It's late; I'm off to bed", "one post, with its semicolon"),
            ("post \"Good night\"; home", "a post, then a command"),
            ("reply 2 She said \"yes\"", "the quotes belong to the reply"),
          ]),
        ]),
      Section(
        "Names",
        [
          .paragraph(
            """
            The name of a list, a group, a filter or a server may have several words without quotes, and so may what \
            is searched for and what is filled into a form. Other than in a text, quotes are removed, and a \
            semicolon, `>`, `|` or `&` ends it unless it is quoted: `list create; title Boats; save`. What takes whole sentences, such as the note of \
            a report, is a text.
            """),
          .examples([
            ("list create Night shift; lists", "a name, then a command"),
            ("servers add shore.example \"Fish; chips\"", "a semicolon in a name"),
            ("search red boat > boats.txt", "what is found, in a file"),
          ]),
        ]),
      Section(
        "References",
        [
          .terms([
            ("3", "what has the number 3 on the screen: a post, an account, a list, a draft"),
            ("1-3,7", "several numbers, where a command takes several"),
            ("a1", "what a live line with this label is about"),
            (".", "the post that was sent, opened or named last"), ("-", "what `.` stood for before"),
            ("@name", "an account of your server; `@name@host` of any server; `@me` is yours"), ("#tag", "a hashtag"),
            ("https://…", "a link to a post, an account or a hashtag"), ("116…", "an id, as JSON has it"),
            ("id:12", "the same for an id of four digits or less, which would be a number on the screen"),
          ]),
          .paragraph(
            """
            Numbers, labels, `.` and `-` keep their meaning in the next run on the same terminal; those of a screen of another \
            server mean nothing elsewhere. References are read before names. The name of \
            a list, a group or a filter works like its number. A range has at most 100 numbers.
            """),
          .examples([
            ("fav 1-3,7", "four posts"), ("reply . One more thing", "a reply to the post that was sent or named last"),
            ("open -", "the post before"),
            ("follow @zoe@shore.example", "an account elsewhere"), ("follow #canal", "a hashtag"),
            ("open https://shore.example/@zoe/116000000000000001", "a post by its link"),
          ]),
        ]),
      Section(
        "Output",
        [
          .paragraph(
            """
            A command that takes no text can end with `> FILE`, which writes what it prints to a file, `>> \
            FILE`, which adds it, or `| PROGRAM`, which gives it to a program and takes the rest of the line. A program that ends with a code above 1 has failed; \
            exit code 1 only means that a program such as grep found nothing.
            """),
          .paragraph(
            """
            After `set shell on`, a line `! PROGRAM` runs a program in a shell. `set shell off` forbids \
            programs after `|` too.
            """),
          .paragraph(
            """
            At the prompt, `&` at the end of a line runs its last command in the background; Ctrl-Z sends a running \
            command there. A text before the `&` needs quotes. A line says when the command is done; until then \
            and after, you stay where you are. `jobs` lists them, `fg` brings one back or shows what it has printed and \
            opened, `kill` stops it. A program after `|` has no terminal there: what it writes is \
            kept until `fg` shows it. In a script `&` is an error; in a shell, put it after the whole command: `howdah \
            export follows follows.csv &`.
            """),
          .examples([
            ("home --limit 5 > home.txt", "text in a file"), ("home --json >> home.jsonl", "JSON, added to a file"),
            ("home --json | jq -r '.items[].url'", "JSON to a program"), ("! date", "a program by itself"),
            ("export follows follows.csv &", "in the background"),
            ("followers --all --json | jq '.items | length' &", "a program in the background"),
          ]),
        ]),
      Section(
        "Aliases",
        [
          .paragraph(
            """
            `alias NAME = COMMANDS` defines a command. In it, `$1` to `$9` are the words after it, `$@` all of \
            them, and `$$` a dollar sign; without these, the words are added at the end. What a word contains \
            is never read as a semicolon, a quote or an option. The options that every command takes, such as \
            `--json` and `--dry-run`, are for all commands of the alias, and `--help` explains it.
            """),
          .examples([
            ("alias gm = post \"Good morning, $1\"", "`gm Rook` posts “Good morning, Rook”"), ("alias", "lists yours"),
          ]),
        ]),
      Section(
        "Grammar",
        [
          .verbatim(
            """
            line      = [ command { ";" command } [ "&" ] ] | comment | "!" program
            comment   = "#" { any }                        (in scripts)
            command   = ( name | reference ) { object | option } [ text ] [ output ]
            option    = "--" name [ ( "=" | space ) word ] | "--"
            object    = word
            word      = { sign | "\\" sign } | '"' { any } '"' | "'" { any } "'"
            text      = '"' { any } '"' | { any }          (the rest of the line)
            output    = ( ">" | ">>" ) word | "|" program  (not after a text)
            reference = numbers | label | "." | "-" | "@" name [ "@" host ] | "#" tag | link | id
            numbers   = number [ "-" number ] { "," number [ "-" number ] }
            """)
        ]),
    ])
}
