import MastodonKit
import Testing

@Suite struct LanguageCodeTests {
  @Test(arguments: ["en", "de", "pt-BR", "zh-TW", "gsw", "EN", "zh-Hant-TW"]) func languagesAreListed(_ code: String) {
    #expect(LanguageCode.isListed(code) && LanguageCode.isLanguage(code))
  }

  @Test(arguments: ["unk", "und", "", "-", "e", "English", "en_US", "xx", "en-", "é", "zxx", "unk-DE"])
  func invalidLanguageIsNotListed(_ code: String) { #expect(!LanguageCode.isListed(code)) }
}
