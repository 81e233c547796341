import FoundationEssentials
import Testing

@testable import MastodonKit

/// A type of the kit, and the entities of the API that it stands for.
struct EntityCase: Sendable, CustomTestStringConvertible {
  /// The entities whose fields an object of it has, more than one where the API has it in several forms.
  let forms: [[String]]
  /// The fields without which it is nothing.
  let needs: Set<String>
  /// Reads a list, and counts the elements that were left out.
  let read: @Sendable (Data) throws -> (elements: [AnyHashable], skipped: Int)

  var testDescription: String { forms.joined().joined(separator: ", ") }

  init<Entity: Decodable & Hashable & SendableMetatype>(
    _ forms: [[String]], _ type: Entity.Type, needs: Set<String> = []
  ) {
    self.forms = forms
    self.needs = needs
    read = { data in
      let list = try MastodonJSON.decode(LossyList<Entity>.self, from: data)
      return (list.elements, list.skipped)
    }
  }

  init<Entity: Decodable & Hashable & SendableMetatype>(
    _ entity: String, _ type: Entity.Type, needs: Set<String> = []
  ) {
    self.init([[entity]], type, needs: needs)
  }

  /// The entities that the objects are read as.
  func elements(_ objects: [AnyJSON]) throws -> [AnyHashable] { try read(try JSONEncoder().encode(objects)).elements }

  /// The numbers of objects that are read and left out.
  func count(_ objects: [AnyJSON]) throws -> (read: Int, skipped: Int) {
    let list = try read(try JSONEncoder().encode(objects))
    return (list.elements.count, list.skipped)
  }
}
