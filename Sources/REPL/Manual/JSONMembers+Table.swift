// Made by `python3 Tests/Schemas/page.py` from docs/schema, where it is changed.

extension Manual {
  /// The objects that are printed, by the name of their screen, and their members.
  static let jsonObjects: [(term: String, meaning: String)] = [
    (
      "about",
      """
      Printed by `about`. `version` (string). `supporter` (boolean).
      """
    ),
    (
      "accounts",
      """
      Printed by `accounts`. `accounts` (list of string): the accounts that the command was about, or that are \
      listed. `unconfirmed` (list of string). `current` (string). `live` (string or null).
      """
    ),
    (
      "aliases",
      """
      Printed by `alias`. `aliases` (list of {name, command}).
      """
    ),
    (
      "announcements",
      """
      Printed by `announcements`. `unread` (integer or boolean or null): how many are unread. `items` (list of \
      {id, text, read, published_at, starts_at, ends_at, all_day, reactions}).
      """
    ),
    (
      "attachments",
      """
      Printed by `attachments` in the composer. `files` (list of file).
      """
    ),
    (
      "blocks",
      """
      Printed by `blocks`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of listed account).
      """
    ),
    (
      "bookmarks",
      """
      Printed by `bookmarks`, `favourites`, `mentions`. `timeline` (string): the name of the timeline. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `hidden` (object): how many posts of the page were left out, by the reason. `items` (list \
      of post or deleted post).
      """
    ),
    (
      "boosters",
      """
      Printed by `boosters`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of profile).
      """
    ),
    (
      "collection",
      """
      Printed by `collection N`. `collection` (collection). `owner` (account). `items` (list of profile).
      """
    ),
    (
      "collections",
      """
      Printed by `collections`. `subject` (string). `items` (list of collection).
      """
    ),
    (
      "completion",
      """
      Printed by `completion`. `shell` (string). `script` (string).
      """
    ),
    (
      "composer",
      """
      Printed by the composer. `draft` (draft). `items` (list of {line, text}).
      """
    ),
    (
      "confirmation",
      """
      What a command has done, with the members of that command; docs/json.md lists them by command. `ok` \
      (true). `message` (string): what was done, for users. `list` ({id, title, replies, exclusive}, optional). \
      `accounts` (list of {id, acct, relationship}, optional): the accounts that the command was about, or that \
      are listed. `id` (string, optional): the id, which any command takes. `url` (string or null, optional): \
      the address. `statuses` (list of {id, url, favourited, boosted, bookmarked, pinned, thread_muted} or \
      string, optional): the posts that the command was about. `deleted` (string or integer or null, optional). \
      `ids` (list of string, optional): the ids, of all. `settings` (object, optional). `setting` (setting, \
      optional). `accepted` (boolean, optional). `characters` (integer, optional). `characters_left` (integer, \
      optional). `max_characters` (integer, optional). `attachments` (integer, optional). `max_attachments` \
      (integer, optional). `scheduled_id` (string, optional). `scheduled_at` (string or null, optional). `draft` \
      (string, optional): the id of the draft that keeps the text. `automatic` (list of string, optional). \
      `manual` (list of string, optional). `quote_policy` (string or null, optional). `group` ({id, title, \
      symbol, tags, all, none}, optional). `server` ({id, name, host}, optional). `field` (field, optional). \
      `filter` (filter, optional). `account` (profile or string, optional): who it is, or who acted. `category` \
      (string, optional). `forwarded` (boolean, optional). `policy` ({not-following, not-followers, \
      new-accounts, private-mentions, limited-accounts}, optional). `pending_requests` (integer, optional). \
      `pending_notifications` (integer, optional). `following` (boolean, optional). `requested` (boolean, \
      optional). `note` (string or null, optional). `domain` (string, optional). `blocked` (boolean, optional). \
      `tag` (string or null, optional). `featured` (boolean, optional). `year` (integer, optional). `state` \
      (string, optional). `collection` (collection, optional). `dismissed` (list of string, optional). `path` \
      (string, optional). `bytes` (integer, optional). `type` (string or null, optional). `files` (list of \
      {path, bytes, type}, optional). `file` (string, optional). `kind` (string or null, optional): as the \
      server or the screen names it. `dry_run` (boolean, optional). `added` (list of string, optional). \
      `changed` (list of string, optional): whether it was changed, or what was. `already` (integer, optional). \
      `failed` (list of object, optional). `left` (integer, optional): what was not done, beginning with what \
      failed. `alias` ({name, command}, optional). `revoked` (boolean, optional).
      """
    ),
    (
      "connection",
      """
      Printed by `status`. `account` (string): who it is, or who acted. `server` (string). `reachable` \
      (boolean). `milliseconds` (integer or null). `live` (string or null). `streams_work` (boolean). \
      `rate_limit` ({limit, remaining, resets_at}). `outbox` (integer). `drafts` (integer).
      """
    ),
    (
      "conversation",
      """
      Printed by `conversation open N`. `id` (string): the id, which any command takes. `accounts` (list of \
      account): the accounts that the command was about, or that are listed. `unread` (integer or boolean or \
      null): how many are unread. `items` (list of post or deleted post).
      """
    ),
    (
      "conversations",
      """
      Printed by `conversations`. `unread` (integer or boolean or null): how many are unread. `has_older` \
      (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; null at the \
      end. `items` (list of conversation).
      """
    ),
    (
      "copy",
      """
      Printed by `copy N`. `link` (string, optional). `text` (string, optional): plain text with whole links.
      """
    ),
    (
      "diagnose",
      """
      Printed by `diagnose`. `version` (string). `system` (string). `terminal` (string). `language` (string or \
      null): a code such as en. `account` (string): who it is, or who acted. `server_software` (string). \
      `api_version` (string). `server_lacks` (string). `live` (string or null). `requests_left` (string or \
      integer or null). `files` (string). `settings` (string). `warnings` (string). `errors` (string).
      """
    ),
    (
      "directory",
      """
      Printed by `directory`. `local` (boolean). `order` (string). `has_older` (boolean): whether there is more. \
      `cursor` (string or null): what --before takes to continue; null at the end. `items` (list of profile).
      """
    ),
    (
      "domain-blocks",
      """
      Printed by `domain-blocks`. `has_older` (boolean): whether there is more. `cursor` (string or null): what \
      --before takes to continue; null at the end. `items` (list of {domain}).
      """
    ),
    (
      "drafts",
      """
      Printed by `drafts`. `items` (list of draft).
      """
    ),
    (
      "endorsed",
      """
      Printed by `endorsed`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of listed account).
      """
    ),
    (
      "error",
      """
      One object on standard error. `code`, `exit_code`, `partial` and `left` are for scripts, `message` and \
      `suggestion` for users. `error` ({code, message, suggestion, exit_code, partial, left}).
      """
    ),
    (
      "export",
      """
      Printed by `export KIND`. `kind` (string or null): as the server or the screen names it. `entries` (list \
      of {name, boosts, notify, languages}).
      """
    ),
    (
      "familiar",
      """
      Printed by `familiar`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of profile).
      """
    ),
    (
      "favouriters",
      """
      Printed by `favouriters`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of profile).
      """
    ),
    (
      "favourites",
      """
      Printed by `bookmarks`, `favourites`, `mentions`. `timeline` (string): the name of the timeline. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `hidden` (object): how many posts of the page were left out, by the reason. `items` (list \
      of post or deleted post).
      """
    ),
    (
      "featured-tags",
      """
      Printed by `featured-tags`. `text` (string): plain text with whole links. `items` (list of {name, posts, \
      url, last_post_at}).
      """
    ),
    (
      "filter-form",
      """
      Printed by a form. `what` (string). `changed` (boolean): whether it was changed, or what was. `phase` \
      (string): what it is doing. `items` (list of field).
      """
    ),
    (
      "filter-posts",
      """
      Printed by `filter posts NAME`. `filter` (string). `items` (list of post or deleted post).
      """
    ),
    (
      "filter-why",
      """
      Printed by `filter why N`. `id` (string): the id, which any command takes. `matches` (list of object). \
      `content_warning` (string or null): the text is included although a screen hides it. `sensitive` \
      (boolean): whether its media are hidden on a screen. `muted` (boolean).
      """
    ),
    (
      "filtered",
      """
      Printed by `filtered`. `has_older` (boolean): whether there is more. `cursor` (string or null): what \
      --before takes to continue; null at the end. `items` (list of filtered sender).
      """
    ),
    (
      "filters",
      """
      Printed by `filters`. `text` (string, optional): plain text with whole links. `items` (list of filter). \
      `ok` (boolean, optional): true: a confirmation comes with the screen. `message` (string, optional): what \
      was done, for users.
      """
    ),
    (
      "follow-requests",
      """
      Printed by `follow-requests`. `total` (integer or null): how many there are; null if the server does not \
      say. `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to \
      continue; null at the end. `items` (list of listed account).
      """
    ),
    (
      "followed-tags",
      """
      Printed by `followed-tags`. `has_older` (boolean): whether there is more. `cursor` (string or null): what \
      --before takes to continue; null at the end. `items` (list of hashtag).
      """
    ),
    (
      "followers",
      """
      Printed by `followers`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of profile).
      """
    ),
    (
      "following",
      """
      Printed by `following`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of profile).
      """
    ),
    (
      "gallery",
      """
      Printed by `gallery`. `account` (null or string): who it is, or who acted. `posts` (integer). `items` \
      (list of {id, url, account, created_at, sensitive, media}).
      """
    ),
    (
      "graph-dot",
      """
      Printed by `graph --dot`. `dot` (string).
      """
    ),
    (
      "graph",
      """
      Printed by `graph`. `objects` (list of {name, owner, lifetime, made, alive, note}).
      """
    ),
    (
      "group",
      """
      Printed by `open N` in `lists`, `groups`, `servers`. `timeline` (string): the name of the timeline. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `hidden` (object): how many posts of the page were left out, by the reason. `items` (list \
      of post or deleted post).
      """
    ),
    (
      "groups",
      """
      Printed by `groups`. `text` (string): plain text with whole links. `items` (list of object).
      """
    ),
    (
      "help",
      """
      Printed by `help`, `help COMMAND`. `commands` (list of {name, aliases, usage, help}).
      """
    ),
    (
      "history",
      """
      Printed by `history`. `items` (list of {version, created_at, text, content_warning, sensitive, \
      attachments, poll, changes}).
      """
    ),
    (
      "home",
      """
      Printed by `home`, `local`, `federated`, `unread`, `fill`. `timeline` (string): the name of the timeline. \
      `unread` (integer or boolean or null): how many are unread. `has_older` (boolean): whether there is more. \
      `cursor` (string or null): what --before takes to continue; null at the end. `hidden` (object): how many \
      posts of the page were left out, by the reason. `items` (list of post or deleted post).
      """
    ),
    (
      "import",
      """
      Printed by `import`. `kind` (string or null): as the server or the screen names it. `dry_run` (boolean). \
      `added` (list of string). `changed` (list of string): whether it was changed, or what was. `already` \
      (integer). `failed` (list of object). `left` (integer): what was not done, beginning with what failed.
      """
    ),
    (
      "intents",
      """
      Printed by `intent`. `state` (string). `socket` (string or null). `reason` (string or null): why it is \
      listed. `subscribers` (integer). `requests` (list of {request, outcome}): the requests, in their order.
      """
    ),
    (
      "jobs",
      """
      Printed by `jobs`. `jobs` (list of {number, command, account, state, seconds, progress}): what runs in the \
      background.
      """
    ),
    (
      "link-timeline",
      """
      Printed by `link-timeline`. `timeline` (string): the name of the timeline. `has_older` (boolean): whether \
      there is more. `cursor` (string or null): what --before takes to continue; null at the end. `hidden` \
      (object): how many posts of the page were left out, by the reason. `items` (list of post or deleted post).
      """
    ),
    (
      "link",
      """
      Printed by `link N`, `link N M`. `url` (string or null): the address.
      """
    ),
    (
      "links",
      """
      Printed by `links`. `links` (list of string): addresses, numbered as link N M numbers them.
      """
    ),
    (
      "list",
      """
      Printed by `open N` in `lists`, `groups`, `servers`. `timeline` (string): the name of the timeline. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `hidden` (object): how many posts of the page were left out, by the reason. `items` (list \
      of post or deleted post).
      """
    ),
    (
      "lists",
      """
      Printed by `lists`. `items` (list of {id, title, replies, exclusive}).
      """
    ),
    (
      "manual",
      """
      Printed by `help language`, `man`. `name` (string). `text` (string): plain text with whole links.
      """
    ),
    (
      "media",
      """
      Printed by `media`. `status` (string). `media` (list of attachment): its attachments.
      """
    ),
    (
      "members",
      """
      Printed by `members`, `list members NAME`. `text` (string): plain text with whole links. `items` (list of \
      listed account).
      """
    ),
    (
      "mentions",
      """
      Printed by `bookmarks`, `favourites`, `mentions`. `timeline` (string): the name of the timeline. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `hidden` (object): how many posts of the page were left out, by the reason. `items` (list \
      of post or deleted post).
      """
    ),
    (
      "message",
      """
      A message for users on standard error that is not the answer of a command. `text` (string): plain text \
      with whole links.
      """
    ),
    (
      "messages",
      """
      Printed by `messages`. `messages` (list of {time, kind, message, label}).
      """
    ),
    (
      "mutes",
      """
      Printed by `mutes`. `total` (integer or null): how many there are; null if the server does not say. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of listed account).
      """
    ),
    (
      "notifications",
      """
      Printed by `notifications`. `unread` (integer or boolean or null): how many are unread. `has_older` \
      (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; null at the \
      end. `items` (list of notification).
      """
    ),
    (
      "onboarding",
      """
      Printed by `onboarding`. `page` (string). `account` (string): who it is, or who acted. `server` (string or \
      null). `live` (string or null). `profile` ({name, bio, visibility, language}).
      """
    ),
    (
      "outbox",
      """
      Printed by `outbox`. `items` (list of {id, operation, status_id, draft_id, subject, tried_at, old}).
      """
    ),
    (
      "plugins",
      """
      Printed by `plugins`. `folder` (string). `plugins` (list of object).
      """
    ),
    (
      "policy",
      """
      Printed by `policy`. `policy` ({not-following, not-followers, new-accounts, private-mentions, \
      limited-accounts}). `pending_requests` (integer). `pending_notifications` (integer).
      """
    ),
    (
      "poll",
      """
      Printed by `vote N` without an option. `poll` (poll or null). `ok` (boolean, optional): true: a \
      confirmation comes with the screen. `message` (string, optional): what was done, for users.
      """
    ),
    (
      "post-preview",
      """
      Printed by `preview` in the composer. `characters` (integer). `characters_left` (integer). `items` (list \
      of post or deleted post).
      """
    ),
    (
      "profile",
      """
      Printed by `profile`. `account` (profile). `section` (string). `pinned` (list of string). `featured_tags` \
      (list of string). `familiar_followers` (list of account). `has_older` (boolean): whether there is more. \
      `cursor` (string or null): what --before takes to continue; null at the end. `hidden` (object): how many \
      posts of the page were left out, by the reason. `items` (list of post or deleted post).
      """
    ),
    (
      "push-status",
      """
      Printed by `push`, `push status`. `account` (string): who it is, or who acted. `subscription` ({account, \
      endpoint, alerts, policy, standing} or null).
      """
    ),
    (
      "quotes",
      """
      Printed by `quotes`. `timeline` (string): the name of the timeline. `has_older` (boolean): whether there \
      is more. `cursor` (string or null): what --before takes to continue; null at the end. `hidden` (object): \
      how many posts of the page were left out, by the reason. `items` (list of post or deleted post).
      """
    ),
    (
      "report-preview",
      """
      Printed by `preview` of a report. `account` (account). `servers` (list of string). `category` (string). \
      `comment` (string or null). `statuses` (list of string): the posts that the command was about. `rules` \
      (list of rule).
      """
    ),
    (
      "report-rules",
      """
      Printed by `category violation` or `rules` of a report. `field` (field). `rules` (list of {id, text}).
      """
    ),
    (
      "report",
      """
      Printed by a form. `what` (string). `changed` (boolean): whether it was changed, or what was. `phase` \
      (string): what it is doing. `account` (account). `server` (string). `items` (list of field).
      """
    ),
    (
      "scheduled",
      """
      Printed by `scheduled`. `items` (list of {id, scheduled_at, text, content_warning, visibility, language, \
      in_reply_to_id, poll, attachments}).
      """
    ),
    (
      "search",
      """
      Printed by `search TEXT`. `query` (string). `kind` (string or null): as the server or the screen names it. \
      `has_older` (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; \
      null at the end. `items` (list of {type, tag, post}).
      """
    ),
    (
      "searches",
      """
      Printed by `search`. `text` (string): plain text with whole links. `items` (list of {text, kind}).
      """
    ),
    (
      "server-about",
      """
      Printed by `server about`, `terms`, `privacy`. `text` (string): plain text with whole links. `updated_at` \
      (string or null).
      """
    ),
    (
      "server-activity",
      """
      Printed by `server activity`. `weeks` (list of {week, posts, logins, registrations}).
      """
    ),
    (
      "server-emoji",
      """
      Printed by `server emoji`. `emoji` (list of {shortcode, url, category}).
      """
    ),
    (
      "server-languages",
      """
      Printed by `server languages`. `translations` (object).
      """
    ),
    (
      "server-limits",
      """
      Printed by `server`; `server limits`. `domain` (string). `title` (string). `version` (string). \
      `source_url` (string or null). `description` (string or null). `max_characters` (integer). \
      `characters_per_link` (integer). `max_attachments` (integer). `max_description` (integer). \
      `max_image_bytes` (integer). `max_video_bytes` (integer). `types` (list of string). `poll` ({max_options, \
      max_characters, min_seconds, max_seconds} or null). `languages` (list of string). `registrations` \
      ({enabled, approval_required}). `active_users` (integer or null). `translates` (boolean). `contact` \
      ({account, email}). `rules` (list of rule).
      """
    ),
    (
      "server-moderation",
      """
      Printed by `server moderation`. `servers` (list of {domain, digest, severity, comment}).
      """
    ),
    (
      "server-peers",
      """
      Printed by `server peers`. `servers` (list of string).
      """
    ),
    (
      "server-privacy",
      """
      Printed by `server about`, `terms`, `privacy`. `text` (string): plain text with whole links. `updated_at` \
      (string or null).
      """
    ),
    (
      "server-rules",
      """
      Printed by `server rules`. `rules` (list of rule).
      """
    ),
    (
      "server-terms",
      """
      Printed by `server about`, `terms`, `privacy`. `text` (string): plain text with whole links. `updated_at` \
      (string or null).
      """
    ),
    (
      "servers",
      """
      Printed by `servers`. `text` (string): plain text with whole links. `items` (list of {id, name, host}).
      """
    ),
    (
      "setting",
      """
      Printed by `get NAME`. `setting` (setting).
      """
    ),
    (
      "settings",
      """
      Printed by `settings`. `settings` (list of setting).
      """
    ),
    (
      "status",
      """
      Printed by `show`. `items` (list of post or deleted post).
      """
    ),
    (
      "suggestions",
      """
      Printed by `suggestions`. `has_older` (boolean): whether there is more. `cursor` (string or null): what \
      --before takes to continue; null at the end. `items` (list of {account, reasons}).
      """
    ),
    (
      "tabs",
      """
      Printed by `tabs`. `selected` (string). `items` (list of tab).
      """
    ),
    (
      "tag",
      """
      Printed by `tag`, `open` of a hashtag. `tag` (string or null). `following` (boolean). `has_older` \
      (boolean): whether there is more. `cursor` (string or null): what --before takes to continue; null at the \
      end. `hidden` (object): how many posts of the page were left out, by the reason. `items` (list of post or \
      deleted post).
      """
    ),
    (
      "theme",
      """
      Printed by `themes NAME`. `name` (string). `text` (string): plain text with whole links.
      """
    ),
    (
      "themes",
      """
      Printed by `themes`. `themes` (list of {name, summary, ground, in_use, file, mistakes}).
      """
    ),
    (
      "thread",
      """
      Printed by `open`. `focus` (string): from -1 to 1; null for the centre. `unread` (integer or boolean or \
      null): how many are unread. `read` (list of string). `items` (list of post or deleted post).
      """
    ),
    (
      "translation",
      """
      Printed by `translate`. `language` (string or null): a code such as en. `source_language` (string). \
      `provider` (string). `items` (list of post or deleted post).
      """
    ),
    (
      "trending-posts",
      """
      Printed by `trends posts`. `timeline` (string): the name of the timeline. `has_older` (boolean): whether \
      there is more. `cursor` (string or null): what --before takes to continue; null at the end. `hidden` \
      (object): how many posts of the page were left out, by the reason. `items` (list of post or deleted post).
      """
    ),
    (
      "trends",
      """
      Printed by `trends`, `trends tags`; `trends links`. `trends` (string). `has_older` (boolean): whether \
      there is more. `cursor` (string or null): what --before takes to continue; null at the end. `items` (list \
      of hashtag or link).
      """
    ),
    (
      "unread",
      """
      Printed by `intent unread`. `account` (string): who it is, or who acted. `notifications` (integer). \
      `has_more` (boolean). `home` (integer or null).
      """
    ),
    (
      "usage",
      """
      Printed by `usage`. `on` (boolean). `file` (string). `commands` (list of {command, count, total_ms, \
      average_ms, slowest_ms}). `slowest` (list of {time, command, ms}).
      """
    ),
    (
      "vault",
      """
      Printed by `vault`. `chosen` (string or null). `secrets` (list of {owner, kind, vault}).
      """
    ),
    (
      "watch",
      """
      Each line of `watch`, and what the program of its `--exec` reads. `event` (post or edit or delete or \
      notification or conversation): what has happened: post, notification or conversation; with --changes also \
      edit and delete. `timeline` (string): what is watched, as the words after watch. `post` (post, optional): \
      for post, and for edit as the post is now. `id` (string, optional): for delete: the id of the post that is \
      gone, or of the boost. `notification` (notification, optional): for notification. `conversation` \
      (conversation, optional): for conversation.
      """
    ),
    (
      "where",
      """
      Printed by `where`. `account` (string): who it is, or who acted. `tab` (tab). `live` (string or null).
      """
    ),
    (
      "whoami",
      """
      Printed by `intent whoami`. `account` (string): who it is, or who acted. `sandbox` (boolean). `process` \
      (integer or null).
      """
    ),
  ]

  /// The values that several objects have, and their members.
  static let jsonValues: [(term: String, meaning: String)] = [
    (
      "post",
      """
      `id` (string): the id, which any command takes. `url` (string or null): the address. `account` (account). \
      `created_at` (string): iSO 8601 in UTC. `edited_at` (string or null): iSO 8601 in UTC; null if it was \
      never edited. `text` (string): plain text with whole links. `content_warning` (string or null): the text \
      is included although a screen hides it. `sensitive` (boolean): whether its media are hidden on a screen. \
      `visibility` (string or null): as the server sends it: public, unlisted, private, direct…. `language` \
      (string or null): a code such as en. `in_reply_to_id` (string or null): the id of the post that it \
      answers. `counts` ({replies, boosts, favourites}): how many of each the server counts. `favourited` \
      (boolean): by this account. `boosted` (boolean): by this account. `bookmarked` (boolean): by this account. \
      `media` (list of attachment): its attachments. `poll` (poll or null). `link` ({title, url} or null). \
      `links` (list of string): addresses, numbered as link N M numbers them. `mentions` (list of string): \
      handles. `tags` (list of string): names without the #. `filtered` (list of string): the titles of your \
      filters that hide it here. `boosted_by` (account or null): who boosted it; null for no boost. `boost_id` \
      (string or null): the id of the boost, which is its place in a timeline. `quote` ({state, status} or \
      null): what it quotes, and whether that was approved.
      """
    ),
    (
      "relationship",
      """
      `following` (boolean). `followed_by` (boolean). `requested` (boolean). `requested_by` (boolean). \
      `notifying` (boolean). `showing_boosts` (boolean). `languages` (list of string). `muting` (boolean). \
      `muting_notifications` (boolean). `muting_until` (string or null): iSO 8601 in UTC; null for no end. \
      `blocking` (boolean). `blocked_by` (boolean). `domain_blocking` (boolean). `endorsed` (boolean). `note` \
      (string or null).
      """
    ),
    (
      "profile",
      """
      `id` (string): the id, which any command takes. `name` (string). `acct` (string): the handle, without the \
      @. `url` (string or null): the address. `bot` (boolean). `locked` (boolean). `note` (string or null). \
      `fields` (list of {name, value, verified}): of the form or of the profile. `counts` ({posts, following, \
      followers}): how many of each the server counts. `created_at` (string): iSO 8601 in UTC. `moved_to` \
      (account or null). `memorial` (boolean). `relationship` (relationship or null). `reason` (string or null, \
      optional): why it is listed. `state` (string, optional). `item_id` (string, optional).
      """
    ),
    (
      "account",
      """
      `id` (string): the id, which any command takes. `name` (string). `acct` (string): the handle, without the \
      @. `url` (string or null): the address. `bot` (boolean). `locked` (boolean).
      """
    ),
    (
      "attachment",
      """
      `id` (string): the id, which any command takes. `type` (string): as the server names it. `kind` (string or \
      null): as the server or the screen names it. `url` (string or null): the address. `preview_url` (string or \
      null). `description` (string or null). `width` (integer or null). `height` (integer or null). `duration` \
      (number or null): in seconds. `focus` ({x, y} or null): from -1 to 1; null for the centre. `blurhash` \
      (string or null).
      """
    ),
    (
      "poll",
      """
      `id` (string): the id, which any command takes. `options` (list of {title, votes}). `votes` (integer or \
      null): null while the results are hidden. `voters` (integer or null). `multiple` (boolean). `ends_at` \
      (string or null). `ended` (boolean). `voted` (boolean). `own_votes` (list of integer): numbers from 1, as \
      vote takes them.
      """
    ),
    (
      "notification",
      """
      `id` (string): the id, which any command takes. `ids` (list of string): the ids, of all. `count` \
      (integer). `type` (string): as the server names it. `created_at` (string): iSO 8601 in UTC. `unread` \
      (boolean). `text` (string): plain text with whole links. `account` (account). `accounts` (list of \
      account): the accounts that the command was about, or that are listed. `status` (post or null). `fallback` \
      (string or null): the server's own title for a type that is not known.
      """
    ),
    (
      "hashtag",
      """
      `name` (string). `url` (string or null): the address. `following` (boolean or null). `featuring` (boolean \
      or null). `history` (list of {day, uses, accounts}): the newest day first.
      """
    ),
    (
      "link",
      """
      `url` (string or null): the address. `title` (string). `description` (string or null). `provider` \
      (string). `authors` (list of {name, url, account}). `history` (list of {day, uses, accounts}): the newest \
      day first.
      """
    ),
    (
      "conversation",
      """
      `id` (string): the id, which any command takes. `unread` (boolean). `accounts` (list of account): the \
      accounts that the command was about, or that are listed. `last_status` (post or null).
      """
    ),
    (
      "draft",
      """
      `id` (string): the id, which any command takes. `account` (string): who it is, or who acted. `text` \
      (string): plain text with whole links. `content_warning` (string or null): the text is included although a \
      screen hides it. `visibility` (string or null): as the server sends it: public, unlisted, private, \
      direct…. `language` (string or null): a code such as en. `in_reply_to_id` (string or null): the id of the \
      post that it answers. `replying_to` (string or null). `files` (list of file). `sensitive` (boolean or \
      null): whether its media are hidden on a screen. `updated_at` (string or null). `poll` ({options, seconds, \
      multiple, hide_totals} or null). `quoted_status_id` (string or null). `quote_policy` (string or null). \
      `scheduled_at` (string or null). `content_type` (string or null). `edited_status_id` (string or null). \
      `characters` (integer, optional). `characters_left` (integer, optional). `phase` (string, optional): what \
      it is doing.
      """
    ),
    (
      "setting",
      """
      `name` (string). `section` (string). `summary` (string). `value` (string). `source` (string): where the \
      value comes from. `default` (string): the value without a setting. `choices` (list of string): the values \
      that it takes, where they are few. `minimum` (integer or null): null if it is no number. `maximum` \
      (integer or null): null if it is no number.
      """
    ),
    (
      "field",
      """
      `name` (string). `summary` (string). `value` (null or string). `values` (list of string or null). \
      `choices` (list of string): the values that it takes, where they are few. `required` (boolean): whether it \
      must have a value. `changed` (boolean): whether it was changed, or what was.
      """
    ),
    (
      "filter",
      """
      `id` (string): the id, which any command takes. `title` (string). `action` (string). `contexts` (list of \
      string). `keywords` (list of {keyword, whole_word}). `statuses` (integer): the posts that the command was \
      about. `expires_at` (string or null).
      """
    ),
    (
      "collection",
      """
      `id` (string): the id, which any command takes. `name` (string). `description` (string or null). `url` \
      (string or null): the address. `account_id` (string). `count` (integer). `tag` (string or null). \
      `language` (string or null): a code such as en. `sensitive` (boolean): whether its media are hidden on a \
      screen. `discoverable` (boolean). `created_at` (string): iSO 8601 in UTC. `updated_at` (string or null).
      """
    ),
    (
      "tab",
      """
      `id` (string): the id, which any command takes. `title` (string). `label` (string or null). `path` (list \
      of {kind, id, label}). `sheet` ({kind, label, unsaved} or null). `waiting` (list of object).
      """
    ),
    (
      "rule",
      """
      `id` (string): the id, which any command takes. `text` (string): plain text with whole links. `hint` \
      (string or null).
      """
    ),
    (
      "file",
      """
      `path` (string). `description` (string). `focus` ({x, y} or null). `thumbnail` (string or null).
      """
    ),
    (
      "filtered sender",
      """
      `id` (string). `account` (account). `notifications_count` (integer). `created_at` (string). `updated_at` \
      (string). `status` (post or null).
      """
    ),
    (
      "quote",
      """
      `state` (string). `status` (post or null).
      """
    ),
    (
      "deleted post",
      """
      `id` (string). `deleted` (true).
      """
    ),
  ]
}
