public import FeatureKit
public import MastodonKit
public import Observation

@MainActor extension Media {
  /// The sheet that pages through a post's attachments.
  @MainActor @Observable
  public final class Model {
    public private(set) var state: State
    @ObservationIgnored private let look: (MediaAttachment, Layout) async throws -> Drawing
    /// Whether the user asked to see an image that is marked sensitive.
    @ObservationIgnored private var isRevealed = false
    /// Changes with each attachment and reveal, so that a late image is recognised as outdated.
    @ObservationIgnored private var visit = 0

    /// Creates a model of a post's attachments, at the first one unless the state has an index.
    public init(state: State, look: @escaping (MediaAttachment, Layout) async throws -> Drawing) {
      self.state = state
      self.look = look
      self.state.isSheet = true
      self.state.index = min(max(state.index ?? 0, 0), max(state.attachments.count - 1, 0))
    }

    /// Moves forward, or back if the number of steps is negative.
    ///
    /// - Throws: ``AppError/validation(_:suggestion:)`` at either end.
    public func go(_ steps: Int) throws {
      let target = (state.index ?? 0) + steps
      guard state.attachments.indices.contains(target) else {
        throw AppError.validation(
          steps > 0 ? "This is the last attachment." : "This is the first attachment.",
          suggestion: steps > 0 ? "Type prev to go back or close to leave." : "Type next to go on or close to leave.")
      }
      state.index = target
      state.drawing = nil
      isRevealed = false
      visit += 1
    }

    /// Shows the image although it is marked sensitive, until the next move.
    public func reveal() {
      isRevealed = true
      state.drawing = nil
      visit += 1
    }

    /// Draws the current attachment; an error is shown in place of the image.
    public func prepare(_ layout: Layout) async {
      guard let attachment = state.attachment else { return }
      let visit = visit
      do {
        let drawing = try await Media.drawing(
          of: attachment, in: state, isRevealed: isRevealed, layout: layout, look: look)
        // The user may have moved on meanwhile.
        if visit == self.visit { state.drawing = drawing }
      } catch {
        if !Task.isCancelled, visit == self.visit { state.drawing = Drawing(note: AppError(error).message) }
      }
    }
  }

  /// Draws an attachment unless images are off or hidden; `nil` where the layout shows only text.
  static func drawing(
    of attachment: MediaAttachment, in state: State, isRevealed: Bool, layout: Layout,
    look: (MediaAttachment, Layout) async throws -> Drawing
  ) async throws -> Drawing? {
    guard layout.pictures != nil, layout.needs(.seen), attachment.previewURL ?? attachment.url != nil else {
      return nil
    }
    if !isRevealed {
      let typed = state.isSheet ? "show" : "media \(state.typedForOne) --show"
      switch layout.media {
      case .show: break
      case .hide: return Drawing(note: "Images are hidden. Type \(typed) to show this one.")
      case .default:
        if state.isSensitive { return Drawing(note: "Marked as sensitive. Type \(typed) to show it.") }
      }
    }
    return try await look(attachment, layout)
  }
}
