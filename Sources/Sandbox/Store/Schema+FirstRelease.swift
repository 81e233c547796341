extension Schema {
  /// The tables of the first release.
  ///
  /// The upper bits of status ids are the time, so the primary key is also the order of a timeline.
  static let firstRelease = Step(
    sql: """
      CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

      CREATE TABLE accounts(
        id INTEGER PRIMARY KEY,
        acct TEXT NOT NULL COLLATE NOCASE UNIQUE,
        username TEXT NOT NULL, domain TEXT,
        display_name TEXT NOT NULL, note TEXT NOT NULL, note_source TEXT NOT NULL, fields TEXT NOT NULL,
        bot INTEGER NOT NULL, locked INTEGER NOT NULL, created_at INTEGER NOT NULL,
        last_status_at INTEGER,
        statuses_count INTEGER NOT NULL DEFAULT 0,
        followers_count INTEGER NOT NULL DEFAULT 0,
        following_count INTEGER NOT NULL DEFAULT 0);

      -- Accounts that a person signs in with, as against residents.
      CREATE TABLE users(
        account_id INTEGER PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
        privacy TEXT NOT NULL, sensitive INTEGER NOT NULL, language TEXT);

      CREATE TABLE follows(
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        reblogs INTEGER NOT NULL DEFAULT 1, notify INTEGER NOT NULL DEFAULT 0, languages TEXT,
        created_at INTEGER NOT NULL,
        UNIQUE(account_id, target_id));
      CREATE INDEX follows_target ON follows(target_id, account_id);
      CREATE TABLE follow_requests(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        PRIMARY KEY(account_id, target_id)) WITHOUT ROWID;

      CREATE TABLE statuses(
        id INTEGER PRIMARY KEY,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL, edited_at INTEGER,
        visibility INTEGER NOT NULL,
        in_reply_to_id INTEGER REFERENCES statuses(id) ON DELETE SET NULL,
        in_reply_to_account_id INTEGER,
        reblog_of_id INTEGER REFERENCES statuses(id) ON DELETE CASCADE,
        quote_of_id INTEGER REFERENCES statuses(id) ON DELETE SET NULL,
        poll_id INTEGER,
        local INTEGER NOT NULL,
        text TEXT NOT NULL, content TEXT NOT NULL, spoiler_text TEXT NOT NULL,
        sensitive INTEGER NOT NULL, language TEXT,
        mentions TEXT NOT NULL, tags TEXT NOT NULL, media TEXT NOT NULL, card TEXT, application TEXT,
        replies_count INTEGER NOT NULL DEFAULT 0, reblogs_count INTEGER NOT NULL DEFAULT 0,
        favourites_count INTEGER NOT NULL DEFAULT 0, quotes_count INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX statuses_account ON statuses(account_id, id);
      CREATE INDEX statuses_reply ON statuses(in_reply_to_id, id) WHERE in_reply_to_id IS NOT NULL;
      CREATE INDEX statuses_reblog ON statuses(reblog_of_id, account_id) WHERE reblog_of_id IS NOT NULL;
      CREATE INDEX statuses_quote ON statuses(quote_of_id) WHERE quote_of_id IS NOT NULL;

      CREATE TABLE mentions(
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        PRIMARY KEY(status_id, account_id)) WITHOUT ROWID;
      CREATE INDEX mentions_account ON mentions(account_id, status_id);

      CREATE TABLE status_tags(
        tag TEXT NOT NULL COLLATE NOCASE,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        PRIMARY KEY(tag, status_id)) WITHOUT ROWID;
      CREATE INDEX status_tags_status ON status_tags(status_id);

      CREATE TABLE polls(
        id INTEGER PRIMARY KEY, status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL, expires_at INTEGER, multiple INTEGER NOT NULL, hide_totals INTEGER NOT NULL,
        voters_count INTEGER NOT NULL DEFAULT 0, announced INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX polls_status ON polls(status_id);
      CREATE INDEX polls_due ON polls(expires_at) WHERE announced = 0;
      CREATE TABLE poll_options(
        poll_id INTEGER NOT NULL REFERENCES polls(id) ON DELETE CASCADE,
        position INTEGER NOT NULL, title TEXT NOT NULL, votes_count INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY(poll_id, position)) WITHOUT ROWID;
      CREATE TABLE poll_votes(
        poll_id INTEGER NOT NULL REFERENCES polls(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL, position INTEGER NOT NULL,
        PRIMARY KEY(poll_id, account_id, position)) WITHOUT ROWID;

      -- The id is the cursor of the lists that page by it.
      CREATE TABLE favourites(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        UNIQUE(account_id, status_id));
      CREATE INDEX favourites_status ON favourites(status_id);
      CREATE TABLE bookmarks(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        UNIQUE(account_id, status_id));
      CREATE INDEX bookmarks_status ON bookmarks(status_id);

      CREATE TABLE notifications(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        type TEXT NOT NULL,
        from_account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        status_id INTEGER REFERENCES statuses(id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL);
      CREATE INDEX notifications_account ON notifications(account_id, id);
      CREATE INDEX notifications_status ON notifications(status_id);

      CREATE TABLE markers(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        timeline TEXT NOT NULL, last_read_id INTEGER NOT NULL, version INTEGER NOT NULL, updated_at INTEGER NOT NULL,
        PRIMARY KEY(account_id, timeline)) WITHOUT ROWID;

      CREATE TABLE filters(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        title TEXT NOT NULL, contexts TEXT NOT NULL, action TEXT NOT NULL, expires_at INTEGER);
      CREATE INDEX filters_account ON filters(account_id);
      CREATE TABLE filter_keywords(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        filter_id INTEGER NOT NULL REFERENCES filters(id) ON DELETE CASCADE,
        keyword TEXT NOT NULL, whole_word INTEGER NOT NULL);
      CREATE INDEX filter_keywords_filter ON filter_keywords(filter_id);
      CREATE TABLE filter_statuses(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        filter_id INTEGER NOT NULL REFERENCES filters(id) ON DELETE CASCADE,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE);
      CREATE INDEX filter_statuses_filter ON filter_statuses(filter_id);

      CREATE TABLE applications(
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, website TEXT, redirect_uris TEXT NOT NULL,
        scopes TEXT NOT NULL, client_id TEXT NOT NULL UNIQUE, client_secret TEXT NOT NULL);
      CREATE TABLE oauth_codes(
        code TEXT PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL, redirect_uri TEXT NOT NULL, scopes TEXT NOT NULL, challenge TEXT,
        created_at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE tokens(
        id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE,
        application_id INTEGER NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
        account_id INTEGER REFERENCES accounts(id) ON DELETE CASCADE,
        scopes TEXT NOT NULL, created_at INTEGER NOT NULL);

      -- What streams tell, for the other processes that have the file open.
      CREATE TABLE log(id INTEGER PRIMARY KEY AUTOINCREMENT, writer TEXT NOT NULL, events TEXT NOT NULL);

      CREATE TABLE idempotency(
        account_id INTEGER NOT NULL, key TEXT NOT NULL,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE, created_at INTEGER NOT NULL,
        PRIMARY KEY(account_id, key)) WITHOUT ROWID;
      """)
}
