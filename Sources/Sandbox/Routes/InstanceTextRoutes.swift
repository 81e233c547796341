import Crypto
import FoundationEssentials
import GRDB

let instanceTextRoutes: [Route] = [
  .get("/api/v1/instance/activity") { try $0.activity() },
  .get("/api/v1/instance/domain_blocks") { _ in
    .json { writer in
      writer.array([("fog.example", "suspend", "Only fog."), ("gulls.example", "silence", "Very loud.")]) {
        writer, block in
        writer.object {
          $0.field("domain", block.0)
          $0.field("digest", digest(of: block.0))
          $0.field("severity", block.1)
          $0.field("comment", block.2)
        }
      }
    }
  },
  .get("/api/v1/instance/extended_description") { _ in
    .text(
      """
      <p>A town on a canal, inside a program. It began with a lock, a night shift and somebody who could not sleep.</p>\
      <p>Everybody in it is invented, and nothing leaves the machine that it runs on.</p>
      """)
  },
  .get("/api/v1/instance/privacy_policy") { _ in
    .text("<p>What you write stays on this machine, in one file or in memory. Nobody reads it but you.</p>")
  },
  .get("/api/v1/instance/terms_of_service") { _ in .terms },
  .get("/api/v1/instance/terms_of_service/:date") { context in
    guard context.captures["date"] == SandboxResponse.founded else { throw APIError.recordNotFound }
    return .terms
  },
  // Languages for composing: those of the residents.
  .get("/api/v1/instance/languages") { _ in
    .json { writer in
      writer.array(objects: [("en", "English"), ("ja", "日本語")]) { writer, language in
        writer.field("code", language.0)
        writer.field("name", language.1)
      }
    }
  },
  .get("/api/v1/instance/translation_languages") { context in
    .object {
      guard context.transaction.instance.configuration.translation == .reverseWords else { return }
      $0.field("en", ["ja"])
      $0.field("ja", ["en"])
      $0.field("und", ["en", "ja"])
    }
  },
]

private func digest(of domain: String) -> String {
  SHA256.hash(data: Data(domain.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension SandboxResponse {
  fileprivate static let founded = "2026-01-01"

  fileprivate static func text(_ html: String) -> SandboxResponse {
    .object {
      $0.field("updated_at", "\(founded)T00:00:00.000Z")
      $0.field("content", html)
    }
  }

  fileprivate static let terms = SandboxResponse.object {
    $0.field("effective_date", founded)
    $0.field("effective", true)
    $0.field("content", "<p>Use it as you like. It is a toy that keeps its word.</p>")
    $0.null("succeeded_by")
  }
}

extension RequestContext {
  /// Activity of the last twelve weeks, newest first; numbers are strings, as on Mastodon.
  fileprivate func activity() throws -> SandboxResponse {
    let week: Int64 = 604_800
    let present = transaction.now.seconds / week
    let posts = try transaction.database.rows(
      "SELECT created_at / 604800000, count(*) FROM statuses WHERE local = 1 AND created_at >= ? GROUP BY 1",
      [(present - 11) * week * 1000])
    let registrations = try transaction.database.rows(
      "SELECT created_at / 604800000, count(*) FROM accounts WHERE domain IS NULL AND created_at >= ? GROUP BY 1",
      [(present - 11) * week * 1000])
    let people = try transaction.database.value(Int.self, "SELECT count(*) FROM accounts WHERE domain IS NULL") ?? 0
    return .json { writer in
      writer.array((0..<12).map { present - $0 }) { writer, number in
        let count: Int = posts.first { $0[0] == number }?[1] ?? 0
        let new: Int = registrations.first { $0[0] == number }?[1] ?? 0
        writer.object {
          $0.field("week", String(number * week))
          $0.field("statuses", String(count))
          $0.field("logins", String(count > 0 ? people : 0))
          $0.field("registrations", String(new))
        }
      }
    }
  }
}
