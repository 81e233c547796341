public import FeatureKit
import MastodonKit
public import TerminalKit

/// What every screen with a page of posts shows beside the posts.
extension PagedStatuses {
  /// The text in place of posts, and what options hide of the page.
  ///
  /// - Parameters:
  ///   - blocks: The posts.
  ///   - options: What was asked for.
  ///   - emptyText: The text if the whole list is empty.
  public func closing(_ blocks: [Block], options: TimelineOptions, emptyText: String) -> [Block] {
    var blocks = blocks
    if blocks.isEmpty {
      let isNothing = leftOut.isEmpty && older == nil
      let text =
        switch (isNothing, leftOut.isEmpty, cameEmpty) {
        case (true, _, _): options.range.isNewestPage ? emptyText : "No posts there."
        case (_, false, _): "Nothing to show on this page."
        // Some servers send an empty page with a link to an older one.
        case (_, true, true): "The server sent no posts for this page."
        case (_, true, false): "Your filters hide everything on this page."
        }
      blocks = [.paragraph(StyledText(text, .secondary))]
    }
    if let stopText, showsOldestFetched {
      let line = Block.paragraph(StyledText(stopText, .secondary))
      blocks = isOldestFirst ? [line, .blank] + blocks : blocks + [.blank, line]
    }
    if let text = leftOut.text { blocks += [.blank, .paragraph(StyledText(text, .secondary))] }
    return blocks
  }

  /// The members of JSON about the page: `has_older`, `cursor`, `hidden`.
  public var data: [JSONValue.Member] {
    [
      JSONValue.Member("has_older", .bool(hasOlder)), JSONValue.Member("cursor", .optional(cursor)),
      JSONValue.Member("hidden", leftOut.data),
    ]
  }

  /// The commands for the pages beside this one.
  ///
  /// - Parameters:
  ///   - command: The words of the command that shows the list, without options.
  ///   - options: What is shown of it.
  public func neighbours(of command: [String], _ options: TimelineOptions) -> Document.Neighbours {
    options.range.neighbours(of: command + options.words, before: cursor, after: upperCursor)
  }
}

extension Loadable<PagedStatuses> {
  /// The members of JSON about the page, also before there is one.
  public var pageData: [JSONValue.Member] { (value ?? PagedStatuses()).data }
}

/// A model of a screen that lists posts, which a command can ask for a part of them.
@MainActor
public protocol TimelineModel: AnyObject {
  /// Makes the next load show what the options ask for.
  func prepare(_ options: TimelineOptions)
}
