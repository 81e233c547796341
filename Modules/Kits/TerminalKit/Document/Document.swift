/// A screen's whole face: what a view returns and a renderer turns into text, speech or JSON.
///
/// It knows nothing of widths, colours or escapes. The three forms come from one value: `blocks` is what is seen, each
/// item's `spoken` is its one sentence for a screen reader, and `data` is what a script gets.
public struct Document: Hashable, Sendable {
  /// The name of the screen in JSON: `home`, `thread`.
  public var kind: String
  /// The line above the rule, if there is one.
  public var title: Title?
  /// The content from top to bottom.
  public var blocks: [Block]
  /// What can be done next, in the words to type; printed last and only at a terminal.
  public var hint: Hint?
  /// What JSON says beside the items, as top-level members.
  public var data: [JSONValue.Member]

  /// Makes a document.
  public init(
    kind: String, title: Title? = nil, blocks: [Block] = [], hint: Hint? = nil, data: [JSONValue.Member] = []
  ) {
    self.kind = kind
    self.title = title
    self.blocks = blocks
    self.hint = hint
    self.data = data
  }

  /// Makes a document whose hint has nothing that must be kept where it does not fit.
  public init(
    kind: String, title: Title? = nil, blocks: [Block] = [], hint: StyledText?, data: [JSONValue.Member] = []
  ) {
    self.init(kind: kind, title: title, blocks: blocks, hint: hint.map { Hint($0) }, data: data)
  }

  /// A title with a note at the right edge: `Home · everyone you follow      3 new`.
  public struct Title: Hashable, Sendable {
    /// What the screen is.
    public var text: StyledText
    /// What is new about it.
    public var note: StyledText?

    /// Makes a title.
    public init(_ text: StyledText, note: StyledText? = nil) {
      self.text = text
      self.note = note
    }

    /// Makes a title from words in the title's own role.
    public init(_ text: String, note: String? = nil) {
      self.init(StyledText(text, .title), note: note.map { StyledText($0, .secondary) })
    }
  }

  /// The items in reading order, whatever they are nested in.
  public var items: [Item] {
    blocks.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  /// What the number on the screen stands for, or `nil` if no item has that number.
  public func references(numbered number: Int) -> [Reference]? {
    items.first { $0.number == number }?.references
  }
}

/// A part of a document, from the left edge to the right.
public indirect enum Block: Hashable, Sendable {
  /// Text that wraps at the width.
  case paragraph(StyledText)
  /// Text that wraps, with a note at the right edge of its last line, or below it where there is no room.
  case spread(StyledText, trailing: StyledText)
  /// Lines that keep their breaks and spaces and are cut where they are too long.
  case preformatted(StyledText)
  /// A line that is to be copied whole, such as an address: never broken, however narrow the page, nor ended with a mark.
  case verbatim(StyledText)
  /// Rows of columns, aligned; the last column wraps.
  case table([[StyledText]])
  /// Blocks set off with a bar at the left: a quoted status.
  case quote([Block])
  /// Blocks behind a marker that stands on the first line only: an entry of a list.
  case listItem(marker: StyledText, [Block])
  /// Something that has a number in the gutter.
  case item(Item)
  /// An empty line.
  case blank
  /// A line from edge to edge.
  case rule
  /// A picture, where the terminal can be given one; what it shows is said in words elsewhere.
  case picture(Picture)
  /// What is only seen, with what is said in its place; an empty string is not said at all.
  case spoken([Block], as: String)
}

/// One numbered thing: a status, a notification, a setting.
public struct Item: Hashable, Sendable {
  /// The number that verbs take, or `nil` for what cannot be referred to.
  public var number: Int?
  /// A sign between the number and the content, such as the unread mark.
  public var mark: StyledText?
  /// Where it stands in a tree, or `nil` in a flat list.
  public var branch: Branch?
  /// What is seen.
  public var blocks: [Block]
  /// The one sentence (or few) that a screen reader hears, without the number.
  public var spoken: String
  /// What the number stands for, the thing itself first: a notification, then its status, then its account.
  public var references: [Reference]
  /// What JSON says of it.
  public var data: JSONValue

  /// Makes an item.
  public init(
    number: Int?, mark: StyledText? = nil, branch: Branch? = nil, blocks: [Block], spoken: String,
    references: [Reference] = [], data: JSONValue = .null
  ) {
    self.number = number
    self.mark = mark
    self.branch = branch
    self.blocks = blocks
    self.spoken = Sanitizer.clean(spoken)
    self.references = references
    self.data = data
  }

  /// A place in a tree, enough to draw the lines to its left.
  public struct Branch: Hashable, Sendable {
    /// For each ancestor below the root, from the outside in: whether more siblings follow it.
    public var ancestorsContinue: [Bool]
    /// Whether more siblings follow.
    public var continues: Bool
    /// Whether answers follow below it.
    public var hasChildren: Bool
    /// Whether it is the root, which has no line to a parent.
    public var isRoot: Bool

    /// Makes a place in a tree.
    public init(
      ancestorsContinue: [Bool] = [], continues: Bool = false, hasChildren: Bool = false, isRoot: Bool = false
    ) {
      self.ancestorsContinue = ancestorsContinue
      self.continues = continues
      self.hasChildren = hasChildren
      self.isRoot = isRoot
    }
  }
}
