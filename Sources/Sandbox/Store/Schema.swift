/// The tables of the sandbox's file.
///
/// The upper bits of status ids are the time, so the primary key is also the order of a timeline.
enum Schema {
  /// The version that a file stores as `PRAGMA user_version`, since the first release; one with another is refused.
  static let version = 14

  static let sql = """
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
      following_count INTEGER NOT NULL DEFAULT 0,
      avatar TEXT, avatar_description TEXT NOT NULL DEFAULT '',
      header TEXT, header_description TEXT NOT NULL DEFAULT '',
      discoverable INTEGER NOT NULL DEFAULT 1, indexable INTEGER NOT NULL DEFAULT 1,
      hide_collections INTEGER NOT NULL DEFAULT 0, show_media INTEGER NOT NULL DEFAULT 1,
      show_media_replies INTEGER NOT NULL DEFAULT 1, show_featured INTEGER NOT NULL DEFAULT 1,
      attribution_domains TEXT NOT NULL DEFAULT '[]',
      -- As it was typed; NULL where it is what is answered.
      fields_source TEXT,
      -- NULL, or Mastodon's word for what moderators did: disable, sensitive, silence, suspend.
      moderation TEXT);

    -- Accounts that a person signs in with, as against residents.
    CREATE TABLE users(
      account_id INTEGER PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
      privacy TEXT NOT NULL, sensitive INTEGER NOT NULL, language TEXT,
      quote_policy TEXT NOT NULL DEFAULT 'public');

    CREATE TABLE follows(
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      reblogs INTEGER NOT NULL DEFAULT 1, notify INTEGER NOT NULL DEFAULT 0, languages TEXT,
      created_at INTEGER NOT NULL,
      UNIQUE(account_id, target_id));
    CREATE INDEX follows_target ON follows(target_id, account_id);

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
      favourites_count INTEGER NOT NULL DEFAULT 0, quotes_count INTEGER NOT NULL DEFAULT 0,
      -- The id of the first status of its thread.
      conversation_id INTEGER,
      -- NULL if it quotes nothing; a quote of a deleted status keeps its state without a target.
      quote_state TEXT, quote_policy TEXT NOT NULL DEFAULT 'public');
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
      turn INTEGER NOT NULL DEFAULT 0,
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
      created_at INTEGER NOT NULL,
      filtered INTEGER NOT NULL DEFAULT 0,
      -- NULL for one that stands alone.
      group_key TEXT,
      -- JSON, as in responses.
      warning TEXT);
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
      scopes TEXT NOT NULL, created_at INTEGER NOT NULL,
      expires_at INTEGER, refresh_token TEXT);

    -- What streams tell, for the other processes that have the file open.
    CREATE TABLE log(id INTEGER PRIMARY KEY AUTOINCREMENT, writer TEXT NOT NULL, events TEXT NOT NULL);

    CREATE TABLE idempotency(
      account_id INTEGER NOT NULL, key TEXT NOT NULL,
      status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE, created_at INTEGER NOT NULL,
      PRIMARY KEY(account_id, key)) WITHOUT ROWID;

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

    CREATE INDEX statuses_conversation ON statuses(conversation_id, id);
    CREATE TABLE conversation_mutes(
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      conversation_id INTEGER NOT NULL,
      PRIMARY KEY(account_id, conversation_id)) WITHOUT ROWID;

    CREATE TABLE follow_requests(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      reblogs INTEGER NOT NULL DEFAULT 1, notify INTEGER NOT NULL DEFAULT 0, languages TEXT,
      created_at INTEGER NOT NULL,
      UNIQUE(account_id, target_id));
    CREATE INDEX follow_requests_target ON follow_requests(target_id, id);

    CREATE TABLE account_notes(
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      comment TEXT NOT NULL,
      PRIMARY KEY(account_id, target_id)) WITHOUT ROWID;

    CREATE TABLE lists(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      title TEXT NOT NULL, replies_policy TEXT NOT NULL, exclusive INTEGER NOT NULL);
    CREATE INDEX lists_account ON lists(account_id);
    CREATE TABLE list_accounts(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      list_id INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      UNIQUE(list_id, account_id));
    CREATE INDEX list_accounts_account ON list_accounts(account_id, list_id);

    CREATE TABLE tag_follows(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      tag TEXT NOT NULL COLLATE NOCASE,
      UNIQUE(account_id, tag));

    CREATE TABLE status_edits(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL, content TEXT NOT NULL, spoiler_text TEXT NOT NULL, sensitive INTEGER NOT NULL,
      media TEXT NOT NULL, poll TEXT);
    CREATE INDEX status_edits_status ON status_edits(status_id);

    CREATE TABLE pins(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
      UNIQUE(account_id, status_id));
    CREATE INDEX pins_status ON pins(status_id);

    -- The draft is what was asked for, checked once when it was accepted and again when it is due.
    CREATE TABLE scheduled_statuses(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      scheduled_at INTEGER NOT NULL, draft TEXT NOT NULL, params TEXT NOT NULL, idempotency TEXT);
    CREATE INDEX scheduled_statuses_due ON scheduled_statuses(scheduled_at);

    CREATE TABLE media(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      -- What it hangs on, if anything: a status, or one that is posted later.
      status_id INTEGER REFERENCES statuses(id) ON DELETE SET NULL,
      scheduled_id INTEGER REFERENCES scheduled_statuses(id) ON DELETE SET NULL,
      type TEXT NOT NULL, name TEXT NOT NULL UNIQUE, content_type TEXT NOT NULL,
      description TEXT, focus_x REAL, focus_y REAL, blurhash TEXT, width INTEGER, height INTEGER,
      ready_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
      -- Chosen by the user.
      thumbnail TEXT, thumbnail_width INTEGER, thumbnail_height INTEGER);
    CREATE INDEX media_status ON media(status_id);
    -- Where there is no folder to keep them in.
    CREATE TABLE files(name TEXT PRIMARY KEY, body BLOB NOT NULL);

    CREATE TABLE endorsements(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      UNIQUE(account_id, target_id));
    CREATE TABLE featured_tags(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      name TEXT NOT NULL COLLATE NOCASE, created_at INTEGER NOT NULL,
      UNIQUE(account_id, name));
    CREATE TABLE dismissed_suggestions(
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      PRIMARY KEY(account_id, target_id)) WITHOUT ROWID;

    CREATE TABLE announcements(
      id INTEGER PRIMARY KEY, content TEXT NOT NULL, starts_at INTEGER, ends_at INTEGER, all_day INTEGER NOT NULL,
      published_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE announcement_reads(
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      announcement_id INTEGER NOT NULL REFERENCES announcements(id) ON DELETE CASCADE,
      PRIMARY KEY(account_id, announcement_id)) WITHOUT ROWID;
    CREATE TABLE announcement_reactions(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      announcement_id INTEGER NOT NULL REFERENCES announcements(id) ON DELETE CASCADE,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      UNIQUE(announcement_id, account_id, name));

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

    CREATE UNIQUE INDEX tokens_refresh_token ON tokens(refresh_token) WHERE refresh_token IS NOT NULL;

    -- Either a status, or an account with the account that follows it.
    CREATE TABLE resident_inbox(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      status_id INTEGER REFERENCES statuses(id) ON DELETE CASCADE,
      account_id INTEGER REFERENCES accounts(id) ON DELETE CASCADE, followed_by INTEGER, at INTEGER NOT NULL);
    CREATE INDEX resident_inbox_status ON resident_inbox(status_id);
    CREATE INDEX resident_inbox_account ON resident_inbox(account_id);

    CREATE TABLE collections(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      name TEXT NOT NULL, description TEXT NOT NULL, language TEXT, tag TEXT,
      sensitive INTEGER NOT NULL, discoverable INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE INDEX collections_account ON collections(account_id);
    CREATE TABLE collection_items(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      collection_id INTEGER NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
      account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      state TEXT NOT NULL, created_at INTEGER NOT NULL,
      UNIQUE(collection_id, account_id));
    CREATE INDEX collection_items_account ON collection_items(account_id);
    -- An id is longer than a number on a screen.
    INSERT INTO sqlite_sequence(name, seq) VALUES ('collections', 710000);

    CREATE TABLE revoked_tokens(token TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE passwords(
      account_id INTEGER NOT NULL PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
      email TEXT NOT NULL COLLATE NOCASE, salt TEXT NOT NULL, hash TEXT NOT NULL);

    CREATE INDEX accounts_moderation ON accounts(moderation) WHERE moderation IS NOT NULL;

    PRAGMA user_version = \(version);
    """
}
