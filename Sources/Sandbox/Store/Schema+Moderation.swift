extension Schema {
  /// What moderators did to accounts, and what they told their owners.
  static let moderation = Step(
    sql: """
      -- NULL, or Mastodon's word for the action: disable, sensitive, silence, suspend.
      ALTER TABLE accounts ADD COLUMN moderation TEXT;
      CREATE INDEX accounts_moderation ON accounts(moderation) WHERE moderation IS NOT NULL;
      -- JSON, as in responses.
      ALTER TABLE notifications ADD COLUMN warning TEXT;
      """)
}
