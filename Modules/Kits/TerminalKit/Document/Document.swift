/// The content of a screen, which a view returns and a renderer turns into text, speech or JSON.
///
/// It is independent of widths, colours and escape sequences. It has three forms: `blocks` are seen, each
/// item's `spoken` is its sentence for a screen reader, and `data` is the JSON for scripts.
public struct Document: Hashable, Sendable {
  /// The name of the screen in JSON: `home`, `thread`.
  public var kind: String
  /// The line above the rule, if there is one.
  public var title: Title?
  /// The content from top to bottom.
  public var blocks: [Block]
  /// The commands to type next; printed last, and only on a terminal.
  public var hint: Hint?
  /// The top-level members of the JSON besides the items.
  public var data: [JSONValue.Member]
  /// Who may read it as a whole; its items have audiences of their own.
  public var audience = Audience.unstated
  /// The commands for the pages beside this one; `nil` if it is not a page of a list.
  public var neighbours: Neighbours?

  /// The commands that show the pages beside a page of a list, in this process or another.
  public struct Neighbours: Hashable, Sendable {
    /// The words of the command for the next older page; `nil` at the end.
    public var older: [String]?
    /// The words of the command for the next newer page; `nil` if there is none.
    public var newer: [String]?

    public init(older: [String]?, newer: [String]?) {
      self.older = older
      self.newer = newer
    }
  }

  public init(
    kind: String, title: Title? = nil, blocks: [Block] = [], hint: Hint? = nil, data: [JSONValue.Member] = []
  ) {
    self.kind = kind
    self.title = title
    self.blocks = blocks
    self.hint = hint
    self.data = data
  }

  public init(
    kind: String, title: Title? = nil, blocks: [Block] = [], hint: StyledText?, data: [JSONValue.Member] = []
  ) {
    self.init(kind: kind, title: title, blocks: blocks, hint: hint.map { Hint($0) }, data: data)
  }

  /// A title with a note at the right edge: `Home · everyone you follow      3 new`.
  public struct Title: Hashable, Sendable {
    public var text: StyledText
    /// The note, such as a count.
    public var note: StyledText?

    public init(_ text: StyledText, note: StyledText? = nil) {
      self.text = text
      self.note = note
    }

    /// Creates a title from a string in the role of titles.
    public init(_ text: String, note: String? = nil) {
      self.init(StyledText(text, .title), note: note.map { StyledText($0, .secondary) })
    }
  }

  /// The items in reading order, whatever they are nested in.
  public var items: [Item] {
    blocks.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  /// The references of a number on the screen, or `nil` if no item has that number.
  public func references(numbered number: Int) -> [Reference]? {
    items.first { $0.number == number }?.references
  }
}

/// A part of a document, from the left edge to the right.
public indirect enum Block: Hashable, Sendable {
  /// Text that wraps at the width.
  case paragraph(StyledText)
  /// Text that wraps, with a note at the right edge of its last line, or below it if it does not fit.
  case spread(StyledText, trailing: StyledText)
  /// Preformatted lines; long ones are cut.
  case preformatted(StyledText)
  /// A line to be copied as a whole, such as an address: it is never broken or shortened.
  case verbatim(StyledText)
  /// Rows of columns, aligned; the last column wraps.
  case table([[StyledText]])
  /// Blocks set off with a bar at the left: a quoted status.
  case quote([Block])
  /// Blocks after a marker on the first line: an entry of a list.
  case listItem(marker: StyledText, [Block])
  /// An item with a number in the gutter.
  case item(Item)
  case blank
  /// A line from edge to edge.
  case rule
  /// A picture, if the terminal can show it; its description is elsewhere.
  case picture(Picture)
  /// The place of a small picture, empty until it is drawn.
  case thumbnail(Thumbnail)
  /// Blocks that are only seen, with the text spoken in their place; an empty text is not spoken.
  case spoken([Block], as: String)

  /// A text by others, such as a bio: set off from the margin, where a prompt, a message and an error begin.
  public static func byOthers(_ blocks: [Block]) -> [Block] {
    blocks.isEmpty ? [] : [.listItem(marker: StyledText(" "), blocks)]
  }
}

/// A numbered item: a status, a notification, a setting.
public struct Item: Hashable, Sendable {
  /// The number for commands, or `nil` if it cannot be referred to.
  public var number: Int?
  /// A sign between the number and the content, such as the unread mark.
  public var mark: StyledText?
  /// The place in a tree, or `nil` in a flat list.
  public var branch: Branch?
  public var blocks: [Block]
  /// The sentences for a screen reader, without the number.
  public var spoken: String
  public var speech = Speech.sentences
  /// Whether it takes one line on the screen: its first block is cut where the line is full, and its note loses spans from
  /// the first on.
  public var isOneLine = false
  /// The references of the number, the item itself first: a notification, then its status, then its account.
  public var references: [Reference]
  public var data: JSONValue
  public var audience = Audience.unstated

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

  public enum Speech: Hashable, Sendable {
    /// As sentences after the number.
    case sentences
    /// Behind the number, without any change: text that is being written.
    case exact
    /// As sentences that contain the number.
    case numbered
  }

  /// A place in a tree, enough to draw the lines to its left.
  public struct Branch: Hashable, Sendable {
    /// Whether more siblings follow each ancestor below the root, outermost first.
    public var ancestorsContinue: [Bool]
    /// Whether more siblings follow.
    public var continues: Bool
    /// Whether replies follow below it.
    public var hasChildren: Bool
    /// Whether it is the root, which has no line to a parent.
    public var isRoot: Bool

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
