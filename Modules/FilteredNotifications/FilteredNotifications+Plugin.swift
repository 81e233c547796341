public import FeatureKit
import MastodonKit
public import StatusKit
import TerminalKit

@MainActor extension FilteredNotifications {
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "filtered", title: "Filtered notifications", symbol: "⧖", verbs: [filteredVerb(action), policyVerb(action)],
      previews: { previews })
  }

  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "filtered", model: model, label: { "filtered" }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model, action) },
      content: model.content { layout in model.fit(layout) { (view($0, layout: layout), besides: 0) } })
  }

  public static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (state: ListState<NotificationRequest>) in
      screen(model: Model(fixture: state), action: .fixtures.none)
    }
      + Preview.all(of: PolicyFixtures(), prefix: "policy") { (policy: NotificationPolicy, _) in view(policy) }
  }

  private static func verbs(_ model: Model, _ action: Action) -> [Verb] {
    [
      Verb(
        "open", Parameter<Reference>.reference(kinds: [.sender, .account]),
        help: "Show the notifications of a sender"
      ) { reference in
        let account = model.state.page.value?.elements.first { $0.id.rawValue == reference.id }?.account.id
        return try await action.open(account ?? Account.ID(reference.id))
      },
      .refresh(help: "Fetch the senders again", model.refresh), .older(of: "senders", model.older),
      .newer(of: "senders", model.newer),
    ]
  }
}

// MARK: - filtered

@MainActor extension FilteredNotifications {
  /// The action on senders; `nil` for all of them.
  enum Request: Sendable {
    case show
    case open(Reference)
    case accept([Reference]?)
    case dismiss([Reference]?)
  }

  private static func filteredVerb(_ action: Action) -> Verb {
    Verb(
      "filtered", Parameter<Request>.senders, .pages, help: "Show, accept or dismiss filtered notifications",
      discussion: """
        Alone, it lists the accounts whose notifications the server holds back. accept lists their notifications, now and \
        from now on; dismiss takes them from this list, and holds their notifications back as before. Both take several \
        numbers, @names, or all. open shows what one of them sent. policy says who is held back. \
        \(ListRange.pagesDiscussion)
        """
    ) { request, range in
      if case .show = request {
      } else if range != ListRange() {
        throw AppError.usage(
          "--before, --limit and --all are for the list of senders.", suggestion: "Leave them out, or type filtered.")
      }
      switch request {
      case .show:
        return try await action.show(TimelineOptions(range: range))
      case .open(let reference):
        return try await action.open(account(of: reference, in: action))
      case .accept(let references):
        let ids = try await ids(references, action)
        let isMerged = try await action.accept(ids)
        let words = isMerged ? "They are among your notifications." : "The server is adding them to your notifications."
        return .success(
          "Accepted the notifications of \(CountText.of(ids.count, "sender")). \(words)", hint: "notifications",
          data: data(ids))
      case .dismiss(let references):
        let ids = try await ids(references, action)
        try await action.dismiss(ids)
        return .success("Dismissed \(CountText.of(ids.count, "sender")).", hint: "filtered", data: data(ids))
      }
    }
  }

  private static func data(_ ids: [NotificationRequest.ID]) -> [JSONValue.Member] {
    [JSONValue.Member("ids", .array(ids.map { .string($0.rawValue) }))]
  }

  /// The ids of the requests of senders, who may be named as accounts.
  private static func ids(_ references: [Reference]?, _ action: Action) async throws -> [NotificationRequest.ID] {
    if let references, references.allSatisfy({ $0.kind == .sender }) {
      return references.map { NotificationRequest.ID($0.id) }
    }
    let all = try await action.requests()
    guard let references else {
      if all.isEmpty { throw AppError.notFound("Nothing is filtered.", suggestion: "policy shows the rules.") }
      return all.map(\.id)
    }
    return try references.map { reference in
      if reference.kind == .sender { return NotificationRequest.ID(reference.id) }
      guard let request = all.first(where: { $0.account.id.rawValue == reference.id }) else {
        throw AppError.notFound("Nothing of that account is filtered.", suggestion: "Type filtered to see the senders.")
      }
      return request.id
    }
  }

  private static func account(of reference: Reference, in action: Action) async throws -> Account.ID {
    guard reference.kind == .sender else { return Account.ID(reference.id) }
    guard let request = try await action.requests().first(where: { $0.id.rawValue == reference.id }) else {
      throw AppError.notFound("That sender is no longer in the list.")
    }
    return request.account.id
  }
}

extension Parameter where Value == FilteredNotifications.Request {
  /// `accept`, `dismiss` or `open`, and senders.
  @MainActor fileprivate static var senders: Parameter {
    let many = Parameter<[Reference]>.references(kinds: [.sender, .account])
    let choice = Parameter<String?>.optionalChoice("DO", ["accept", "dismiss", "open"])
    let named = many.descriptions.map { description in
      var description = description
      description.isOptional = true
      return description
    }
    return Parameter(group: choice.descriptions + named) { reader in
      guard let word = try await choice.parse(reader) else { return .show }
      if word != "open", reader.peek() == "all" {
        _ = reader.next()
        return word == "accept" ? .accept(nil) : .dismiss(nil)
      }
      let references = try await many.parse(reader)
      switch word {
      case "accept": return .accept(references)
      case "dismiss": return .dismiss(references)
      default:
        guard let only = references.first, references.count == 1 else {
          throw reader.refusal("Give one number, not several.")
        }
        return .open(only)
      }
    }
  }
}

// MARK: - policy

@MainActor extension FilteredNotifications {
  private static func policyVerb(_ action: Action) -> Verb {
    let groups = Group.allCases.map(\.rawValue)
    return Verb(
      "policy", Parameter<String?>.optionalChoice("WHO", groups),
      Parameter<String?>.optionalChoice("DO", ["accept", "filter", "drop"]),
      help: "Show or change whose notifications are listed",
      discussion: """
        accept lists them, filter keeps them apart (filtered lists their senders), drop lets them appear nowhere. The \
        server applies it, so it holds in every app. People you follow are never held back by it.
        """
    ) { word, decision in
      guard let group = word.flatMap(Group.init(rawValue:)) else { return .document(view(try await action.policy())) }
      guard let decision = decision.map(NotificationPolicy.Decision.init(rawValue:)) else {
        throw AppError.usage(
          "Choose an action.", suggestion: "Usage: policy \(group.rawValue) accept|filter|drop.")
      }
      // If it is unknown, the change can't be undone.
      let before = try? await action.policy()
      let policy = try await action.update(group.edit(decision))
      let (old, new) = (before.map(group.decision), group.decision(in: policy))
      guard old != new else { return .information(group.sentence(new), hint: "policy", data: view(policy).data) }
      var undo: Toast.Undo?
      if let old, NotificationPolicy.Decision.known.contains(old) {
        undo = .command(Hint.Command("policy \(group.rawValue) \(old.rawValue)"))
      }
      return .success(group.sentence(new), hint: "policy", data: view(policy).data, undo: undo)
    }
  }
}
