import ComposerFeature
import FeatureKit
import MastodonKit
import StatusKit
import Testing

/// Cases of what a reply inherits.
struct ReplyCase: CustomTestStringConvertible, Sendable {
  let rule: String
  let status: Status
  var mine = Visibility.public
  let text: String
  var warning = ""
  var visibility = Visibility.public

  var testDescription: String { rule }
}

private func status(
  by account: Account = Account.fixtures.rook, _ visibility: Visibility = .public, mentioning accounts: [Account] = [],
  warning: String = ""
) -> Status {
  Status(
    id: "7", createdAt: .fixture(), account: account, content: "<p>Hm.</p>", spoilerText: warning,
    visibility: visibility,
    mentions: accounts.map { Mention(id: $0.id, username: $0.username, acct: $0.acct, url: $0.url) })
}

@Suite struct ReplyTests {
  private static let cast = Account.fixtures

  @Test(arguments: [
    ReplyCase(rule: "the author is mentioned", status: status(), text: "@rook "),
    ReplyCase(
      rule: "an author elsewhere is mentioned with the host", status: status(by: cast.pool),
      text: "@pool@shore.example "),
    ReplyCase(
      rule: "the author comes first, then those mentioned", status: status(mentioning: [cast.wren, cast.pool]),
      text: "@rook @wren @pool@shore.example "),
    ReplyCase(rule: "oneself is left out", status: status(mentioning: [cast.you, cast.wren]), text: "@rook @wren "),
    ReplyCase(
      rule: "nobody is mentioned twice", status: status(mentioning: [cast.rook, cast.wren, cast.wren]),
      text: "@rook @wren "),
    ReplyCase(
      rule: "an answer to oneself mentions the others", status: status(by: cast.you, mentioning: [cast.heron]),
      text: "@heron "),
    ReplyCase(rule: "an answer to oneself alone mentions nobody", status: status(by: cast.you), text: ""),
    ReplyCase(
      rule: "a content warning stays", status: status(warning: "bees, a sting"), text: "@rook ",
      warning: "bees, a sting"),
    ReplyCase(
      rule: "followers only stays so", status: status(.private), text: "@rook ", visibility: .private),
    ReplyCase(rule: "direct stays direct", status: status(.direct), mine: .public, text: "@rook ", visibility: .direct),
    ReplyCase(rule: "unlisted stays unlisted", status: status(.unlisted), text: "@rook ", visibility: .unlisted),
    ReplyCase(
      rule: "the own default counts where it is narrower", status: status(.public), mine: .private, text: "@rook ",
      visibility: .private),
    ReplyCase(
      rule: "the own default never widens", status: status(.direct), mine: .unlisted, text: "@rook ",
      visibility: .direct),
    ReplyCase(
      rule: "a server's own word does not widen", status: status(.unknown("local")), text: "@rook ",
      visibility: .private),
    ReplyCase(
      rule: "a boost is answered as what it boosts", status: Status.fixtures.boost,
      text: "@\(Status.fixtures.boost.displayed.account.acct) ", warning: Status.fixtures.boost.displayed.spoilerText,
      visibility: Status.fixtures.boost.displayed.visibility),
  ])
  func replyInherits(_ example: ReplyCase) {
    var you = Self.cast.you
    you.source?.privacy = example.mine
    let draft = Composer.reply(to: example.status, by: you)
    #expect(draft.text == example.text)
    #expect(draft.spoilerText == example.warning)
    #expect(draft.visibility == example.visibility)
    #expect(draft.inReplyToID == example.status.displayed.id)
    #expect(draft.language == "en")
  }

  @Test func postHasTheAccountsDefaults() {
    var you = Self.cast.you
    you.source = Account.Source(privacy: .unlisted, language: "ja")
    #expect(Composer.post(by: you) == StatusDraft(visibility: .unlisted, language: "ja"))
    #expect(Composer.post(by: Self.cast.wren) == StatusDraft())
  }

  @Test(arguments: [
    ("en", "en", "English"), ("EN", "en", "English"), ("english", "en", "English"),
    ("pt-br", "pt-BR", "Brazilian Portuguese"),
    ("Scottish Gaelic", "gd", "Scottish Gaelic"), ("tlh", "tlh", "tlh"), ("de-at", "de-AT", "de-AT"),
    ("jap", "ja", "Japanese"), ("ger", "de", "German"), ("sco", "sco", "sco"), ("af", "af", "af"),
  ])
  func languageIsACodeOrAName(_ word: String, _ code: String, _ name: String) {
    #expect(PostLanguage(word)?.code == code)
    #expect(PostLanguage(word)?.name == name)
  }

  @Test(arguments: ["", "e", "klingon!", "en-", "en-us-x", "12", "xx", "qq-US"])
  func unknownLanguageIsRefused(_ word: String) {
    #expect(PostLanguage(word) == nil)
  }
}
