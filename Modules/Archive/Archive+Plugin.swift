public import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

extension Archive {
  @MainActor
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "find", title: "Find", symbol: "⌕", verbs: [findVerb(action), archiveVerb(action)],
      previews: {
        StatusTimeline.previews(of: StatusTimeline.StateFixtures(state("canal")))
          + Preview.all(of: State.fixtures, prefix: "archive") { (state: State, layout) in view(state, layout: layout) }
          + Preview.all(of: Imported.fixtures, prefix: "import") { (imported: Imported, _) in imported.document }
      })
  }

  @MainActor
  private static func findVerb(_ action: Action) -> Verb {
    Verb(
      "find", search, .timeline, .flag("count"), help: "Search the posts that you read on this machine",
      discussion: """
        find WORDS lists the posts that have every word, also in descriptions of images, names, polls and hashtags; case and \
        accents make no difference, cana finds canal, and a part of a Chinese, Japanese or Korean text is found as it \
        is. find alone lists all of them. It works without a network.

        "upper lock" is a phrase, canal* the beginning of a word, -canal leaves a word out, and canal or lock takes \
        either. from:@rook, to: and mentions: name an account, or me; has: takes media, poll, link, alt or quote; in: \
        takes home, notifications, favourites, bookmarks, conversations, mine or list:NAME; lang: a language; before: \
        and after: a date such as 2026-11-01, 2026-11 or 7d; is: reply, boost or private. A hyphen before an operator \
        turns it around. --sort relevance lists the best match first, and --count prints the number alone.
        """
    ) { search, options, isCount in
      guard action.isOn() else { throw notKept }
      guard options.range.since == nil, options.range.until == nil, options.range.after == nil else {
        throw AppError.usage(
          "find takes times among the words, not as options.",
          suggestion: "Type after: or before: with a date, such as after:2026-11-01.")
      }
      guard isCount else {
        return try await action.show(search, options)
      }
      guard options == TimelineOptions() else {
        throw AppError.usage(
          "--count counts what the words find, without further options.",
          suggestion: "Use operators, such as has:media, -is:boost or before:2026-11-01.")
      }
      let count = try await action.count(search)
      return .information(CountText.of(count, "post"), data: [.init("count", .int(count))])
    }.reading
  }

  /// The words as they were typed, with their quotes.
  @MainActor private static var search: Parameter<Search> {
    var words = ParameterDescription(name: "WORDS", form: .phrase, isOptional: true)
    words.isConfidential = true
    let sort = ParameterDescription(
      name: "sort", form: .flag(value: "ORDER", choices: ArchiveQuery.Sort.allCases.map(\.rawValue)), isOptional: true)
    return Parameter(group: [words, sort]) { reader in
      let layout = reader.context.layout()
      let text = reader.source() ?? ""
      let word = reader.flag("sort")?.lowercased() ?? ArchiveQuery.Sort.time.rawValue
      guard let sort = ArchiveQuery.Sort(rawValue: word) else {
        throw reader.refusal("--sort takes time or relevance.")
      }
      return Search(text, ArchiveQuery(try ArchiveQuery.groups(text, now: layout.now, zone: layout.zone), sort: sort))
    }
  }

  @MainActor
  private static func archiveVerb(_ action: Action) -> Verb {
    Verb(
      "archive", .optionalChoice("ACTION", ["clear", "export", "fetch", "import"]), .optionalPhrase("WHAT"),
      .option("before", "DATE"), date, zone, .progressLine,
      help: "Show what is kept of what you read, add to it, or delete it",
      discussion: """
        The posts, notifications, profiles and lists that you read are kept on this machine, apart for each account, so that find \
        can search them, and that they can be shown while the server can't be reached. set archive 500MB sets the \
        most that they may take, set archive forever removes that limit, and set archive off keeps nothing and deletes \
        what there is. set archive-private off leaves out posts that only followers or mentioned accounts can read. \
        archive clear deletes everything of this account, archive clear --before 2026-01-01 what was posted before.

        archive fetch favourites reads all of them from the server, as it does with bookmarks, mine, conversations, \
        notifications, @NAME and list NAME. It waits where the server asks for that, and goes on where it was stopped. \
        archive export FILE writes every post as a line of JSON, as the server sent it; without FILE they are printed. \
        A FILE that ends in .md is Markdown, with a heading for each month; one that ends in .json has your own posts as \
        an account's archive has them. A folder gets a file of Markdown for each month, such as 2026-11.md.

        archive import FILE adds the posts of the archive that your server makes of your account (.zip or .tar.gz), of its \
        outbox.json, or of an export, so that find in:mine finds them. What is kept already stays as it is. Of the favourites and bookmarks \
        in it, which are addresses, those that are kept are marked, for find in:favourites and find in:bookmarks.
        """
    ) { word, what, before, date, zone, progress in
      guard before == nil || word == "clear" else {
        throw AppError.usage("--before is for clear.", suggestion: "Usage: archive clear --before DATE")
      }
      switch word {
      case "fetch":
        guard action.isOn() else { throw notKept }
        return try await action.fetching.run(try Source(what), progress)
      case "import":
        guard action.isOn() else { throw notKept }
        return try await Importing(action: action).run(what, progress)
      case "export": return try await Exporting(action: action, zone: zone).run(what, progress)
      case nil:
        let state = State(facts: try await action.facts(), isOn: action.isOn(), limit: action.limit())
        return .view { layout in view(state, layout: layout) }
      default: break
      }
      guard what == nil else {
        throw AppError.usage(
          "Unexpected argument “\(Sanitizer.clean(what ?? ""))”.", suggestion: "Usage: archive clear --before DATE")
      }
      let what = date.map { "what was posted before \(WhenText.spelled($0, zone: zone))" } ?? "everything"
      return .confirm(
        Confirmation("Delete \(what) from the archive of this account?") {
          let count = try await action.clear(date)
          return .success(
            "Deleted \(CountText.of(count, "post")) from the archive.", data: [.init("deleted", .int(count))])
        })
    }.having { reader in
      switch reader.next() {
      case nil: .reads
      case "export": .writes(to: reader.next())
      default: .changesOnlyMachine
      }
    }
  }

  private static let notKept = AppError.usage(
    "Nothing that you read is kept on this machine.", suggestion: "To keep it from now on: set archive 500MB")

  @MainActor private static var zone: Parameter<LocalZone> {
    Parameter(group: []) { $0.context.layout().zone }
  }

  /// The moment that `--before` names.
  @MainActor private static var date: Parameter<Date?> {
    Parameter(group: []) { reader in
      guard let word = reader.flag("before") else { return nil }
      let layout = reader.context.layout()
      guard let date = WhenText.past(word, now: layout.now, zone: layout.zone) else {
        throw reader.refusal("--before cannot be “\(Sanitizer.clean(word))”.", first: WhenText.examples)
      }
      return date
    }
  }
}
