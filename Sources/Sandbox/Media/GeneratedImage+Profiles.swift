/// Images that stand for accounts, custom emoji and the instance.
extension GeneratedImage {
  /// The avatar of an account: a head and shoulders in shades that depend on its name.
  static func avatar(of name: String) -> GeneratedImage {
    var random = SeededRandom(seed: hash(name))
    let ground = Double(Int.random(in: 140...210, using: &random))
    let figure = Double(Int.random(in: 40...110, using: &random))
    var picture = GeneratedImage(width: 96, height: 96) { ground - 40 * $0 }
    picture.ellipse(figure, 0.5, 1.0, 0.38, 0.34)
    picture.ellipse(figure + 25, 0.5, 0.42, 0.19, Double(Int.random(in: 19...24, using: &random)) / 100)
    return picture
  }

  /// The header of an account or of the instance: hills behind a canal.
  static func header(of name: String) -> GeneratedImage {
    var random = SeededRandom(seed: hash(name) ^ 1)
    var picture = GeneratedImage(width: 300, height: 100) { 215 - 60 * $0 }
    for index in 0..<4 {
      let x = Double(Int.random(in: 0...300, using: &random)) / 100
      picture.ellipse(170 - 20 * Double(index), x, 0.8, 0.7, 0.45)
    }
    picture.fill(95) { _, y in y > 0.76 }
    return picture
  }

  static func emoji(_ name: String) -> GeneratedImage? {
    var picture = GeneratedImage(width: 48, height: 48) { _ in 235 }
    switch name {
    case "kettle":
      picture.ellipse(70, 0.45, 0.62, 0.28, 0.25)
      picture.line(70, (0.68, 0.6), (0.9, 0.36), 0.05)
      picture.line(90, (0.25, 0.4), (0.65, 0.26), 0.035)
    case "spanner":
      picture.line(70, (0.25, 0.78), (0.68, 0.34), 0.07)
      picture.ellipse(70, 0.72, 0.28, 0.18, 0.18)
      picture.ellipse(235, 0.79, 0.2, 0.09, 0.09)
    default: return nil
    }
    return picture
  }

  /// A hash that is the same in every process (FNV-1a).
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
