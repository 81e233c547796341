extension Schema {
  /// Blocks and mutes, applied by ``Visible`` and ``Transaction/isSilenced(_:from:about:)``; conversations.
  static let relations = Step(
    sql: """
      -- The id is the cursor of the lists that page by it.
      CREATE TABLE blocks(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        UNIQUE(account_id, target_id));
      CREATE INDEX blocks_target ON blocks(target_id, account_id);
      CREATE TABLE mutes(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        notifications INTEGER NOT NULL DEFAULT 1, expires_at INTEGER, created_at INTEGER NOT NULL,
        UNIQUE(account_id, target_id));
      CREATE TABLE domain_blocks(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        domain TEXT NOT NULL COLLATE NOCASE, created_at INTEGER NOT NULL,
        UNIQUE(account_id, domain));

      -- A conversation is known by the id of its first status.
      ALTER TABLE statuses ADD COLUMN conversation_id INTEGER;
      WITH RECURSIVE down(id, root) AS (
        SELECT id, id FROM statuses WHERE in_reply_to_id IS NULL
        UNION ALL SELECT s.id, down.root FROM statuses s JOIN down ON s.in_reply_to_id = down.id)
      UPDATE statuses SET conversation_id = (SELECT root FROM down WHERE down.id = statuses.id);
      CREATE INDEX statuses_conversation ON statuses(conversation_id, id);
      CREATE TABLE conversation_mutes(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        conversation_id INTEGER NOT NULL,
        PRIMARY KEY(account_id, conversation_id)) WITHOUT ROWID;
      """)
}
