import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@MainActor @Suite struct ComposerViewTests {
  private func page(_ state: Composer.State, width: Int = 72) -> String {
    text(Composer.view(state, layout: Layout(width: width, now: .fixtureNow)), width: width)
  }

  @Test func replyShowsItsPostAndTheCharactersLeft() {
    #expect(
      page(.fixtures.reply) == """
        Reply to Rook · public · English                                447 left
        ────────────────────────────────────────────────────────────────────────
        │ @wren What do you wrap them in?
         1  @rook @wren Straw and tar paper,
         2  like my grandfather.

        /send · /preview · /close · /cw TEXT · /discard · /help

        """)
  }

  @Test func failureShowsErrorDraftAndSuggestion() {
    #expect(
      page(.fixtures.failed, width: 40) == """
        Reply to Rook · public · English
                                        468 left
        ────────────────────────────────────────
        │ @wren What do you wrap them in?
        1 @rook @wren Straw and tar paper.

        ! shore.example did not answer within 10
        seconds. Your reply is saved as a draft.
        Try again with /send.

        /send · /close · /discard · /help

        """)
  }

  @Test func tooManyCharactersAreReported() {
    let page = page(.fixtures.overLimit)
    #expect(page.contains("12 too many\n"))
    #expect(page.contains("\nThe post is 12 characters too long.\n"))
  }

  @Test func previewShowsThePostAndItsLength() {
    #expect(
      text(Composer.postPreview(.fixtures.contentWarning, layout: Layout(width: 72, now: .fixtureNow))) == """
            You  @you · unlisted
            Content warning: bees, a sting
            The third hive is not speaking to me either. Photographs when the
            swelling goes down.

        98 characters of 500 · 402 left

        /send · /edit N TEXT · /undo

        """)
  }

  @Test func previewKeepsSpecialCharactersAndParagraphs() {
    var state = Composer.State.fixtures.empty
    state.draft.content.text = "a < b & c > d\n&amp;\n\n\n<b>not bold</b>\n"
    #expect(
      text(Composer.postPreview(state, layout: Layout(width: 72, now: .fixtureNow))).hasPrefix(
        """
            You  @you
            a < b & c > d
            &amp;

            <b>not bold</b>

        """))
  }

  @Test func controlSequencesAreRemoved() {
    for preview in Composer.previews {
      for width in [72, 40, 20] {
        let text = text(preview.document(Layout(width: width, now: .fixtureNow)), width: width)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        #expect(!text.contains("\u{202E}"))
      }
    }
  }

  @Test func everyFixtureHasAPreview() {
    #expect(
      Composer.previews.map(\.id) == [
        "empty", "reply-begun", "reply", "post-not-loaded", "long", "over-limit", "content-warning", "attachments",
        "direct",
        "sending",
        "failed", "wide-characters", "resumed", "not-saved", "poll", "quote", "edit", "hostile",
        "post-empty", "post-reply", "post-long",
        "post-over-limit",
        "post-content-warning", "post-attachments", "post-poll", "post-quote", "post-wide-characters", "drafts-empty",
        "drafts-one",
        "drafts-many", "scheduled-empty", "scheduled-many", "scheduled-hostile",
      ])
  }

  @Test func jsonContainsTheDraftAndItsLength() {
    let document = Composer.view(.fixtures.failed, layout: Layout(width: 72, now: .fixtureNow))
    #expect(
      document.data == [
        .init(
          "draft",
          [
            "id": "draft0002", "account": "you@sandbox.example", "text": "@rook @wren Straw and tar paper.",
            "content_warning": nil, "visibility": "public", "language": "en",
            "in_reply_to_id": .string(Status.fixtures.threadQuestion.id.rawValue),
            "replying_to": "Rook · @wren What do you wrap them in?", "files": .array([]), "sensitive": nil,
            "updated_at": "2026-11-21T11:59:00.000Z", "poll": nil, "quoted_status_id": nil, "quote_policy": nil,
            "scheduled_at": nil, "content_type": nil, "edited_status_id": nil,
            "characters": 32, "characters_left": 468, "phase": "timed_out",
          ])
      ])
  }
}
