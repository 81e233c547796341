extension Schema {
  static let notices = Step(
    sql: """
      ALTER TABLE notifications ADD COLUMN filtered INTEGER NOT NULL DEFAULT 0;
      -- NULL for one that stands alone.
      ALTER TABLE notifications ADD COLUMN group_key TEXT;
      UPDATE notifications SET group_key = type || '-' || CASE type WHEN 'follow' THEN '' ELSE status_id || '-' END
        || (created_at / 43200000) WHERE type IN ('favourite', 'reblog', 'follow');
      CREATE INDEX notifications_group ON notifications(account_id, group_key) WHERE group_key IS NOT NULL;
      CREATE INDEX notifications_from ON notifications(account_id, from_account_id);

      CREATE TABLE notification_policies(
        account_id INTEGER PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
        not_following TEXT NOT NULL, not_followers TEXT NOT NULL, new_accounts TEXT NOT NULL,
        private_mentions TEXT NOT NULL, limited_accounts TEXT NOT NULL);
      CREATE TABLE notification_permissions(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        from_account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        PRIMARY KEY(account_id, from_account_id)) WITHOUT ROWID;
      CREATE TABLE notification_requests(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        from_account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        last_status_id INTEGER REFERENCES statuses(id) ON DELETE SET NULL,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
        UNIQUE(account_id, from_account_id));

      -- Somebody's view of a talk in direct statuses: the same thread among other people is another one.
      CREATE TABLE conversations(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        thread_id INTEGER NOT NULL, participants TEXT NOT NULL, unread INTEGER NOT NULL,
        UNIQUE(account_id, thread_id, participants));
      CREATE TABLE conversation_statuses(
        conversation_id INTEGER NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        PRIMARY KEY(conversation_id, status_id)) WITHOUT ROWID;
      CREATE INDEX conversation_statuses_status ON conversation_statuses(status_id);

      CREATE TABLE reports(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        category TEXT NOT NULL, comment TEXT NOT NULL, forwarded INTEGER NOT NULL,
        status_ids TEXT NOT NULL, rule_ids TEXT NOT NULL, created_at INTEGER NOT NULL);

      CREATE TABLE push_subscriptions(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        token_id INTEGER NOT NULL UNIQUE REFERENCES tokens(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, standard INTEGER NOT NULL,
        alerts TEXT NOT NULL, policy TEXT NOT NULL);
      CREATE INDEX push_subscriptions_account ON push_subscriptions(account_id);
      -- The key by which push services know this instance: thirty-two random bytes are one on P-256.
      INSERT INTO meta(key, value) VALUES ('vapid', hex(randomblob(32)));
      """)
}
