/// Opens composers, and closes those whose draft is gone.
@MainActor
package final class Composers: SessionPart {
  package let base: SessionBase
  let publisher: Publisher
  /// Closes composers whose draft is open elsewhere; running once a composer was opened.
  var draftWatch: Task<Void, Never>?

  init(_ base: SessionBase, _ publisher: Publisher) {
    self.base = base
    self.publisher = publisher
  }

  /// Closes no more composers.
  func stop() { draftWatch?.cancel() }
}
