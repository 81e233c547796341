import FoundationEssentials
import Testing

@testable import MastodonKit

/// The comparison of a text with what a server has made of it.
@Suite struct KeptTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var typed: String
    var kept: String

    init(_ rule: String, _ typed: String, _ kept: String) {
      (testDescription, self.typed, self.kept) = (rule, typed, kept)
    }
  }

  @Test(arguments: [
    Case("paragraphs", "one\n\ntwo", "<p>one</p><p>two</p>"),
    Case("entities", "a & b < c", "<p>a &amp; b &lt; c</p>"),
    Case("set punctuation", "it's \"so\" -- here...", "<p>it’s “so” — here…</p>"),
    Case("a shortened mention", "@zoe@shore.example hi", "<p><span>@<a href='x'>zoe</a></span> hi</p>"),
    Case(
      "Markdown", "1. a *word*\n2. [here](https://a.example/b)", "<ol><li>a <em>word</em></li><li><a>here</a></li></ol>"
    ),
    Case("HTML", "<b>so</b> it is", "<p><b>so</b> it is</p>"),
    Case(
      "the link to a quoted post", "look", "<p class=\"quote-inline\">RE: <a>https://a.example/1</a></p><p>look</p>"),
    Case("plain text with signs of HTML", "a <b", "a <b"),
    Case("nothing", "", ""),
  ])
  func textIsFoundInWhatAServerMakesOfIt(_ kept: Case) { #expect(kept.typed.isKept(in: kept.kept)) }

  @Test(arguments: [
    Case("cut", "A long text that gets cut", "<p>A long text</p>"), Case("another", "new", "<p>old</p>"),
    Case("longer", "Hello", "<p>Hello secret</p>"), Case("gone", "text", ""),
    Case("another link", "a.example/1", "a.example/2"),
  ])
  func anotherTextIsNotFound(_ lost: Case) { #expect(!lost.typed.isKept(in: lost.kept)) }

  @Test(arguments: [
    Case("a shortened address", "see https://a.example/long/way now", "<p>see <a href='x'>a.example/lo…</a> now</p>"),
    Case("a name for a mention", "hi @zoe@b.example !", "<p>hi <a>Zoë Marsh</a> !</p>"),
    Case("an emoji for a smiley", "so :) it is", "<p>so 🙂 it is</p>"),
    Case("a composed letter", "cafe\u{301} au lait", "<p>café au lait ✓</p>"),
  ])
  func whatServersAddIsNoLoss(_ kept: Case) { #expect(kept.typed.isFound(in: kept.kept)) }

  @Test(arguments: [
    Case("cut", "A long text that gets cut", "<p>A long text</p>"), Case("another", "new", "<p>old</p>"),
    Case("another order", "one two", "<p>two one</p>"), Case("gone", "text", ""),
  ])
  func aLostWordIsFound(_ lost: Case) { #expect(!lost.typed.isFound(in: lost.kept)) }
}
