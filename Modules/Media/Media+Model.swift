public import FeatureKit
public import MastodonKit
public import Observation

extension Media {
  /// Owns the sheet: which of a post's media is shown, and what there is to see of it.
  @MainActor @Observable
  public final class Model {
    /// What the sheet shows.
    public private(set) var state: State
    @ObservationIgnored private let look: (MediaAttachment, Layout) async throws -> Sight
    /// Whether the person asked to see what is marked.
    @ObservationIgnored private var isRevealed = false
    /// Counts what was gone to and revealed, to know a late picture from what is asked for now.
    @ObservationIgnored private var visit = 0

    /// Makes a model of a post's media, at the first unless the state says otherwise.
    public init(state: State, look: @escaping (MediaAttachment, Layout) async throws -> Sight) {
      self.state = state
      self.look = look
      self.state.isSheet = true
      self.state.index = min(max(state.index ?? 0, 0), max(state.attachments.count - 1, 0))
    }

    /// Goes so many further, or back.
    ///
    /// - Throws: ``AppError/validation(_:suggestion:)`` at either end.
    public func go(_ steps: Int) throws {
      let target = (state.index ?? 0) + steps
      guard state.attachments.indices.contains(target) else {
        throw AppError.validation(
          steps > 0 ? "That was the last." : "That was the first.",
          suggestion: steps > 0 ? "prev goes back, close leaves." : "next goes on, close leaves.")
      }
      state.index = target
      state.sight = nil
      isRevealed = false
      visit += 1
    }

    /// Shows what is marked sensitive, until one goes on.
    public func reveal() {
      isRevealed = true
      state.sight = nil
      visit += 1
    }

    /// Looks at what is shown, with the terminal that is there; what fails becomes part of what is shown.
    public func prepare(_ layout: Layout) async {
      guard let attachment = state.attachment else { return }
      let visit = visit
      do {
        let sight = try await Media.sight(
          of: attachment, in: state, isRevealed: isRevealed, layout: layout, look: look)
        // The user may have gone on meanwhile.
        if visit == self.visit { state.sight = sight }
      } catch {
        if !Task.isCancelled, visit == self.visit { state.sight = Sight(note: AppError(error).words) }
      }
    }
  }

  /// What there is to see of something: nothing where there are words alone, and nothing of what is marked until asked.
  @MainActor
  static func sight(
    of attachment: MediaAttachment, in state: State, isRevealed: Bool, layout: Layout,
    look: (MediaAttachment, Layout) async throws -> Sight
  ) async throws -> Sight? {
    guard layout.pictures != nil, layout.needs(.seen), attachment.previewURL ?? attachment.url != nil else {
      return nil
    }
    if !isRevealed {
      let typed = state.isSheet ? "show" : "media \(state.typedForOne) --show"
      switch layout.media {
      case .show: break
      case .hide: return Sight(note: "Pictures are hidden: \(typed).")
      case .default:
        if state.isSensitive { return Sight(note: "The picture is marked sensitive: \(typed).") }
      }
    }
    return try await look(attachment, layout)
  }
}
