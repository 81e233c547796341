import Accounts
import AppEnvironment
import AppPreferences
import ComposerFeature
package import FeatureKit
import HomeFeature
package import Links
import LocalStore
import MastodonClient
package import MastodonKit
import NavigationKit
import OwnershipKit
import StatusKit
import TerminalKit

extension SessionCoordinator {
  /// The commands that open links and references.
  package var linkCommands: LinkCommands {
    LinkCommands(
      action: LinkCommands.Action(
        link: { [weak self] in try await self?.open($0) ?? .nothing },
        post: { [navigator] in try await navigator.showing(.thread($0)) },
        account: { [navigator] in try await navigator.showing(.profile($0)) },
        entries: { [router] in router.tabs.contains($0) ? router.root(of: $0).verbs() : [] }))
  }

  /// A command while no account is signed in: a link or a full name is read on its own server, and all else is refused.
  package func withoutAccount(_ verb: Verb, _ obstacle: AppError) -> Verb {
    guard ["open", "profile"].contains(verb.name) else { return verb.refusing(obstacle) }
    return verb.responding { [navigator] reader, _ in
      guard let word = reader.next(), let route = Route(elsewhere: word) else { throw obstacle }
      return try await navigator.showing(route)
    }
  }

  /// The commands for posts on screens that list none.
  package var statusVerbs: [Verb] {
    let actions = OptimisticStatusActions(
      service: client.statusService, known: updates.shown, revealed: { _ in }, changed: updates.changed,
      removed: updates.removed)
    return StatusVerbs(numbered: [], action: createStatusAction(actions)).verbs.filter { $0.name != "open" }
  }

  /// Goes where a link leads.
  package func open(_ link: DeepLink) async throws -> Response {
    let destination = try await deepLinks().destination(of: link) { [services] sentence in
      services.toasts.post(Note(StyledText(sentence, .secondary)))
    }
    switch destination {
    case .status, .account, .tag:
      guard let route = Route(destination) else { return .nothing }
      return try await navigator.showing(route)
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

  /// Opens a text from another program in the composer, or saves it as a draft where the composer cannot be opened.
  package func compose(handed text: String) async throws -> Response {
    // A dry run keeps no draft.
    guard DryRun.current == nil else { throw AppError.noDryRun(of: "open", because: "it changes only this machine") }
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

  /// Saves a text as a draft with the user's posting defaults, so that nothing that follows can lose it.
  package func keep(handed text: String) async throws -> Draft {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw AppError.validation("There is no text to write.", suggestion: "Give some: howdah://compose?text=Hello.")
    }
    let model = createComposerModel(.new)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { model.append(String(line)) }
    // What is private by default must not wait as public.
    await context.load(within: Self.composeTimeout)
    model.update(
      author: services.preferences.applied(to: context.author), limits: Composer.Limits(context.configuration))
    if let error = model.state.storage.error { throw error }
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
