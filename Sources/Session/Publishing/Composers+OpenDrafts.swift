import AppEnvironment
import ComposerFeature
import FeatureKit
import MastodonKit
import NavigationKit
import StatusKit
package import TerminalKit

/// A draft is open in one composer: not in two tabs, and not in two prompts.
extension Composers {
  /// The note at the start of a prompt about the drafts that are left.
  package var draftNote: Document? {
    // The database names its fault where the drafts are asked for.
    (try? drafts.all()).flatMap(Composer.note)
  }

  private var composers: [Composer.Model] { publisher.openComposers }

  /// Closes the composers of a draft, in whichever tabs; what is in them is saved.
  ///
  /// - Parameter model: The one that stays open.
  func closeComposers(of draft: Draft.ID, but model: Composer.Model? = nil) {
    for other in composers where other !== model && !other.state.isSending && other.state.draft.id == draft {
      // A text that could not be saved exists only there.
      if other.state.unsaved != nil { continue }
      navigator.dismiss(sheetOf: other)
    }
  }

  /// Closes composers whose draft was sent, discarded or opened by another process, from now on.
  func followDrafts() {
    guard services.run.policy.keepsForms, draftWatch == nil else { return }
    draftWatch = Task { [weak self, changes = drafts.changes] in
      do {
        for try await _ in changes() {
          guard let self else { return }
          closeLostComposers()
        }
      } catch {
        // What cannot be followed is still refused when it is saved or sent.
      }
      self?.draftWatch = nil
    }
  }

  private func closeLostComposers() {
    for model in composers where !model.state.isSending && model.state.draft.id != publisher.sendingFromOutbox {
      guard let conflict = model.conflict else { continue }
      let state = model.state
      var note = Note(StyledText("Your \(state.noun) was \(conflict.event), so it is closed here.", .warning))
      note.audience = state.draft.content.visibility.audience
      note.isUnprompted = true
      services.toasts.post(note)
      navigator.dismiss(sheetOf: model)
    }
  }
}
