import Crypto
import FoundationEssentials
import GRDB
import MastodonKit

/// The passwords for signing in: one for all residents, and one of its own for each registered account.
extension Transaction {
  /// The residents' password: twelve letters.
  func password() throws -> String {
    if let known = try meta("password") { return known }
    var random: any RandomNumberGenerator =
      instance.secretSeed.map { SeededRandom(seed: $0) } ?? SystemRandomNumberGenerator()
    let letters = Array("bcdfghjkmnpqrstvwxyz")
    let groups = (0..<3).map { _ in String((0..<4).map { _ in letters[Int.random(in: 0..<20, using: &random)] }) }
    let made = groups.joined(separator: "-")
    try setMeta("password", made)
    return made
  }

  /// Whether an account was registered with a password of its own.
  func hasPassword(_ account: Int64) throws -> Bool {
    try database.has("SELECT 1 FROM passwords WHERE account_id = ?", [account])
  }

  /// The account that was registered with an email address.
  func account(registeredWith email: String) throws -> Int64? {
    try database.value(Int64.self, "SELECT account_id FROM passwords WHERE email = ?", [email])
  }

  /// Whether a password is the account's own or, for an account that was not registered, the residents'.
  func accepts(_ password: String?, of account: Int64) throws -> Bool {
    guard let password else { return false }
    let row = try database.row("SELECT salt, hash FROM passwords WHERE account_id = ?", [account])
    guard let row else { return try password == self.password() }
    return Self.hash(password, salt: row[0]) == row[1]
  }

  func keep(_ password: String, email: String, of account: Int64) throws {
    let salt = try makeSecret()
    try database.run(
      "INSERT INTO passwords(account_id, email, salt, hash) VALUES (?, ?, ?, ?)",
      [account, email, salt, Self.hash(password, salt: salt)])
  }

  private static func hash(_ password: String, salt: String) -> String {
    Base64URL.encode(SHA256.hash(data: Data((salt + password).utf8)))
  }
}
