public import MastodonKit
import TerminalKit

/// Changes that could not be sent while the server was out of reach, and wait on this machine.
public enum Outbox {
  /// An item with what a reader needs to recognise it.
  public struct Entry: Hashable, Sendable, Identifiable {
    public var item: OutboxItem
    /// The subject: `Heron: Somebody was at the weir before me.`; `nil` if that is not known here.
    public var subject: String?
    /// Whether it is so old that only `outbox send` sends it.
    public var isOld: Bool = false

    /// Why it cannot be sent as it is, in a sentence; `nil` if nothing is known against it.
    public var problem: String?

    /// Whether it is an edit of a post that was sent.
    public var isEdit = false

    public var id: String { item.typedID }

    /// The operation, as a command is named: `favourite the post`, `edit your post`.
    var operation: String { isEdit ? "edit your post" : item.operation }
  }

  public struct State: Hashable, Sendable {
    /// The waiting items, the oldest first.
    public var entries: [Entry] = []
    /// The number of items that cannot be read; they are kept.
    public var unreadable: Int = 0
  }
}

extension OutboxItem {
  /// The id as it is shown and typed, without a space: of a post that of its draft, of a request a hash (FNV-1a).
  var typedID: String {
    if case .post(let draft) = content { return draft }
    let hash = id.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The operation, as a command is named: `favourite the post`, `send your post`.
  public var operation: String {
    switch content {
    // What was typed while its id was not known.
    case .request(let request):
      request.arguments.first.map { address in
        if let name = UnreadID.name(address) {
          let account = request.fields.first?.last ?? ""
          return request.operation.replacing("the list", with: "the list “\(name)”: \(account)")
        }
        return address.hasPrefix("@")
          ? request.operation.replacing("the account", with: address)
          : address.hasPrefix("https://") ? request.operation.replacing("the post", with: address) : request.operation
      } ?? request.operation
    case .post: "send your post"
    }
  }
}

extension Reference.Kind {
  /// Something that waits in the outbox.
  static let outbox = Reference.Kind(rawValue: "outbox")
}
