public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Reporting {
  public static func plugin(action: Action) -> Plugin {
    Plugin(id: "report", title: "Report", symbol: "⚑", verbs: [verb(action)], previews: { previews })
  }

  private static func verb(_ action: Action) -> Verb {
    Verb(
      "report", Parameter<[Reference]>.references(kinds: [.status, .account]), Parameter<Choice?>.reportChoice,
      help: "Report posts or an account to the moderators",
      discussion: """
        Opens a form with the posts that you named, which must be by one account; you can add more there. Nothing is sent \
        until you type send and confirm. The account is not told who reported it.

        With --category it is sent without a form, after a question. --rules takes the numbers of server rules, for the \
        category violation. --forward also sends it to the moderators of the account's own server, and --collection with the \
        number, the id or the link of a collection of the account names it too: report @NAME --collection N --category spam.
        """
    ) { references, choice in
      let statuses = references.filter { $0.kind == .status }.map { Status.ID($0.id) }
      let accounts = references.filter { $0.kind == .account }.map { Account.ID($0.id) }
      guard accounts.count + (statuses.isEmpty ? 0 : 1) == 1 else {
        throw AppError.usage(
          "A report is about one account.", suggestion: "Name posts by one account, or the account: report @NAME.")
      }
      if let choice { return try await send(choice, accounts.first, statuses, action) }
      return try await action.report(accounts.first, statuses)
    }
  }

  /// Sends a report without its form, after a question.
  private static func send(
    _ choice: Choice, _ account: Account.ID?, _ statuses: [Status.ID], _ action: Action
  ) async throws -> Response {
    let account = try await action.subject(account, statuses)
    let address = ExcerptText.cut(account.acct, to: 80)
    if choice.forwards, !account.acct.contains("@") {
      throw AppError.validation(
        "@\(address) is an account of your own server.", suggestion: "Leave out --forward.")
    }
    for collection in choice.collections {
      guard try await action.owner(collection) == account.id else {
        throw AppError.validation(
          "The collection \(ReferenceSyntax.typed(id: collection.rawValue)) is not @\(address)'s.",
          suggestion: "A report is about one account. collections @\(address) lists theirs.")
      }
    }
    var draft = ReportDraft(
      accountID: account.id, statusIDs: statuses, collectionIDs: choice.collections, comment: choice.comment,
      forwards: choice.forwards,
      category: choice.category)
    if !choice.rules.isEmpty {
      let rules = try await action.rules()
      draft.ruleIDs = try choice.rules.map { number in
        guard rules.indices.contains(number - 1) else {
          throw AppError.notFound(
            "There is no rule \(number).",
            suggestion: rules.isEmpty ? "The server has no rules." : "server rules lists \(rules.count).")
        }
        return rules[number - 1].id
      }
    }
    let named = [(statuses.count, "post"), (choice.collections.count, "collection")].filter { $0.0 > 0 }
    let posts = named.isEmpty ? "" : " with " + named.map { CountText.of($0.0, $0.1) }.joined(separator: " and ")
    let forwarded = choice.forwards ? ", also those of their server" : ""
    return .confirm(
      Confirmation(
        "Report @\(address)\(posts) for \(choice.category.rawValue) to the moderators\(forwarded)? This can't be undone."
      ) {
        try await action.send(draft)
        return .success(
          "Sent your report on @\(address) to the moderators.",
          data: [
            JSONValue.Member("account", .string(account.id.rawValue)),
            JSONValue.Member("statuses", .array(statuses.map { .string($0.rawValue) })),
            JSONValue.Member("collections", .array(choice.collections.map { .string($0.rawValue) })),
            JSONValue.Member("category", .string(choice.category.rawValue)),
            JSONValue.Member("forwarded", .bool(choice.forwards)),
          ])
      })
  }

  /// A report as a sheet.
  ///
  /// - Parameters:
  ///   - model: The owner of the report.
  ///   - sent: Called when the server has accepted the report; returns the command's response.
  public static func screen(model: Model, sent: @escaping @MainActor (Subject) -> Response) -> Screen {
    Screen(
      id: "report", model: model, label: { model.subject.map { "report on @\($0.account.acct)" } ?? "report" },
      document: {
        var document = view(model.state, layout: $0)
        if model.subject?.statuses.contains(where: { $0.audience == .limited }) == true { document.audience = .limited }
        return document
      },
      verbs: {
        verbs(model, sent: sent)
          + (model.subject.map { subject in Form.fieldVerbs(model.form, response: { response(to: $0, model, subject) })
          } ?? [])
      },
      content: Screen.Content(load: { await model.form.load() }, failure: { model.form.state.failure }),
      input: Screen.Input(unsaved: { model.form.state.unsaved }, scripted: { model.form.state.scripted }))
  }

  private static func verbs(_ model: Model, sent: @escaping @MainActor (Subject) -> Response) -> [Verb] {
    guard let subject = model.subject else { return [] }
    return [
      Verb("preview", help: "Preview the report and its recipients") {
        .view { layout in
          model.draft.map { preview($0, subject, layout: layout) } ?? Document(kind: "report-preview")
        }
      },
      Verb("send", help: "Send the report to the moderators (asks first)") {
        guard let draft = model.draft else { return .nothing }
        if let problem = model.form.state.problem { throw problem }
        return .confirm(
          Confirmation(question(draft, subject)) {
            try await model.form.save()
            return sent(subject)
          })
      },
      .absent("save", "A report can't be saved.", suggestion: "Type send to send it; it asks first."),
    ]
  }

  /// Lists the rules to choose from after the category was set to `violation` or rules were chosen.
  private static func response(to field: Form.Field, _ model: Model, _ subject: Subject) -> Response? {
    guard field.name == .category || field.name == .rules, field.isChanged else { return nil }
    let form = model.form.state.form
    guard !rules(subject, form).isEmpty else { return nil }
    return .view { _ in rulesView(field, subject, form) }
  }

  public static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (state: State) in
      screen(model: Model(fixture: state), sent: { _ in .nothing })
    }
      + Preview.all(of: SubjectFixtures(), prefix: "preview") { (subject: Subject, layout) in
        preview(draft(form(subject), subject), subject, layout: layout)
      }
  }
}

extension Parameter where Value == Reporting.Choice? {
  /// `--category`, `--comment`, `--rules` and `--forward`; `nil` if none is given.
  @MainActor fileprivate static var reportChoice: Parameter {
    let category = Parameter<String?>.option(
      "category", "CATEGORY", choices: Report.Category.known.map(\.rawValue))
    // What is said to the moderators is not kept in the history of typed lines.
    let comment = Parameter<[String]>.options("comment", "TEXT", isConfidential: true)
    let rules = Parameter<String?>.option("rules", "NUMBERS")
    let collection = Parameter<[String]>.options("collection", "N")
    let forward = Parameter<Bool>.flag("forward")
    return Parameter(
      group: category.descriptions + comment.descriptions + rules.descriptions + collection.descriptions
        + forward.descriptions
    ) { reader in
      let word = try await category.parse(reader)
      let text = try await comment.parse(reader).last
      let numbers = try await rules.parse(reader)
      var collections: [Collection.ID] = []
      for word in try await collection.parse(reader) {
        collections += try await Parameter<Reference>.resolve(
          word, kinds: [.collection], reader: reader, listing: "collections @NAME"
        ).map { Collection.ID($0.id) }
      }
      let forwards = try await forward.parse(reader)
      guard let word else {
        guard text == nil, numbers == nil, collections.isEmpty, !forwards else {
          throw reader.refusal("Give --category, too.")
        }
        return nil
      }
      guard (text?.count ?? 0) <= 1000 else { throw reader.refusal("The comment is longer than 1000 characters.") }
      var chosen: [Int] = []
      if let numbers {
        guard let read = ReferenceSyntax.numbers(numbers) else {
          throw reader.refusal("--rules takes the numbers of rules.", first: "For example: --rules 1,3.")
        }
        chosen = read
      }
      let category = Report.Category(rawValue: word)
      guard chosen.isEmpty || category == .violation else {
        throw reader.refusal("--rules belongs to --category violation.")
      }
      return Reporting.Choice(
        category: category, comment: text ?? "", rules: chosen, collections: collections, forwards: forwards)
    }
  }
}
