import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import MediaFeature

/// The sheet of a post's media: what is asked for is shown for that one alone.
@MainActor
@Suite struct MediaSheetTests {
  private static var layout: Layout {
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    return layout
  }

  private static func state(isSensitive: Bool) -> Media.State {
    let attachments = ["1", "2"].map { id in
      MediaAttachment(id: MediaAttachment.ID(id), kind: .image, url: "https://shore.example/\(id).png")
    }
    return Media.State(
      statusID: "7", author: "Heron", isSensitive: isSensitive, attachments: attachments, typed: "1")
  }

  @Test func theNextSensitivePictureIsNotOpenedUnasked() async throws {
    var looked: [MediaAttachment.ID] = []
    let model = Media.Model(state: Self.state(isSensitive: true)) { attachment, _ in
      looked.append(attachment.id)
      return Media.Drawing(note: "the picture")
    }
    await model.prepare(Self.layout)
    #expect(looked.isEmpty && model.state.drawing?.note?.contains("Marked as sensitive") == true)
    model.reveal()
    await model.prepare(Self.layout)
    #expect(looked == ["1"])
    try model.go(1)
    await model.prepare(Self.layout)
    #expect(looked == ["1"] && model.state.drawing?.note?.contains("Marked as sensitive") == true)
    try model.go(-1)
    await model.prepare(Self.layout)
    #expect(looked == ["1"], "one that was left is asked for again")
  }

  @Test func aLatePictureIsNotShownUnderTheNextAttachment() async {
    var model: Media.Model?
    model = Media.Model(state: Self.state(isSensitive: false)) { attachment, _ in
      // The person goes on while the first one is on its way.
      if attachment.id == "1" {
        do { try model?.go(1) } catch { Issue.record(error) }
      }
      return Media.Drawing(note: "picture \(attachment.id)")
    }
    await model?.prepare(Self.layout)
    #expect(model?.state.index == 1 && model?.state.drawing == nil)
    await model?.prepare(Self.layout)
    #expect(model?.state.drawing?.note == "picture 2")
  }
}
