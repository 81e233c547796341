import GRDB
import MastodonKit

/// Founds the instance: who lives there, who follows whom, and what was said in the last days.
struct Town {
  let seed: UInt64

  func found(in transaction: Transaction) throws {
    try settle(transaction)
    try transaction.setMeta("seed", String(seed))
  }

  private func settle(_ transaction: Transaction) throws {
    let cast = Account.fixtures
    let people = [cast.you] + cast.residents + cast.visitors
    for account in people { try add(account, transaction) }
    try transaction.database.run(
      "INSERT INTO users(account_id, privacy, sensitive, language) VALUES (?, 'public', 0, 'en')",
      [try number(cast.you)])
  }

  private func number(_ account: Account) throws -> Int64 {
    guard let id = Int64(account.id.rawValue) else { throw Refusal.broken }
    return id
  }

  private func add(_ account: Account, _ transaction: Transaction) throws {
    var fields = JSONWriter()
    fields.array(account.fields) { writer, field in
      writer.object {
        $0.field("name", field.name)
        $0.field("value", field.value)
        $0.field("verified_at", time: field.verifiedAt.map(Moment.init))
      }
    }
    let parts = account.acct.split(separator: "@")
    try transaction.database.run(
      """
      INSERT INTO accounts(id, acct, username, domain, display_name, note, note_source, fields, bot, locked, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        try number(account), account.acct, account.username, parts.count > 1 ? String(parts[1]) : nil,
        account.displayName, account.note, account.source?.note ?? "", String(decoding: fields.bytes, as: UTF8.self),
        account.bot, account.locked, Moment(account.createdAt),
      ])
  }
}
