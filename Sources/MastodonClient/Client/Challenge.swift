internal import FoundationEssentials

/// A page in place of an answer by which a server, or a proxy in front of it, keeps out what is not a browser.
enum Challenge {
  static func isOne(_ response: HTTPResponse) -> Bool {
    if response.header("cf-mitigated")?.lowercased() == "challenge" { return true }
    // A page that says that nothing is there is the site's own.
    guard ![404, 405, 410, 501].contains(response.status) else { return false }
    let type = response.header("Content-Type")?.lowercased() ?? ""
    let page = String(decoding: response.body.prefix(1 << 16), as: UTF8.self)
    guard type.hasPrefix("text/html") || page.first(where: { !$0.isWhitespace }) == "<" else { return false }
    let lower = page.lowercased()
    return marks.contains(where: lower.contains)
  }

  /// The marks of such pages: those of Cloudflare, Anubis, DDoS-Guard, and others with a captcha.
  private static let marks = [
    "cf-chl", "cf_chl", "challenge-platform", "challenges.cloudflare.com", "just a moment...", "checking your browser",
    "re not a bot", "anubis_challenge", "/.within.website/", "ddos-guard", "sgcaptcha", "verify you are human",
    "enable javascript and cookies",
  ]
}
