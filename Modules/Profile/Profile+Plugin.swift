public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

@MainActor extension Profile {
  /// The feature as the root gets it: a command that shows a profile, and the previews.
  ///
  /// - Parameters:
  ///   - edit: Changes the own profile.
  ///   - show: Shows a part of an account's profile.
  public static func plugin(
    edit action: EditAction,
    show:
      @escaping (Account.ID, Section, _ tag: String?, _ excludesDirect: Bool, TimelineOptions)
      async throws -> Response
  ) -> Plugin {
    let sections = Section.allCases.filter { $0 != .all }.map(\.rawValue)
    return Plugin(
      id: "profile", title: "Profile", symbol: "@",
      verbs: [
        Verb(
          "profile", .target, .optionalChoice("PART", sections), .option("tag", "TAG"), .flag("no-direct"), .timeline,
          .changes,
          help: "Show an account and its posts, or edit yours",
          discussion: """
            N is @name, a profile's link, a number in a list, or the number of a post, whose author is meant; without it, your \
            own profile is shown. posts leaves out \
            replies to others, replies includes them, media has only posts with media, and about has no posts but the account's \
            hashtags, and whom of its followers you follow. Pinned posts come first. --tag shows only posts with a hashtag, and \
            --no-direct leaves out direct messages.

            profile edit opens a form for your own profile, and changes it at once with options: --name, --bio, --avatar and \
            --header with a file, --avatar-alt and --header-alt with what they show, --no-avatar and --no-header, which remove \
            them, --locked, --bot, --discoverable, --indexable, --hide-follows and --sensitive with yes or no, --visibility \
            and --language of new posts, and --field "Web=https://…" for a field, which --field Web= removes. --show-media, \
            --show-media-replies and --show-featured with yes or no say what your profile shows, and --attribution-domains \
            "a.example b.example" which websites may name you as an author; "" removes them.
            """ + "\n\n" + TimelineOptions.discussion
        ) { target, part, tag, excludesDirect, options, changes in
          let tag = try tag.map { try HashtagName.parse($0) }
          guard case .account(let id) = target else {
            var (options, changes) = (options, changes)
            // Of new posts; of an account's posts it chooses those that are shown.
            if options.languages.count == 1 {
              let code = options.languages.removeFirst()
              changes.edit.postingLanguage = PostLanguage(code)?.code ?? code
              changes.names.append("language")
            }
            guard part == nil, tag == nil, !excludesDirect, options == TimelineOptions() else {
              throw AppError.usage(
                "Those options are for an account's posts.", suggestion: "help profile lists those of profile edit.")
            }
            return try await edit(changes, action)
          }
          guard changes.names.isEmpty else {
            throw AppError.usage(
              "Only your own profile can be changed.", suggestion: "Type profile edit --\(changes.names[0]) ….")
          }
          let section = part.flatMap(Section.init) ?? .all
          guard section != .about || (tag == nil && !excludesDirect && options == TimelineOptions()) else {
            throw AppError.usage(
              "Those options are for posts, and profile N about has none.", suggestion: "Leave them out.")
          }
          return try await show(id, section, tag, excludesDirect, options)
        }
      ], previews: { previews })
  }

  /// The argument of `profile`: an account, or the word `edit`.
  enum Target: Sendable {
    case account(Account.ID)
    case edit
  }

  public static func screen(model: Model, status: StatusAction) -> Screen {
    Screen(
      id: "profile", subject: .named { model.state.id.rawValue }, model: model,
      label: { model.state.account.map { "@\($0.acct)" } ?? "profile" }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model, status) },
      content: Screen.Content(
        load: { await model.load() }, loadKept: { await model.loadKept() }, prepare: { model.fit($0) },
        failure: { model.state.failure }))
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(
        model: Model(
          state: state, accounts: .fixtures.plain, people: .fixtures.offline, collections: { _ in [] },
          lists: { _ in [] }, in: .fixture()), status: .fixtures.none)
    }
      + formFace.previews(of: FormFixtures())
  }
}

extension Parameter where Value == Profile.Target {
  /// An account, `edit`, or the user's own account where none is named.
  @MainActor fileprivate static var target: Parameter {
    let account = Parameter<Account.ID>.account
    return Parameter(group: account.descriptions.map(\.asOptional)) { reader in
      guard let word = reader.peek(), [nil, .all].contains(Profile.Section(rawValue: word.lowercased())) else {
        return .account(Account.ID(try await reader.context.resolve("@me", .account).id))
      }
      guard word == "edit" else {
        do { return .account(try await account.parse(reader)) } catch {
          // A mistyped part is not an account.
          let parts = Profile.Section.allCases.filter { $0 != .all }.map(\.rawValue) + ["edit"]
          let failure = AppError(error)
          guard failure.code == "not_found", let part = EditDistance.nearest(to: word, among: parts) else {
            throw error
          }
          throw AppError.detailed(failure, suggestion: "Did you mean profile \(part)?", data: failure.data)
        }
      }
      _ = reader.next()
      return .edit
    }
  }
}
