import CGumbo

/// The parser's tree, as far as the walk needs it.
struct HTMLTree {
  /// A node of the tree; valid only inside ``withRoot(of:_:)``.
  typealias Node = UnsafeMutablePointer<GumboNode>

  /// Parses a fragment and frees the tree afterwards.
  static func withRoot<Result>(of bytes: UnsafeBufferPointer<UInt8>, _ body: (Node?) -> Result) -> Result {
    var options = kGumboDefaultOptions
    options.max_errors = 0
    options.fragment_context = GUMBO_TAG_BODY
    let result = bytes.withMemoryRebound(to: CChar.self) { chars in
      gumbo_parse_with_options(&options, chars.baseAddress, chars.count)
    }
    defer { gumbo_destroy_output(&options, result) }
    return body(result?.pointee.root)
  }

  enum Kind {
    case element(GumboElement)
    case text(UnsafePointer<CChar>)
    case other
  }

  static func kind(of node: Node) -> Kind {
    switch node.pointee.type {
    case GUMBO_NODE_ELEMENT: .element(node.pointee.v.element)
    case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
      node.pointee.v.text.text.map { .text($0) } ?? .other
    default: .other
    }
  }

  /// The child at an index, or `nil` after the last.
  static func child(of element: GumboElement, at index: Int) -> Node? {
    guard index < Int(element.children.length), let data = element.children.data else { return nil }
    return data[index]?.assumingMemoryBound(to: GumboNode.self)
  }

  static func attribute(_ name: StaticString, of element: GumboElement) -> String? {
    var attributes = element.attributes
    guard attributes.length > 0 else { return nil }
    let found = name.withUTF8Buffer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { gumbo_get_attribute(&attributes, $0.baseAddress) }
    }
    return found.map { String(cString: $0.pointee.value) }
  }

  /// Whether a space-separated list contains a word.
  static func hasWord(_ word: String, in list: String?) -> Bool {
    list?.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(word.utf8) } ?? false
  }
}
