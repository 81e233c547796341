import Crypto
import FoundationEssentials
import MastodonKit
import Testing

@testable import PushNotifications

/// Decodes base64, as printed in the standards.
func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

/// Decodes keys, as printed in the standards.
func keys(_ privateKey: String, _ authentication: String) throws -> PushKeys {
  try #require(PushKeys(privateKey: bytes(privateKey), authentication: bytes(authentication)))
}

/// The example of RFC 8291, section 5 and appendix A.
enum StandardExample {
  static let text = "When I grow up, I want to be a watermelon"
  static let publicKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  static let body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

  static func keys() throws -> PushKeys {
    try PushNotificationsTests.keys("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg")
  }
}

/// The example of draft-ietf-httpbis-encryption-encoding-02, section 5.6, which is also that of Web Push in `aesgcm`.
enum EarlyExample {
  static let text = "I am the walrus"
  static let salt = "lngarbyKfMoi9Z75xYXmkg"
  static let sender = "BNoRDbb84JGm8g5Z5CFxurSqsXWJ11ItfXEWYVLE85Y7CYkDjXsIEc4aqxYaQ1G8BqkXCJ6DPpDrWtdWj_mugHU"
  static let body = "6nqAQUME8hNqw5J3kl8cpVVJylXKYqZOeseZG8UueKpA"

  static func keys() throws -> PushKeys {
    try PushNotificationsTests.keys("9FWl15_QUQAWDaD3k3l50ZBZQJ4au27F1V4F0uLSD_M", "R29vIGdvbyBnJyBqb29iIQ")
  }

  static func message(
    encryption: String? = #"keyid="dhkey"; salt="\#(salt)""#,
    cryptoKey: String? = #"keyid="dhkey"; dh="\#(sender)""#, body: String = body
  ) throws -> PushMessage {
    PushMessage(
      body: try bytes(body), contentEncoding: "aesgcm", encryption: encryption, cryptoKey: cryptoKey)
  }
}

/// A generator with the same numbers in every run (SplitMix64).
struct FixedRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
