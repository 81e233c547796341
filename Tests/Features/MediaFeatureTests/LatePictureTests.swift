import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import MediaFeature

/// A sheet shows the picture of what it is at, and of what is marked sensitive only what was asked for.
@MainActor
@Suite struct LatePictureTests {
  @MainActor final class Looks {
    var ids: [MediaAttachment.ID] = []
    var meanwhile: (() throws -> Void)?
    var failure: AppError?
  }

  let looks = Looks()

  private var layout: Layout {
    var layout = Layout(now: .fixtureNow)
    (layout.pictures, layout.colors) = (.blocks, .trueColor)
    return layout
  }

  private func model(isSensitive: Bool) -> Media.Model {
    let looks = looks
    return Media.Model(
      state: Media.State(
        statusID: "1", author: "Rook", isSensitive: isSensitive,
        attachments: Status.fixtures.gallery.mediaAttachments, index: 0, typed: "1")
    ) { attachment, _ in
      looks.ids.append(attachment.id)
      let meanwhile = looks.meanwhile
      looks.meanwhile = nil
      try meanwhile?()
      if let failure = looks.failure { throw failure }
      return Media.Drawing(picture: try Picture(drawn: Array("▄▄\n".utf8), way: .blocks, columns: 2, rows: 1))
    }
  }

  @Test func theNextSensitivePictureIsHiddenAfterShow() async throws {
    let model = model(isSensitive: true)
    await model.prepare(layout)
    #expect(looks.ids.isEmpty && model.state.drawing?.note?.contains("Marked as sensitive") == true)
    model.reveal()
    await model.prepare(layout)
    #expect(looks.ids.count == 1 && model.state.drawing?.picture != nil)
    for step in [1, -1] {
      try model.go(step)
      await model.prepare(layout)
      #expect(looks.ids.count == 1, "nothing is fetched unasked")
      #expect(model.state.drawing?.picture == nil && model.state.drawing?.note?.contains("Marked as sensitive") == true)
    }
  }

  @Test func aLatePictureIsNotShownUnderAnotherAttachment() async throws {
    let model = model(isSensitive: false)
    looks.meanwhile = { try model.go(1) }
    await model.prepare(layout)
    #expect(model.state.index == 1 && model.state.drawing == nil)
  }

  @Test func aLateFailureIsNotShownUnderAnotherAttachment() async throws {
    let model = model(isSensitive: false)
    looks.failure = AppError.fixtures.timedOut
    looks.meanwhile = { try model.go(1) }
    await model.prepare(layout)
    #expect(model.state.index == 1 && model.state.drawing == nil)
  }

  /// The picture was revealed on the visit before; on this one nobody has asked.
  @Test func aLatePictureOfAnEarlierVisitStaysHidden() async throws {
    let model = model(isSensitive: true)
    model.reveal()
    looks.meanwhile = {
      try model.go(1)
      try model.go(-1)
    }
    await model.prepare(layout)
    #expect(model.state.index == 0 && model.state.drawing == nil)
  }
}
