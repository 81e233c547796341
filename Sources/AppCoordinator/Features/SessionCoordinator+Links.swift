import AppPreferences
import ComposerFeature
import FeatureKit
import HomeFeature
import Links
import LocalStore
import MastodonClient
import MastodonKit
import NavigationKit
import OwnershipKit
import StatusKit
import TerminalKit

extension SessionCoordinator {
  /// Opens a link wherever one is; on a screen whose own `open` takes numbers, that one asks first whether it is a link.
  var openVerb: Verb {
    Verb(
      "open", .word("LINK"), help: "Open a link: https://…, @user@host, #tag, howdah:…",
      discussion: """
        The current server is asked what is there; nobody else is. A link only opens something: it never follows, boosts \
        or posts. What the server does not know is for a browser. In a shell, put quotes around #tag.
        """
    ) { [weak self] word in
      guard DeepLink.isLikely(word) else {
        throw AppError.usage(
          "“\(Sanitizer.clean(word))” is not a link.",
          suggestion: "Numbers mean posts where posts are shown: home, then open 1.")
      }
      return try await self?.open(DeepLink(parsing: word)) ?? .nothing
    }
    .answered(adding: "") { [weak self] reader in
      guard reader.peek() == "." else { return nil }
      let post = try await Parameter<Status.ID>.status.parse(reader)
      try reader.finish()
      try await self?.router.push(.thread(post))
      return .screen
    }
  }

  /// The same verb of a screen, which leaves links to the root.
  func openingLinks(_ verb: Verb) -> Verb {
    guard verb.name == "open" else { return verb }
    // Where things have names of their own, a name is one of them.
    let isNumbered = verb.parameters.contains { if case .reference = $0.form { true } else { false } }
    return verb.answered(adding: "; links and @names too") { [weak self] reader in
      guard let word = reader.peek() else { return nil }
      guard DeepLink.isLikely(word) else {
        guard isNumbered, ReferenceSyntax.isName(word), !ReferenceSyntax.isID(word) else { return nil }
        throw AppError.usage(
          "“\(word)” is neither a number on the screen, nor a link.",
          suggestion: "Accounts are written @\(word.lowercased()).")
      }
      _ = reader.next()
      try reader.finish()
      return try await self?.open(DeepLink(parsing: word))
    }
  }

  /// Goes where a link leads.
  ///
  /// While something is being written it is printed and waits behind the sheet, so that one can look something up.
  func open(_ link: DeepLink) async throws -> Response {
    let destination = try await deepLinks().destination(of: link)
    switch destination {
    case .status, .account, .tag:
      guard let route = Route(destination) else { return .nothing }
      try await router.push(route)
      guard router.current.sheet != nil, let screen = router.current.path.last?.screen else { return .screen }
      return .view { screen.document($0) }
    case .tab(let name):
      guard let tab = plugins.first(where: { $0.id == name && $0.tab != nil }) else {
        let tabs = plugins.filter { $0.tab != nil }.map(\.id).joined(separator: ", ")
        throw AppError.usage("There is no tab “\(name)”.", suggestion: "There are \(tabs).")
      }
      router.select(tab.id)
      return .screen
    case .compose(let text): return try await compose(handed: text)
    }
  }

  /// Takes a text that somebody else wrote into the composer, or keeps it for later where nobody could go on writing.
  func compose(handed text: String) async throws -> Response {
    let draft = try await keep(handed: text)
    guard services.run.options.isConversation, router.current.sheet == nil else {
      return .toast(
        Toast(
          .success, "Kept as a draft; nothing is posted.", hint: "drafts",
          data: [JSONValue.Member("draft", .string(draft.id))]))
    }
    presentComposer(.draft(draft))
    return .screen
  }

  /// Keeps a text as a draft with the person's own posting defaults, so that no way of going on can lose it.
  func keep(handed text: String) async throws -> Draft {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw AppError.validation("There is no text to write.", suggestion: "Give some: howdah://compose?text=Hello.")
    }
    let model = createComposerModel(.new)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { model.append(String(line)) }
    // What is private by default must not wait as public.
    await context.load(within: Self.composeTimeout)
    model.take(services.preferences.applied(to: context.author), context.limits)
    if let error = model.state.unkept { throw error }
    return model.state.draft
  }

  /// Remembers hashtags for completion, as far as the disk takes them; a script completes nothing.
  func remember(tags: [String]) {
    guard services.run.options.isConversation else { return }
    for tag in tags {
      // A tag that could not be saved is only missing from completion.
      try? services.storage.recentTags.note(tag)
    }
  }
}
