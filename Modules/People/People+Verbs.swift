import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension People {
  private static let which = """
    N is @name, @name@host, a profile's link, a number in a list of accounts, or the number of a post, whose author is meant. \
    Without N it is the account whose profile is shown.
    """

  /// The commands that act on accounts, on every screen.
  static func actVerbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "follow", .followed(action.shown), .follows, help: "Follow accounts or hashtags",
        discussion: """
          \(which) #tag is a hashtag. --notify tells you of each post, --no-boosts leaves boosts out of home, --language en,de \
          shows only such posts; --no-notify, --boosts and --language all take that back. All of them also change how you \
          follow an account already.
          """
      ) { target, options in
        switch target {
        case .tags(let names): return try await tags(names, true, options, action)
        case .accounts(let ids):
          let accounts = try await action.others(ids, to: "follow")
          return try await action.perform(.follow(options), on: accounts)
        }
      }.waiting.undone(by: "unfollow"),
      Verb("unfollow", .followed(action.shown), help: "Unfollow accounts or hashtags", discussion: which) { target in
        switch target {
        case .tags(let names): try await tags(names, false, FollowOptions(), action)
        case .accounts(let ids): try await unfollow(action.others(ids, to: "follow"), action)
        }
      }.waiting.undone(by: "follow"),
      Verb(
        "mute", .accounts(action.shown), .option("for", "TIME"), .flag("keep-notifications"), help: "Mute accounts",
        discussion: """
          \(which) You no longer see their posts, and they are not told. --for takes a time such as 30m, 6h, 1d or 2w; without \
          it the mute lasts until unmute N. --keep-notifications still shows their notifications.
          """
      ) { ids, time, keeps in
        let seconds = try time.map(seconds)
        return try await action.perform(
          .mute(
            MuteOptions(notifications: keeps ? false : nil, seconds: seconds), for: seconds.map(duration),
            now: action.now),
          on: action.others(ids, to: "mute"))
      }.waiting.undone(by: "unmute"),
      simple("unmute", .unmute(now: action.now), help: "Unmute accounts", action).undone(by: "mute"),
      asking("block", .block, help: "Block accounts (asks first)", action) {
        "Block \($0)? You will stop following each other, and neither will see the other's posts."
      }.undone(by: "unblock"),
      simple("unblock", .unblock, help: "Unblock accounts", action).undone(by: "block"),
      asking("remove-follower", .removeFollower, help: "Make accounts unfollow you (asks first)", action) {
        "Remove \($0) from your followers? Only they can follow you again."
      },
      simple("endorse", .endorse, help: "Feature accounts that you follow on your profile", action)
        .undone(by: "unendorse"),
      simple("unendorse", .unendorse, help: "Remove accounts from your profile", action).undone(by: "endorse"),
    ] + noteVerbs(action) + domainVerbs(action) + tagVerbs(action)
  }

  private static func simple(_ name: String, _ act: Act, help: String, _ action: Action) -> Verb {
    Verb(name, .accounts(action.shown), help: help, discussion: which) { ids in
      try await action.perform(act, on: action.others(ids, to: name.replacing("-", with: " ")))
    }.waiting
  }

  private static func asking(
    _ name: String, _ act: Act, help: String, _ action: Action, question: @escaping @Sendable (String) -> String
  ) -> Verb {
    Verb(name, .accounts(action.shown), help: help, discussion: which) { ids in
      let accounts = try await action.others(ids, to: name == "block" ? "block" : "remove")
      return .confirm(Confirmation(question(names(accounts))) { try await action.perform(act, on: accounts) })
    }.waiting
  }

  /// Unfollows, and asks first where following again needs approval.
  private static func unfollow(_ accounts: [Account], _ action: Action) async throws -> Response {
    guard let locked = accounts.first(where: \.locked) else {
      return try await action.perform(.unfollow, on: accounts)
    }
    // If it is unknown, nothing is asked.
    let before = (try? await action.service.relationships(accounts.map(\.id))) ?? []
    guard let asked = before.first(where: { $0.id == locked.id }), asked.following else {
      return try await action.perform(.unfollow, on: accounts)
    }
    return .confirm(
      Confirmation("Unfollow \(names(accounts))? Following again needs their approval.") {
        try await action.perform(.unfollow, on: accounts)
      })
  }

  private static func seconds(_ word: String) throws -> Int {
    guard let seconds = WhenText.seconds(word), seconds > 0 else {
      throw AppError.usage(
        "“\(Sanitizer.clean(word))” is not a duration.", suggestion: "Use 30m, 6h, 1d or 2w.")
    }
    return seconds
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds % 604_800 == 0 { return CountText.of(seconds / 604_800, "week") }
    var (rest, parts) = (seconds, [String]())
    for (size, noun) in [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")] where rest >= size {
      parts.append(CountText.of(rest / size, noun))
      rest %= size
    }
    return parts.joined(separator: " ")
  }
}

// MARK: - Notes

@MainActor extension People {
  private static func noteVerbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "note", .account, .optionalText(), help: "Write a private note about an account, or show it",
        discussion: "\(which) Only you see it, here and on the account's profile. unnote N deletes it."
      ) { id, text in
        let accounts = try await action.others([id], to: "write a note about")
        guard let text else {
          let note: String
          do { note = try await action.service.relationships([id]).first?.note ?? "" } catch { throw AppError(error) }
          let name = accounts.map(name).joined()
          return .toast(
            Toast(
              .information,
              note.isEmpty
                ? StyledText("You have no note about \(name).")
                : StyledText("Your note about \(name): ") + .personal(note),
              hint: note.isEmpty ? "note \(handles(accounts)) TEXT" : nil, data: [.init("note", .string(note))]))
        }
        return try await save(text, accounts, action)
      }.writingText,
      Verb("unnote", .account, help: "Delete your private note about an account") { id in
        try await save("", action.others([id], to: "write a note about"), action)
      },
    ]
  }

  private static func save(_ text: String, _ accounts: [Account], _ action: Action) async throws -> Response {
    try await action.perform(.note(text), on: accounts)
  }
}

// MARK: - Domains

extension Reference.Kind {
  fileprivate static let domain = Reference.Kind(rawValue: "domain")
}

@MainActor extension People {
  private static func domainVerbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "block-domain", .domain, help: "Block a whole server (asks first)",
        discussion: "HOST is a name such as shore.example, or @name@host. You see nothing from there any more."
      ) { host in
        guard !action.isOwnServer(host) else {
          throw AppError.validation(
            "\(host) is your own server.", suggestion: "block @NAME blocks an account there, mute @NAME mutes it.")
        }
        return .confirm(
          Confirmation("Block \(host)? You see nothing from there, and your followers there are removed.") {
            try await set(host, true, action)
          })
      },
      Verb("unblock-domain", .domain, help: "Unblock a server") { host in try await set(host, false, action) },
      Verb(
        "domain-blocks", .pages, help: "List the servers that you block", discussion: ListRange.pagesDiscussion
      ) { range in
        let reader = ListReader<String>(order: .server, most: 200, id: { $0 }, date: { _ in nil }) {
          try await action.service.blockedDomains($0)
        }
        do { return .document(domains(try await reader.read(range, pageSize: 100).page)) } catch {
          throw AppError(error)
        }
      },
    ]
  }

  private static func set(_ host: String, _ isBlocked: Bool, _ action: Action) async throws -> Response {
    // The server answers the same either way; of a longer list, only the wording is less exact.
    let listed = try? await action.service.blockedDomains(PageRequest(limit: 200))
    let before = listed.flatMap { $0.elements.contains(host) ? true : $0.older == nil ? false : nil }
    do { try await action.service.setDomainBlocked(host, isBlocked) } catch { throw AppError(error) }
    let data: [JSONValue.Member] = [.init("domain", .string(host)), .init("blocked", .bool(isBlocked))]
    guard before != isBlocked else {
      return .information("You \(isBlocked ? "already" : "do not") block \(host).", data: data)
    }
    let undo = Hint.Command("\(isBlocked ? "unblock-domain" : "block-domain") \(host)")
    return .success(
      "\(isBlocked ? "Blocked" : "Unblocked") \(host).", hint: Hint([undo]), data: data,
      undo: Toast.Undo([undo], lost: isBlocked ? "Follows that the block ended stay ended." : nil))
  }

  static func domains(_ page: Page<String>) -> Document {
    let items = page.elements.enumerated().map { index, host in
      Block.item(
        Item(
          number: index + 1, blocks: [.paragraph(StyledText(host))], spoken: host,
          references: [Reference(kind: .domain, id: host)], data: ["domain": .string(host)]))
    }
    return Document(
      kind: "domain-blocks", title: Document.Title("Blocked servers"),
      blocks: items.isEmpty ? [.paragraph(StyledText("You block no servers.", .secondary))] : items,
      hint: StyledText(items.isEmpty ? "block-domain HOST" : "unblock-domain N", .hint),
      data: [.init("has_older", .bool(page.older != nil)), .init("cursor", .optional(page.older?.value))])
  }
}

extension Parameter where Value == String {
  /// A server's domain, by its name, the address of an account there, or its number in `domain-blocks`.
  @MainActor fileprivate static var domain: Parameter {
    let number = Parameter<Reference>.reference("HOST", kinds: [.domain])
    return Parameter(group: number.descriptions) { reader in
      guard let word = reader.peek() else { throw reader.refusal("Which server?") }
      if Int(word) != nil { return try await number.parse(reader).id }
      _ = reader.next()
      var host = word.lowercased()
      for scheme in ["https://", "http://"] where host.hasPrefix(scheme) { host.removeFirst(scheme.count) }
      host = String(host.prefix { $0 != "/" })
      if let at = host.lastIndex(of: "@") { host = String(host[host.index(after: at)...]) }
      let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let hasValidPort = parts.count < 2 || UInt16(parts[1]).map { $0 > 0 } == true
      guard hasValidPort, let host = HostName.ascii(host), host.contains("."),
        host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty && $0.first != ":" }),
        host.allSatisfy({ $0.isLetter || $0.isNumber || ".-:".contains($0) })
      else {
        throw reader.refusal(
          "“\(Sanitizer.clean(word))” is not the name of a server.", first: "Type it like shore.example.")
      }
      return host
    }
  }
}

// MARK: - Hashtags

extension People {
  @MainActor
  private static func tags(
    _ names: [String], _ isOn: Bool, _ options: FollowOptions, _ action: Action
  ) async throws -> Response {
    guard options == FollowOptions() else {
      throw AppError.usage("Those options are for accounts.", suggestion: "Type follow #\(names[0]).")
    }
    var (confirmed, unchanged, refused): ([String], [String], [String]) = ([], [], [])
    return try await Response.each(
      names, typed: { "#\($0)" },
      done: {
        confirmed.isEmpty && unchanged.isEmpty && refused.isEmpty
          ? nil : followed(confirmed, unchanged: unchanged, refused, isOn)
      }
    ) { name in
      let (tag, before) = try await action.followTag(name, isOn)
      let shown = "#\(ExcerptText.cut(tag.name, to: 80))"
      if tag.following != isOn {
        refused.append(shown)
      } else if before == isOn {
        unchanged.append(shown)
      } else {
        confirmed.append(shown)
      }
    }
  }

  private static func followed(
    _ confirmed: [String], unchanged: [String], _ refused: [String], _ isOn: Bool
  ) -> Response {
    var words: [String] = []
    if !unchanged.isEmpty {
      words.append("You \(isOn ? "already" : "do not") follow \(unchanged.joined(separator: ", ")).")
    }
    if !confirmed.isEmpty { words.append("\(isOn ? "Followed" : "Unfollowed") \(confirmed.joined(separator: ", ")).") }
    if !refused.isEmpty {
      let names = refused.joined(separator: ", ")
      words.append(
        isOn
          ? "You do not follow \(names): the server did not confirm it."
          : "You still follow \(names): the server did not confirm the change.")
    }
    let undo: Hint.Command? =
      confirmed.isEmpty ? nil : "\(isOn ? "unfollow" : "follow") \(confirmed.joined(separator: " "))"
    var toast = Toast(
      !refused.isEmpty ? .warning : confirmed.isEmpty ? .information : .success,
      StyledText(words.joined(separator: " ")), offering: undo,
      data: [.init("following", .bool(isOn == refused.isEmpty))])
    if !refused.isEmpty { toast.dropped = [isOn ? "follow" : "unfollow"] }
    return .toast(toast)
  }

  @MainActor
  private static func tagVerbs(_ action: Action) -> [Verb] {
    [
      Verb("feature", .hashtag, help: "Feature a hashtag on your profile", discussion: featuring) { name in
        // If it is unknown, only the wording is less exact.
        let before = (try? await action.service.featuredTags(nil)) ?? []
        let tag: FeaturedTag
        do { tag = try await action.service.featureTag(name) } catch { throw AppError(error) }
        let shown = "#\(ExcerptText.cut(tag.name, to: 80))"
        guard !before.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
          return .information(
            "Your profile already features \(shown).", hint: "featured-tags",
            data: [.init("tag", .string(tag.name)), .init("featured", .bool(true))])
        }
        return .success(
          "Featured \(shown) on your profile.", offering: "unfeature \(shown)",
          data: [.init("tag", .string(tag.name)), .init("featured", .bool(true))])
      },
      Verb("unfeature", .hashtag, help: "Remove a hashtag from your profile") { name in
        do {
          guard
            let tag = try await action.service.featuredTags(nil).first(where: {
              $0.name.lowercased() == name.lowercased()
            })
          else {
            return .information("Your profile does not feature #\(name).", hint: "featured-tags")
          }
          try await action.service.unfeatureTag(tag.id)
        } catch { throw AppError(error) }
        return .success(
          "Removed #\(name) from your profile.", offering: "feature #\(name)",
          data: [.init("tag", .string(name)), .init("featured", .bool(false))])
      },
      Verb("featured-tags", .optionalAccount, help: "List the hashtags on your profile, or on an account's") { id in
        do {
          let tags = try await action.service.featuredTags(id)
          return .view { featured(tags, isOwn: id == nil, layout: $0) }
        } catch { throw AppError(error) }
      },
    ]
  }

  private static let featuring =
    "In a shell, put #tag in quotes, or leave the # out. endorse @name features an account."

  static func featured(_ tags: [FeaturedTag], isOwn: Bool, layout: Layout) -> Document {
    let items = tags.map { tag in
      let count = CountText.of(tag.statusesCount, "post")
      let last = tag.lastStatusAt.map { ", last \(RelativeTime($0, in: layout).calendarDay)" } ?? ""
      return Block.item(
        Item(
          number: nil,
          blocks: [
            .paragraph(
              StyledText("#\(ExcerptText.cut(tag.name, to: 80))", .name) + StyledText("  \(count)\(last)", .secondary))
          ], spoken: "#\(ExcerptText.cut(tag.name, to: 80)), \(count)\(last).",
          references: [],
          data: [
            "name": .string(tag.name), "posts": .int(tag.statusesCount), "url": .optional(tag.url),
            "last_post_at": .optional(tag.lastStatusAt.map(MastodonDate.formatDay)),
          ]))
    }
    return Document(
      kind: "featured-tags", title: Document.Title(isOwn ? "Hashtags on your profile" : "Featured hashtags"),
      blocks: items.isEmpty ? [.paragraph(StyledText("No featured hashtags.", .secondary))] : items,
      hint: isOwn ? StyledText("feature #TAG · unfeature #TAG", .hint) : nil)
  }
}
