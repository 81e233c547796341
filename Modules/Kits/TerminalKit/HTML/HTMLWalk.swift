import CGumbo

/// Walks a parsed tree and passes its content to a builder.
///
/// It keeps its own stack instead of calling itself, so that depth costs memory and not the thread's stack.
struct HTMLWalk {
  private let options: HTMLText.Options
  private var builder = HTMLBuilder()
  private var stack: [Frame] = []

  private struct Frame {
    var element: GumboElement
    var next = 0
    var style: HTMLBuilder.Style
    var end = End.nothing
    var list: List?
  }

  private struct List {
    var number: Int?
    var step = 1
  }

  /// The step after the last child of an element.
  private enum End {
    case nothing
    case block
    case quote
    case list
    case entry(marker: String)
    case sign(String, spoken: String?)
    case link(from: Int, url: String?, role: Role)
    case raised(from: Int)
    case lowered(from: Int)
  }

  init(options: HTMLText.Options) { self.options = options }

  /// Returns the blocks of the tree.
  consuming func blocks(of root: HTMLTree.Node?) -> [Block] {
    if let root { enter(root, style: HTMLBuilder.Style()) }
    while let top = stack.indices.last {
      let index = stack[top].next
      if let child = HTMLTree.child(of: stack[top].element, at: index) {
        stack[top].next += 1
        enter(child, style: stack[top].style)
      } else {
        leave(stack.removeLast())
      }
    }
    return builder.finish()
  }

  private mutating func enter(_ node: HTMLTree.Node, style: HTMLBuilder.Style) {
    switch HTMLTree.kind(of: node) {
    case .text(let text): builder.append(String(cString: text), style: style)
    case .element(let element): enter(element, style: style)
    case .other: break
    }
  }

  private mutating func enter(_ element: GumboElement, style: HTMLBuilder.Style) {
    var frame = Frame(element: element, style: style)
    switch element.tag {
    case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_TEMPLATE, GUMBO_TAG_IFRAME, GUMBO_TAG_RP, GUMBO_TAG_HEAD: return
    case GUMBO_TAG_BR:
      builder.lineBreak()
      return
    case GUMBO_TAG_HR:
      builder.add(.rule)
      return
    case GUMBO_TAG_IMG:
      let words = HTMLTree.attribute("alt", of: element) ?? HTMLTree.attribute("title", of: element)
      builder.append(words ?? "", style: style)
      return
    case GUMBO_TAG_SPAN:
      if !enterSpan(element, frame: &frame) { return }
    case GUMBO_TAG_A: enterLink(element, frame: &frame)
    case GUMBO_TAG_STRONG, GUMBO_TAG_B: stress(&frame, .strong)
    case GUMBO_TAG_EM, GUMBO_TAG_I: stress(&frame, .emphasis)
    case GUMBO_TAG_CODE, GUMBO_TAG_KBD, GUMBO_TAG_TT, GUMBO_TAG_SAMP: stress(&frame, .code)
    // Struck text means the opposite, which must be visible without styles, and audible.
    case GUMBO_TAG_DEL, GUMBO_TAG_S, GUMBO_TAG_STRIKE:
      builder.append(sign: "~~", style: style, spoken: "deleted: ")
      frame.end = .sign("~~", spoken: ",")
    case GUMBO_TAG_Q:
      builder.append(sign: "“", style: style)
      frame.end = .sign("”", spoken: nil)
    case GUMBO_TAG_RT:
      builder.append(sign: "(", style: style)
      frame.end = .sign(")", spoken: nil)
    // As 10⁵, which is not 105.
    case GUMBO_TAG_SUP where !style.isInLink: frame.end = .raised(from: builder.beginLink(style: style))
    case GUMBO_TAG_SUB where !style.isInLink: frame.end = .lowered(from: builder.beginLink(style: style))
    case GUMBO_TAG_TD, GUMBO_TAG_TH: frame.end = .sign(" ", spoken: nil)
    default: enterBlock(element, frame: &frame)
    }
    stack.append(frame)
  }

  private mutating func enterBlock(_ element: GumboElement, frame: inout Frame) {
    switch element.tag {
    case GUMBO_TAG_P, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6:
      if element.tag == GUMBO_TAG_P, isDroppedQuote(element) {
        frame.next = .max
        return
      }
      builder.endBlock()
      builder.beginParagraph()
      frame.end = .block
      if element.tag != GUMBO_TAG_P { stress(&frame, .strong) }
    case GUMBO_TAG_PRE:
      builder.endBlock()
      frame.style.isPreformatted = true
      stress(&frame, .code)
      frame.end = .block
    case GUMBO_TAG_BLOCKQUOTE:
      builder.beginContainer(compact: false)
      frame.end = .quote
    case GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_MENU:
      builder.beginContainer(compact: true)
      frame.list = list(element)
      frame.end = .list
    case GUMBO_TAG_LI:
      builder.beginContainer(compact: true)
      frame.end = .entry(marker: nextMarker(element))
    case GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_ARTICLE, GUMBO_TAG_HEADER, GUMBO_TAG_FOOTER, GUMBO_TAG_ASIDE,
      GUMBO_TAG_MAIN, GUMBO_TAG_NAV, GUMBO_TAG_ADDRESS, GUMBO_TAG_FIGURE, GUMBO_TAG_FIGCAPTION, GUMBO_TAG_DETAILS,
      GUMBO_TAG_SUMMARY, GUMBO_TAG_DL, GUMBO_TAG_DT, GUMBO_TAG_DD, GUMBO_TAG_TABLE, GUMBO_TAG_TR, GUMBO_TAG_CAPTION,
      GUMBO_TAG_CENTER, GUMBO_TAG_FORM, GUMBO_TAG_FIELDSET:
      builder.endBlock()
      frame.end = .block
    default: break
    }
  }

  private mutating func leave(_ frame: Frame) {
    switch frame.end {
    case .nothing: break
    case .block: builder.endBlock()
    case .quote: builder.endContainer(spaced: true) { $0.isEmpty ? [] : [.quote($0)] }
    case .list: builder.endContainer(spaced: true, Self.aligned)
    case .entry(let marker):
      let spoken = marker == "•" ? "" : nil
      builder.endContainer(spaced: false) {
        $0.isEmpty ? [] : [.listItem(marker: StyledText(marker, .secondary, spoken: spoken), $0)]
      }
    case .sign(let sign, let spoken): builder.append(sign: sign, style: frame.style, spoken: spoken)
    case .link(let start, let url, let role): endLink(from: start, url: url, role: role)
    case .raised(let start): builder.shift(from: start, Script.raised)
    case .lowered(let start): builder.shift(from: start, Script.lowered)
    }
  }

  private func stress(_ frame: inout Frame, _ role: Role) {
    if !frame.style.isInLink { frame.style.role = role }
  }

  private func isDroppedQuote(_ element: GumboElement) -> Bool {
    options.dropsInlineQuote && HTMLTree.hasWord("quote-inline", in: HTMLTree.attribute("class", of: element))
  }
}

// MARK: - Links

extension HTMLWalk {
  /// Whether the text of a span is shown.
  private mutating func enterSpan(_ element: GumboElement, frame: inout Frame) -> Bool {
    guard let names = HTMLTree.attribute("class", of: element) else { return true }
    if options.dropsInlineQuote && HTMLTree.hasWord("quote-inline", in: names) { return false }
    guard frame.style.isInLink, !options.showsWholeLinks else { return true }
    if HTMLTree.hasWord("invisible", in: names) { return false }
    if HTMLTree.hasWord("ellipsis", in: names) { frame.end = .sign("…", spoken: nil) }
    return true
  }

  private mutating func enterLink(_ element: GumboElement, frame: inout Frame) {
    let names = HTMLTree.attribute("class", of: element)
    let rel = HTMLTree.attribute("rel", of: element)
    let url = HTMLTree.attribute("href", of: element).flatMap(Sanitizer.cleanURL)
    // A hashtag is marked as a mention too, so it is asked for first.
    let role: Role =
      if HTMLTree.hasWord("hashtag", in: names) || HTMLTree.hasWord("tag", in: rel) {
        .hashtag
      } else if HTMLTree.hasWord("mention", in: names) { .mention } else { .link }
    frame.style.role = role
    frame.style.url = url
    frame.style.isInLink = true
    frame.end = .link(from: builder.beginLink(style: frame.style), url: url, role: role)
  }

  private mutating func endLink(from start: Int, url: String?, role: Role) {
    // A block inside the link contains its text already.
    guard start <= builder.pieces.count else { return }
    let text = builder.pieces[start...].map(\.text).joined()
    if text.allSatisfy({ $0 == " " || $0 == "\n" }) {
      guard let url else { return }
      builder.append(sign: Self.shown(url), style: HTMLBuilder.Style(role: .link, url: url))
    }
    let role = role == .link ? Self.role(ofText: text) : role
    guard role == .link else {
      builder.endLink(from: start, role: role, url: url) { _ in nil }
      return
    }
    guard let host = url.flatMap(Self.host) else {
      builder.endLink(from: start, role: .link, url: url) { _ in nil }
      return
    }
    // A link's text can hide its target, so the host is shown too.
    if Self.host(text) == host || text.isEmpty {
      builder.endLink(from: start, role: .link, url: url) { _ in "link to \(host)" }
    } else {
      builder.endLink(from: start, role: .link, url: url) { $0 + ", link to \(host)" }
      builder.append(sign: " (\(host))", style: HTMLBuilder.Style(role: .secondary), spoken: "")
    }
  }

  /// Recognizes mentions and hashtags of software that marks them only by `@` and `#`.
  private static func role(ofText text: String) -> Role {
    guard text.utf8.count > 1, !text.utf8.contains(0x20) else { return .link }
    switch text.utf8.first {
    case UInt8(ascii: "#"): return .hashtag
    case UInt8(ascii: "@"): return .mention
    default: return .link
    }
  }

  /// The host of an address, with or without its scheme, in lower case and without `www.`.
  static func host(_ address: String) -> String? {
    var rest = Substring(address.lowercased())
    for prefix in ["https://", "http://"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
    rest = rest.prefix { !"/?#".contains($0) }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    // An encoded host is the host that it stands for, unless that is none.
    if rest.contains("%"), let decoded = decodedHost(rest) { rest = Substring(decoded) }
    if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
    // A shortened address still shows its host, unless that was cut too.
    return rest.contains(".") && !rest.contains(" ") && !rest.hasSuffix("…") ? String(rest) : nil
  }

  /// A percent-encoded host as it is written; `nil` if what it stands for is not a host.
  private static func decodedHost(_ host: Substring) -> String? {
    let parts = host.split(separator: "%", omittingEmptySubsequences: false)
    var bytes = Array((parts.first ?? "").utf8)
    for part in parts.dropFirst() {
      guard part.utf8.count >= 2, let byte = UInt8(part.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      bytes += part.utf8.dropFirst(2)
    }
    let text = String(validating: bytes, as: UTF8.self)?.lowercased()
    return text.flatMap { text in
      text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || ".-_:".unicodeScalars.contains(scalar)
      } ? text : nil
    }
  }

  private static func shown(_ url: String) -> String {
    url.hasPrefix("https://") ? String(url.dropFirst(8)) : url
  }
}

// MARK: - Lists

extension HTMLWalk {
  private func list(_ element: GumboElement) -> List {
    guard element.tag == GUMBO_TAG_OL else { return List() }
    let isReversed = HTMLTree.attribute("reversed", of: element) != nil
    let start = HTMLTree.attribute("start", of: element).flatMap(Self.number)
    guard isReversed else { return List(number: start ?? 1) }
    var count = 0
    for index in 0..<Int(element.children.length) {
      guard let child = HTMLTree.child(of: element, at: index) else { break }
      if case .element(let entry) = HTMLTree.kind(of: child), entry.tag == GUMBO_TAG_LI { count += 1 }
    }
    return List(number: start ?? count, step: -1)
  }

  /// The next number of the list that an entry is in, or a dot.
  private mutating func nextMarker(_ element: GumboElement) -> String {
    guard let top = stack.lastIndex(where: { $0.list != nil }), var list = stack[top].list, var number = list.number
    else { return "•" }
    if let value = HTMLTree.attribute("value", of: element).flatMap(Self.number) { number = value }
    list.number = number + list.step
    stack[top].list = list
    return "\(number)."
  }

  /// The accepted start numbers of a list; others could overflow or take up the whole line.
  private static func number(_ text: String) -> Int? {
    Int(text.filter { $0 != " " }).flatMap { (-99_999...999_999).contains($0) ? $0 : nil }
  }

  /// Aligns the markers of a list.
  private static func aligned(_ blocks: [Block]) -> [Block] {
    let widest = blocks.reduce(0) { widest, block in
      if case .listItem(let marker, _) = block { max(widest, marker.displayWidth) } else { widest }
    }
    return blocks.map { block in
      guard case .listItem(let marker, let blocks) = block, marker.displayWidth < widest else { return block }
      let padding = Span(trusted: String(repeating: " ", count: widest - marker.displayWidth), .text)
      return .listItem(marker: StyledText([padding]) + marker, blocks)
    }
  }
}
