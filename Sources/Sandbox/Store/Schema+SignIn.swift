import GRDB

extension Schema {
  static let signIn = Step(
    sql: """
      ALTER TABLE tokens ADD COLUMN expires_at INTEGER;
      ALTER TABLE tokens ADD COLUMN refresh_token TEXT;
      CREATE UNIQUE INDEX tokens_refresh_token ON tokens(refresh_token) WHERE refresh_token IS NOT NULL;
      """)
}
