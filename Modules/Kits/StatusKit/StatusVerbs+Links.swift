import FeatureKit
public import MastodonKit
public import TerminalKit

// MARK: - Links

extension StatusVerbs {
  /// Prints a post's own address, or that of a link in it.
  static func link(_ number: Int?, in status: Status, typed: String) throws -> Response {
    guard let number else { return address(try status.webAddress()) }
    let addresses = PostLinks.addresses(in: status)
    guard addresses.indices.contains(number - 1) else {
      let count = addresses.count
      throw AppError.validation(
        "No link \(number) in that post.",
        suggestion: count == 0
          ? "There are no links in it." : "There \(count == 1 ? "is 1" : "are \(count)"): links \(typed) lists them.")
    }
    return address(addresses[number - 1])
  }

  private static func address(_ url: String) -> Response {
    .document(
      Document(
        kind: "link", blocks: [.verbatim(StyledText(url, .link, url: url))],
        data: [JSONValue.Member("url", .string(url))]))
  }

  /// Lists the links in a post with their whole addresses, numbered for `link N M`.
  static func links(in status: Status, typed: String) -> Document {
    let addresses = PostLinks.addresses(in: status)
    var blocks: [Block] = addresses.enumerated().map { index, address in
      .listItem(marker: StyledText("\(index + 1)", .number), [.verbatim(StyledText(address, .link, url: address))])
    }
    if addresses.isEmpty { blocks = [.paragraph(StyledText("There are no links in that post.", .secondary))] }
    return Document(
      kind: "links", title: Document.Title("Links · \(Sanitizer.oneLine(status.displayed.account.shownName))"),
      blocks: blocks, hint: addresses.isEmpty ? nil : StyledText("link \(typed) M · open LINK", .hint),
      data: [JSONValue.Member("links", .array(addresses.map(JSONValue.string)))])
  }

  /// The chosen options, the question, the results so far and the end.
  ///
  /// - Parameter asked: The poll as it was voted in; the one in the answer may have lost its options.
  static func voted(_ choices: [Int], in status: Status, _ poll: Poll, asked: Poll) -> Response {
    let names = choices.map { "“\(Sanitizer.oneLine(asked.options[$0].title))”" }.joined(separator: " and ")
    let question = ExcerptText.of(status, limit: 200)
    return .view { layout in
      let view = PollView(poll, layout: layout)
      let message = StyledText("Voted for \(names).")
      return Document(
        kind: "poll",
        blocks: [
          .paragraph(message),
          .spoken(
            [
              .listItem(
                marker: " ", [.paragraph(StyledText(question)), .table(view.rows), .paragraph(view.summary)])
            ],
            as: Sentence.joined([SpokenText.namingEmoji(status.emojis, in: question), view.spoken])),
        ],
        data: [
          JSONValue.Member("ok", true), JSONValue.Member("message", .string(message.plain)),
          JSONValue.Member("poll", view.data),
        ])
    }
  }
}

extension Parameter where Value == Int? {
  /// The number of a link in a post, counted from 1, optional.
  static var linkNumber: Parameter {
    Parameter(ParameterDescription(name: "M", form: .integer(1...99), isOptional: true)) { reader in
      guard let word = reader.next() else { return nil }
      guard let number = Int(word), number > 0 else {
        throw reader.refusal("“\(Sanitizer.clean(word))” is not the number of a link.")
      }
      return number
    }
  }
}

extension Status {
  /// The address of its page.
  ///
  /// - Throws: ``AppError`` if it has none, or one that is not of the web.
  public func webAddress() throws -> String {
    try Reference.webAddress(url ?? (uri.isEmpty ? nil : uri), of: "post")
  }
}

extension Account {
  /// The address of its profile.
  ///
  /// - Throws: ``AppError`` if it has none, or one that is not of the web.
  public func webAddress() throws -> String { try Reference.webAddress(url, of: "account") }
}

extension Reference {
  /// The address of a page, if it can be given to other programs: a browser opens files, and a shell runs what is pasted
  /// into it.
  ///
  /// - Throws: ``AppError`` if there is none, or one that is not of the web.
  public static func webAddress(_ url: String?, of noun: String) throws -> String {
    guard let url else {
      throw AppError.validation("That \(noun) has no link.", suggestion: "Its server does not provide one.")
    }
    guard let address = Sanitizer.cleanURL(url) else {
      throw AppError.validation(
        "That \(noun)'s link is not the address of a web page.",
        suggestion: "Other programs get only addresses that begin with https or http.")
    }
    return address
  }
}
