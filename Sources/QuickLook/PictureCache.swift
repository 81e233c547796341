import TerminalKit

/// The pictures that were drawn last, as many as there is room for.
struct PictureCache {
  let limit: Int
  private(set) var bytes = 0
  private var pictures: [QuickLook.Subject: Picture] = [:]
  /// The one used longest ago first.
  private var order: [QuickLook.Subject] = []

  init(limit: Int) { self.limit = limit }

  var count: Int { pictures.count }

  subscript(subject: QuickLook.Subject) -> Picture? {
    mutating get {
      guard let picture = pictures[subject] else { return nil }
      order.removeAll { $0 == subject }
      order.append(subject)
      return picture
    }
    set {
      if let old = pictures.removeValue(forKey: subject) {
        bytes -= old.byteCount
        order.removeAll { $0 == subject }
      }
      guard let newValue, newValue.byteCount <= limit else { return }
      while bytes + newValue.byteCount > limit, let first = order.first {
        order.removeFirst()
        bytes -= pictures.removeValue(forKey: first)?.byteCount ?? 0
      }
      pictures[subject] = newValue
      order.append(subject)
      bytes += newValue.byteCount
    }
  }
}
