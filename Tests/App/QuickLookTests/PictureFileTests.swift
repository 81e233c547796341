import Testing

@testable import QuickLook

@Suite struct PictureFileTests {
  struct Head: CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var format: PictureFile.Format?
    var width = 0
    var height = 0
    var isAnimated = false
    var testDescription: String { name }
  }

  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func png(_ width: [UInt8], _ height: [UInt8], then more: [UInt8] = []) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + ascii("IHDR") + width + height
      + [8, 2, 0, 0, 0, 1, 2, 3, 4] + more
  }
  private static let gif = ascii("GIF89a") + [4, 0, 3, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
  private static let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 1, 0xAA, 0]
  private static func webp(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
    ascii("RIFF") + [99, 0, 0, 0] + ascii("WEBP") + ascii(kind) + rest
  }

  static let heads = [
    Head(name: "png", bytes: png([0, 0, 6, 64], [0, 0, 4, 176]), format: .png, width: 1600, height: 1200),
    Head(
      name: "moving png", bytes: png([0, 0, 0, 4], [0, 0, 0, 3], then: [0, 0, 0, 8] + ascii("acTL") + [0, 0, 0, 2]),
      format: .png, width: 4, height: 3, isAnimated: true),
    Head(
      name: "png whose first chunk has an absurd length",
      bytes: png([0, 0, 0, 4], [0, 0, 0, 3], then: [0xFF, 0xFF, 0xFF, 0xFF] + ascii("tEXt")), format: .png, width: 4,
      height: 3),
    Head(name: "png that is cut off", bytes: Array(png([0, 0, 0, 4], [0, 0, 0, 3]).prefix(22)), format: nil),
    Head(name: "png without points", bytes: png([0, 0, 0, 0], [0, 0, 0, 3]), format: nil),
    Head(
      name: "jpeg behind a camera's words",
      bytes: [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 1, 2, 3, 4, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 3, 0, 4, 3], format: .jpeg,
      width: 4, height: 3),
    Head(
      name: "jpeg whose tables come first",
      bytes: [0xFF, 0xD8, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC0, 0, 11, 8, 1, 0, 2, 0, 3], format: .jpeg, width: 512,
      height: 256),
    Head(name: "jpeg without a frame", bytes: [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2, 3], format: nil),
    Head(name: "jpeg whose segment is shorter than itself", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0], format: nil),
    Head(name: "gif", bytes: gif + frame + [0x3B], format: .gif, width: 4, height: 3),
    Head(
      name: "moving gif", bytes: gif + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + frame + frame, format: .gif, width: 4,
      height: 3, isAnimated: true),
    Head(name: "gif with a page behind it", bytes: gif + ascii("<script>"), format: .gif, width: 4, height: 3),
    Head(
      name: "lossy webp", bytes: webp("VP8 ", [9, 0, 0, 0, 1, 2, 3, 0x9D, 0x01, 0x2A, 4, 0x40, 3, 0]), format: .webp,
      width: 4, height: 3),
    Head(
      name: "lossless webp", bytes: webp("VP8L", [9, 0, 0, 0, 0x2F, 3, 0x80, 0, 0]), format: .webp, width: 4,
      height: 3),
    Head(
      name: "moving webp", bytes: webp("VP8X", [9, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 2, 0, 0]), format: .webp, width: 4,
      height: 3, isAnimated: true),
    Head(name: "webp of no kind", bytes: webp("XXXX", [9, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 2]), format: nil),
    Head(name: "a page", bytes: ascii("<!doctype html><img src=x>"), format: nil),
    Head(name: "a drawing in words", bytes: ascii("<svg xmlns='http://www.w3.org/2000/svg'>"), format: nil),
    Head(name: "a program", bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], format: nil),
    Head(name: "nothing", bytes: [], format: nil),
  ]

  @Test(arguments: heads)
  func firstBytesDetermineTheFormat(_ head: Head) {
    let file = PictureFile(head: head.bytes)
    #expect(file?.format == head.format)
    guard let file else { return }
    #expect(file.width == head.width && file.height == head.height && file.isAnimated == head.isAnimated)
  }

  @Test(arguments: heads)
  func noPartOfAHeadIsReadBeyondItsEnd(_ head: Head) {
    for count in head.bytes.indices { _ = PictureFile(head: Array(head.bytes.prefix(count))) }
  }

  @Test(
    arguments: [
      ([0, 0, 0x9C, 0x40], [0, 0, 0, 1]), ([0, 0, 0x4E, 0x20], [0, 0, 0x4E, 0x20]),
      ([0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1]),
      ([0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [([UInt8], [UInt8])])
  func aPictureThatWouldFillTheMemoryIsNotUnpacked(_ width: [UInt8], _ height: [UInt8]) throws {
    #expect(try #require(PictureFile(head: Self.png(width, height))).isReasonable == false)
  }
}
