// swift-format-ignore-file
// Made from docs/schema by `python3 Tests/Schemas/page.py`.

extension Manual {
  /// Each type and each kind of document with its members, and an example from the sandbox.
  static let kinds = #"""
    @ # Types
    What the members of the documents below have in common, in alphabetical order.
    @ account
    A short account.
    id	String. The id, which any command takes.
    name	String. As it is displayed.
    acct	String. The handle, without the @.
    url	String or null. The address.
    bot	Boolean. Whether it says so.
    locked	Boolean. Whether followers need its agreement.
    > {
    >   "id": "1003", "name": "Rook", "acct": "rook",
    >   "url": "https://social.example/@rook", "bot": false, "locked": false
    > }
    @ acting account
    The handle of the account that the command acted as, with `--as`.
    > "you@social.example"
    @ attachment
    An attachment.
    id	String. The id, which any command takes.
    type	String. As the server names it.
    kind	String or null. As the server or the screen names it.
    url	String or null. The address.
    remote_url	String or null. The address on its own server.
    preview_url	String or null. A small picture.
    description	String or null. The alt text.
    width	Integer or null. In pixels.
    height	Integer or null. In pixels.
    duration	Number or null. In seconds.
    focus	Object or null. From -1 to 1; null for the centre.
    focus.x	Number.
    focus.y	Number.
    blurhash	String or null. Colours to show before the picture.
    > {
    >   "id": "201", "type": "image", "kind": "image",
    >   "url": "https://social.example/media/heron.jpg", "remote_url": null,
    >   "preview_url": "https://social.example/media/heron-small.jpg",
    >   "description": "A heron on one leg at the edge of a canal, in fog. Behind…",
    >   "width": 1600, "height": 1200, "duration": null, "focus": null,
    >   "blurhash": "L5H2EC=PM+yV0g-mq.wG9c010J}I"
    > }
    @ collection
    A collection of accounts.
    id	String. The id, which any command takes.
    name	String.
    description	String or null.
    url	String or null. The address.
    account_id	String. Whose it is.
    count	Integer. How many accounts.
    tag	String or null. The hashtag that it is about, without the #.
    language	String or null. A code such as en.
    sensitive	Boolean. Whether its media are hidden on a screen.
    discoverable	Boolean. Whether others find it.
    created_at	String. ISO 8601 in UTC.
    updated_at	String or null. ISO 8601 in UTC.
    > {
    >   "id": "710001", "name": "Awake at three",
    >   "description": "Who answers when the lamp is on at the upper lock.",
    >   "url": "https://social.example/collections/710001", "account_id": "1003",
    >   "count": 3, "tag": "night", "language": "en", "sensitive": false,
    >   "discoverable": true, "created_at": "2026-11-21T08:06:39.064Z",
    >   "updated_at": "2026-11-21T08:06:39.064Z"
    > }
    @ conversation
    A conversation.
    id	String. The id, which any command takes.
    unread	Boolean. Whether something in it is unread.
    accounts	List of account. Accounts listed here, or that the command acted on.
    last_status	Post or null. The latest post; null if it is gone.
    > {
    >   "id": "1", "unread": true, "accounts": [{"id": "1003", "name": "Rook", …}],
    >   "last_status": {"id": "117665324753551360", "url": "https://social.example/@rook/117665324753551360", …}
    > }
    @ deleted post
    A post that was deleted after it was shown.
    id	String. Of a post that was deleted after it was shown.
    deleted	True. Always true.
    @ draft
    A draft.
    id	String. The id, which any command takes.
    account	String. Who it is, or who acted.
    text	String. Plain text with whole links.
    content_warning	String or null. The text is included although a screen hides it.
    visibility	String or null. As the server sends it: public, unlisted, private, direct…
    language	String or null. A code such as en.
    in_reply_to_id	String or null. The id of the post that it answers.
    replying_to	String or null. The handle of whom it answers.
    files	List of file. What is attached.
    sensitive	Boolean or null. Whether its media are hidden on a screen.
    updated_at	String or null. ISO 8601 in UTC.
    poll	Object or null. The poll of the post; seconds is how long it runs.
    poll.options	List of string.
    poll.seconds	Integer.
    poll.multiple	Boolean.
    poll.hide_totals	Boolean.
    quoted_status_id	String or null. The post that it quotes.
    quote_policy	String or null. Who may quote it.
    scheduled_at	String or null. ISO 8601 in UTC.
    content_type	String or null. A MIME type, on servers that have several.
    edited_status_id	String or null. The post that the draft changes.
    characters	Optional: integer. As the server counts them.
    characters_left	Optional: integer. Below zero if there are too many.
    phase	Optional: string. What it is doing.
    > {
    >   "id": "01M83XYGPQW8M96Z1R1ZWTAX0B", "account": "you@social.example",
    >   "text": "", "content_warning": null, "visibility": "public",
    >   "language": "en", "in_reply_to_id": null, "replying_to": null, "files": [],
    >   "sensitive": null, "updated_at": "2026-11-23T10:06:41.879Z", "poll": null,
    >   "quoted_status_id": null, "quote_policy": null, "scheduled_at": null,
    >   "content_type": null, "edited_status_id": null, "characters": 0,
    >   "characters_left": 500, "phase": "editing"
    > }
    @ field
    A field of a form.
    name	String. As it is typed.
    summary	String. What it is for.
    value	Null or string. Null for an empty field and for one with several values.
    values	List of string or null. Null for a field with one value.
    choices	List of string. The values that it takes, where they are few.
    required	Boolean. Whether it must have a value.
    changed	Boolean. Whether it was changed, or what was.
    > {
    >   "name": "action",
    >   "summary": "whether a matching post is folded (warn), hidden, or its…",
    >   "value": "warn", "values": null, "choices": ["warn"], "required": false,
    >   "changed": false
    > }
    @ file
    A file of a draft.
    path	String. On this machine.
    description	String. The alt text.
    focus	Object or null.
    focus.x	Number.
    focus.y	Number.
    thumbnail	String or null. A path.
    > {
    >   "path": "/home/you/dot.png", "description": "", "focus": null,
    >   "thumbnail": null
    > }
    @ filter
    A filter.
    id	String. The id, which any command takes.
    title	String.
    action	String. warn, hide or blur.
    contexts	List of string. Where it applies.
    keywords	List of objects. The words that it looks for.
    keywords[].keyword	String.
    keywords[].whole_word	Boolean.
    statuses	Integer. The posts that the command was about.
    expires_at	String or null. ISO 8601 in UTC; null for never.
    > {
    >   "id": "1", "title": "Frost", "action": "warn", "contexts": ["home"],
    >   "keywords": [{"keyword": "frost", "whole_word": true}], "statuses": 0,
    >   "expires_at": null
    > }
    @ filtered sender
    A sender whose notifications are held back.
    id	String. For filtered accept.
    account	Account.
    notifications_count	Integer. How many are held back.
    created_at	String. ISO 8601 in UTC.
    updated_at	String. ISO 8601 in UTC.
    status	Post or null. The latest post among what is held back; null without one.
    @ hashtag
    A hashtag.
    name	String. Without the #.
    url	String or null. The address.
    following	Boolean or null. Null if the server does not say.
    featuring	Boolean or null. Whether it is on your profile; null if the server does not say.
    history	List of objects. The newest day first.
    history[].day	String.
    history[].uses	Integer.
    history[].accounts	Integer. How many accounts used it.
    > {
    >   "name": "smallsoftware",
    >   "url": "https://social.example/tags/smallsoftware", "following": false,
    >   "featuring": false,
    >   "history": [{"day": "2026-11-23", "uses": 0, "accounts": 0}]
    > }
    @ link
    A trending link.
    url	String or null. The address.
    title	String.
    description	String or null.
    provider	String.
    authors	List of objects. Of the page.
    authors[].name	String.
    authors[].url	String or null. The address.
    authors[].account	Account or null. Who it is, or who acted.
    history	List of objects. The newest day first.
    history[].day	String.
    history[].uses	Integer.
    history[].accounts	Integer. How many accounts used it.
    > {
    >   "url": "https://shore.example/~juniper/sewing-for-kitchens",
    >   "title": "Sewing for kitchens",
    >   "description": "A binding that lies flat, wipes clean and forgives. With diagrams.",
    >   "provider": "", "authors": [],
    >   "history": [{"day": "2026-11-23", "uses": 1, "accounts": 1}]
    > }
    @ notification
    A notification, or a group of them.
    id	String. The id, which any command takes.
    ids	List of string. The ids of all notifications in the group.
    count	Integer. How many it stands for.
    type	String. As the server names it.
    created_at	String. ISO 8601 in UTC.
    unread	Boolean. Whether it is newer than what was read.
    text	String. Plain text with whole links.
    account	Account.
    accounts	List of account. Accounts listed here, or that the command acted on.
    status	Post or null. The post that it is about.
    fallback	String or null. The server's own title for a type that is not known.
    > {
    >   "id": "49", "ids": ["49"], "count": 1, "type": "favourite",
    >   "created_at": "2026-11-26T07:50:32.588Z", "unread": true,
    >   "text": "Heron favourited", "account": {"id": "1004", "name": "Heron", …},
    >   "accounts": [{"id": "1004", "name": "Heron", …}],
    >   "status": {"id": "117681645868941312", "url": "https://social.example/@you/117681645868941312", …},
    >   "fallback": null
    > }
    @ poll
    A poll.
    id	String. The id, which any command takes.
    options	List of objects. In the order of the numbers.
    options[].title	String.
    options[].votes	Integer or null. Null while the results are hidden.
    votes	Integer or null. Null while the results are hidden.
    voters	Integer or null. How many people voted.
    multiple	Boolean. Whether several options can be chosen.
    ends_at	String or null. ISO 8601 in UTC.
    ended	Boolean. Whether it is over.
    voted	Boolean. By this account.
    own_votes	List of integer. Numbers from 1, as vote takes them.
    > {
    >   "id": "117665143159062528",
    >   "options": [{"title": "Boiler No. 2", "votes": 14}], "votes": 113,
    >   "voters": null, "multiple": false, "ends_at": "2026-11-24T03:53:19.473Z",
    >   "ended": false, "voted": false, "own_votes": []
    > }
    @ post
    A post.
    id	String. The id, which any command takes.
    url	String or null. The address.
    uri	String. The same on every server.
    account	Account.
    created_at	String. ISO 8601 in UTC.
    edited_at	String or null. ISO 8601 in UTC; null if it was never edited.
    text	String. Plain text with whole links.
    html	String. The text as the server sent it.
    content_warning	String or null. The text is included although a screen hides it.
    sensitive	Boolean. Whether its media are hidden on a screen.
    visibility	String or null. As the server sends it: public, unlisted, private, direct…
    language	String or null. A code such as en.
    in_reply_to_id	String or null. The id of the post that it answers.
    in_reply_to_account_id	String or null. The author of that post.
    counts	Object. How many of each the server counts.
    counts.replies	Integer.
    counts.boosts	Integer.
    counts.favourites	Integer.
    counts.quotes	Integer.
    favourited	Boolean. By this account.
    boosted	Boolean. By this account.
    bookmarked	Boolean. By this account.
    pinned	Boolean. To the profile of this account.
    muted	Boolean. Whether this account muted its conversation.
    application	Object or null. The application that it was posted with.
    application.name	String.
    application.website	String or null.
    quote_policy	Object or null. Who may quote it; null if the server does not say.
    quote_policy.automatic	List of string. Who may without approval: public, followers, following.
    quote_policy.manual	List of string. Who may with approval.
    quote_policy.you	String. Whether this account may: automatic, manual, denied or unknown.
    media	List of attachment. Its attachments.
    poll	Poll or null. The poll, or null.
    link	Object or null. The preview of a link.
    link.title	String.
    link.url	String or null. The address.
    card	Object or null. The preview of a linked page.
    card.url	String.
    card.title	String.
    card.description	String.
    card.type	String. link, photo, video or rich.
    card.provider	String. The name of the site.
    card.provider_url	String.
    card.authors	List of objects. Of the page.
    card.authors[].name	String.
    card.authors[].url	String.
    card.authors[].account	Account or null.
    card.image	String or null. A picture.
    card.image_description	String.
    card.blurhash	String or null.
    card.language	String or null. A code such as en.
    card.published_at	String or null. ISO 8601 in UTC.
    links	List of string. Addresses, numbered as link N M numbers them.
    mentions	List of string. Handles.
    mentioned_accounts	List of objects. The same with their ids.
    mentioned_accounts[].id	String. The id, which any command takes.
    mentioned_accounts[].acct	String. The handle, without the @.
    mentioned_accounts[].url	String or null. The address.
    tags	List of string. Names without the #.
    emojis	List of objects. The custom emoji in it.
    emojis[].shortcode	String. Without the colons.
    emojis[].url	String or null. The picture.
    filtered	List of string. The titles of your filters that hide it here.
    boosted_by	Account or null. Who boosted it; null for no boost.
    boost_id	String or null. The id of the boost, which is its place in a timeline.
    boosted_at	String or null. When; ISO 8601 in UTC.
    quote	Object or null. What it quotes, and whether that was approved.
    quote.state	String.
    quote.status	Object or null.
    quote.status.id	String. The id, which any command takes.
    quote.status.url	String or null. The address.
    quote.status.uri	String. The same on every server.
    quote.status.account	Account.
    quote.status.created_at	String. ISO 8601 in UTC.
    quote.status.edited_at	String or null. ISO 8601 in UTC; null if it was never edited.
    quote.status.text	String. Plain text with whole links.
    quote.status.html	String. The text as the server sent it.
    quote.status.content_warning	String or null. The text is included although a screen hides it.
    quote.status.sensitive	Boolean. Whether its media are hidden on a screen.
    quote.status.visibility	String or null. As the server sends it: public, unlisted, private, direct…
    quote.status.language	String or null. A code such as en.
    quote.status.in_reply_to_id	String or null. The id of the post that it answers.
    quote.status.in_reply_to_account_id	String or null. The author of that post.
    quote.status.counts	Object. How many of each the server counts.
    quote.status.counts.replies	Integer.
    quote.status.counts.boosts	Integer.
    quote.status.counts.favourites	Integer.
    quote.status.counts.quotes	Integer.
    quote.status.favourited	Boolean. By this account.
    quote.status.boosted	Boolean. By this account.
    quote.status.bookmarked	Boolean. By this account.
    quote.status.pinned	Boolean. To the profile of this account.
    quote.status.muted	Boolean. Whether this account muted its conversation.
    quote.status.application	Object or null. The application that it was posted with.
    quote.status.application.name	String.
    quote.status.application.website	String or null.
    quote.status.quote_policy	Object or null. Who may quote it; null if the server does not say.
    quote.status.quote_policy.automatic	List of string. Who may without approval: public, followers, following.
    quote.status.quote_policy.manual	List of string. Who may with approval.
    quote.status.quote_policy.you	String. Whether this account may: automatic, manual, denied or unknown.
    quote.status.media	List of attachment. Its attachments.
    quote.status.poll	Poll or null.
    quote.status.link	Link.
    quote.status.card	Object or null. The preview of a linked page.
    quote.status.card.url	String.
    quote.status.card.title	String.
    quote.status.card.description	String.
    quote.status.card.type	String. link, photo, video or rich.
    quote.status.card.provider	String. The name of the site.
    quote.status.card.provider_url	String.
    quote.status.card.authors	List of objects. Of the page.
    quote.status.card.authors[].name	String.
    quote.status.card.authors[].url	String.
    quote.status.card.authors[].account	Account or null.
    quote.status.card.image	String or null. A picture.
    quote.status.card.image_description	String.
    quote.status.card.blurhash	String or null.
    quote.status.card.language	String or null. A code such as en.
    quote.status.card.published_at	String or null. ISO 8601 in UTC.
    quote.status.links	List of string. Addresses, numbered as link N M numbers them.
    quote.status.mentions	List of string. Handles.
    quote.status.mentioned_accounts	List of objects. The same with their ids.
    quote.status.mentioned_accounts[].id	String. The id, which any command takes.
    quote.status.mentioned_accounts[].acct	String. The handle, without the @.
    quote.status.mentioned_accounts[].url	String or null. The address.
    quote.status.tags	List of string. Names without the #.
    quote.status.emojis	List of objects. The custom emoji in it.
    quote.status.emojis[].shortcode	String. Without the colons.
    quote.status.emojis[].url	String or null. The picture.
    > {
    >   "id": "117681645868941312",
    >   "url": "https://social.example/@you/117681645868941312",
    >   "uri": "https://social.example/users/you/statuses/117681645868941312",
    >   "account": {"id": "1001", "name": "You", …},
    >   "created_at": "2026-11-26T07:50:10.842Z", "edited_at": null,
    >   "text": "A quote", "html": "<p>A quote</p>", "content_warning": null,
    >   "sensitive": false, "visibility": "public", "language": "en",
    >   "in_reply_to_id": null, "in_reply_to_account_id": null,
    >   "counts": {"replies": 0, "boosts": 0, "favourites": 0, "quotes": 0},
    >   "favourited": false, "boosted": false, "bookmarked": false,
    >   "pinned": false, "muted": false,
    >   "application": {"name": "Howdah", "website": null},
    >   "quote_policy": {"automatic": ["public"], "manual": [], "you": "automatic"},
    >   "media": [], "poll": null, "link": null, "card": null, "links": [],
    >   "mentions": [], "mentioned_accounts": [], "tags": [], "emojis": [],
    >   "filtered": [], "boosted_by": null, "boost_id": null, "boosted_at": null,
    >   "quote": {
    >     "state": "accepted",
    >     "status": {
    >       "id": "117681628666396672",
    >       "url": "https://social.example/@heron/117681628666396672",
    >       "uri": "https://social.example/users/heron/statuses/117681628666396672",
    >       "account": {"id": "1004", "name": "Heron", …},
    >       "created_at": "2026-11-26T07:45:48.352Z", "edited_at": null,
    >       "text": "Somebody was at the weir before me. He did not say good…",
    >       "html": "<p>Somebody was at the weir before me. He did not say good…",
    >       "content_warning": null, "sensitive": false, "visibility": "public",
    >       "language": "en", "in_reply_to_id": null,
    >       "in_reply_to_account_id": null,
    >       "counts": {"replies": 0, "boosts": 1, "favourites": 6, "quotes": 1},
    >       "favourited": false, "boosted": false, "bookmarked": false,
    >       "pinned": false, "muted": false, "application": null,
    >       "quote_policy": {"automatic": ["public"], "manual": [], "you": "automatic"},
    >       "media": [{"id": "201", "type": "image", …}], "poll": null,
    >       "link": null, "card": null, "links": [], "mentions": [],
    >       "mentioned_accounts": [], "tags": ["canal"], "emojis": []
    >     }
    >   }
    > }
    @ profile
    An account with its profile.
    id	String. The id, which any command takes.
    name	String. As it is displayed.
    acct	String. The handle, without the @.
    url	String or null. The address.
    bot	Boolean. Whether it says so.
    locked	Boolean. Whether followers need its agreement.
    note	String or null. Plain text.
    fields	List of objects. Of the form or of the profile.
    fields[].name	String.
    fields[].value	String.
    fields[].html	String. The value as the server sent it.
    fields[].verified	Boolean.
    fields[].verified_at	String or null. ISO 8601 in UTC.
    counts	Object. How many of each the server counts.
    counts.posts	Integer.
    counts.following	Integer.
    counts.followers	Integer.
    created_at	String. ISO 8601 in UTC.
    last_status_at	String or null. The day of the latest post, as 2026-11-23.
    username	String. The handle without its server.
    uri	String or null. The same on every server.
    note_html	String. The note as the server sent it.
    avatar	String or null. The address of the picture.
    avatar_description	String. Its alt text.
    header	String or null. The address of the picture above the profile.
    header_description	String. Its alt text.
    roles	List of objects. On its server, where it shows them.
    roles[].id	String.
    roles[].name	String.
    roles[].color	String.
    group	Boolean. Whether it passes on what others write.
    discoverable	Boolean or null. Whether the server may recommend it; null if it does not say.
    indexable	Boolean or null. Whether its public posts can be found by searching; null if the server does not say.
    hide_collections	Boolean or null. Whether followers and followed accounts are hidden; null if the server does not say.
    suspended	Boolean. Whether moderators closed it.
    limited	Boolean. Whether moderators hid it from those who do not follow it.
    emojis	List of objects. The custom emoji in it.
    emojis[].shortcode	String. Without the colons.
    emojis[].url	String or null. The picture.
    moved_to	Account or null. Its new account.
    memorial	Boolean. Whether its owner has died.
    relationship	Relationship or null. Null if the server does not say.
    reason	Optional: string or null. Why it is listed.
    state	Optional: string or null. In a collection: accepted or pending.
    item_id	Optional: string or null. The id of its place in a collection.
    > {
    >   "id": "1002", "name": "Wren Alder", "acct": "wren",
    >   "url": "https://social.example/@wren", "bot": false, "locked": false,
    >   "note": "Three hives behind the signal box. Honey in August, opinions all year.",
    >   "fields": [
    >     {
    >       "name": "Hives", "value": "Patience, Prudence, Parliament",
    >       "html": "<p>Patience, Prudence, Parliament</p>", "verified": false,
    >       "verified_at": null
    >     }
    >   ],
    >   "counts": {"posts": 12, "following": 10, "followers": 9},
    >   "created_at": "2024-07-14T00:00:00.000Z", "last_status_at": "2026-11-26",
    >   "username": "wren", "uri": "https://social.example/users/wren",
    >   "note_html": "<p>Three hives behind the signal box. Honey in August,…",
    >   "avatar": "https://social.example/avatars/wren.png",
    >   "avatar_description": "",
    >   "header": "https://social.example/headers/wren.png",
    >   "header_description": "", "roles": [], "group": false,
    >   "discoverable": true, "indexable": true, "hide_collections": false,
    >   "suspended": false, "limited": false, "emojis": [], "moved_to": null,
    >   "memorial": false, "relationship": null, "state": "accepted",
    >   "item_id": "2"
    > }
    @ relationship
    How this account and another one relate.
    following	Boolean. Whether you follow the account.
    followed_by	Boolean. Whether it follows you.
    requested	Boolean. Whether your request waits for its answer.
    requested_by	Boolean. Whether its follow request waits for your answer.
    notifying	Boolean. Whether you are notified of its posts.
    showing_boosts	Boolean. Whether its boosts are in your home timeline.
    languages	List of string. Whose posts you see; empty for all.
    muting	Boolean.
    muting_notifications	Boolean. Whether its notifications are muted too.
    muting_until	String or null. ISO 8601 in UTC; null for no end.
    blocking	Boolean.
    blocked_by	Boolean.
    domain_blocking	Boolean. Whether you block its server.
    endorsed	Boolean. Whether it is featured on your profile.
    note	String or null. Your own note.
    > {
    >   "following": true, "followed_by": true, "requested": false,
    >   "requested_by": false, "notifying": false, "showing_boosts": true,
    >   "languages": [], "muting": false, "muting_notifications": false,
    >   "muting_until": null, "blocking": false, "blocked_by": false,
    >   "domain_blocking": false, "endorsed": false, "note": ""
    > }
    @ rule
    A rule of the server.
    id	String. The id, which any command takes.
    text	String. Plain text with whole links.
    hint	String or null. The rule in more words.
    > {
    >   "id": "1", "text": "Say what you mean, kindly.",
    >   "hint": "Kindly is not the same as softly."
    > }
    @ setting
    A setting.
    name	String. As set takes it.
    section	String. Of the settings screen.
    summary	String. What it is for.
    value	String. One that can be typed; the visibility of a post is the API's.
    source	String. Where the value comes from.
    default	String. The value without a setting.
    choices	List of string. The values that it takes, where they are few.
    minimum	Integer or null. Null if it is no number.
    maximum	Integer or null. Null if it is no number.
    > {
    >   "name": "language", "section": "Posting",
    >   "summary": "the language of new posts", "value": "en", "source": "server",
    >   "default": "auto", "choices": ["auto"], "minimum": null, "maximum": null
    > }
    @ tab
    A tab.
    id	String. The id, which any command takes.
    title	String.
    label	String or null. What is shown in it.
    path	List of objects. The screens from the first to the current one.
    path[].kind	String.
    path[].id	String or null.
    path[].label	String or null.
    sheet	Object or null. The form or text over it; null without one.
    sheet.kind	Optional: string. As the server or the screen names it.
    sheet.label	Optional: string.
    sheet.unsaved	Optional: boolean.
    waiting	List of objects. Sheets below that one.
    waiting[].kind	String.
    waiting[].label	String.
    waiting[].unsaved	Boolean.
    > {
    >   "id": "notifications", "title": "Notifications", "label": "notifications",
    >   "path": [], "sheet": null, "waiting": []
    > }
    @ # Kinds
    The documents by the name of their screen, after those of every command. An example is cut short: a list to its first item, a long text, and with … a value of a type above.
    @ confirmation
    What a command has done, with the members of that command; docs/json.md lists them by command.
    ok	Boolean. False if the server left a part out, which `dropped` names.
    message	String. What was done, for users.
    dropped	Optional: list of string. The parts that the server left out of what was asked for, such as `poll`; the exit code is 8 then.
    list	Optional: object. As in lists.
    list.id	String. The id, which any command takes.
    list.title	String.
    list.replies	String.
    list.exclusive	Boolean.
    accounts	Optional: list of {id, acct, relationship} or string. Accounts listed here, or that the command acted on; of a list their handles, without the @.
    id	Optional: string. The id, which any command takes.
    url	Optional: string or null. The address.
    statuses	Optional: list of {id, url, favourited, boosted, bookmarked, pinned, thread_muted} or string. The posts that the command was about.
    deleted	Optional: string or integer or null. An id, null for several, or how many there were.
    sent_before	Optional: boolean. Present with --key: the post went out before.
    ids	Optional: list of string. The ids of everything that the command acted on.
    settings	Optional: string by name. The value of each setting, by its name.
    setting	Optional: setting.
    accepted	Optional: boolean. Whether the server would take the post.
    characters	Optional: integer. As the server counts them.
    characters_left	Optional: integer. Below zero if there are too many.
    max_characters	Optional: integer. Of the server.
    attachments	Optional: integer. How many.
    max_attachments	Optional: integer. Of the server.
    scheduled_id	Optional: string. The id of a scheduled post.
    scheduled_at	Optional: string or null. ISO 8601 in UTC.
    draft	Optional: string. The id of the draft that keeps the text.
    automatic	Optional: list of string. Who may quote at once.
    manual	Optional: list of string. Who may quote after you agreed.
    quote_policy	Optional: string or null. Who may quote the post.
    group	Optional: object. As in groups.
    group.id	String. The id, which any command takes.
    group.title	String.
    group.symbol	String.
    group.tags	List of string. Names without the #.
    group.all	List of string.
    group.none	List of string.
    server	Optional: object. As in servers.
    server.id	String. The id, which any command takes.
    server.name	String.
    server.host	String.
    field	Optional: field.
    filter	Optional: filter.
    account	Optional: profile or string. Who it is, or who acted.
    category	Optional: string. spam, legal, violation or other.
    forwarded	Optional: boolean. Whether the report goes to the other server too.
    policy	Optional: object.
    policy.not-following	String.
    policy.not-followers	String.
    policy.new-accounts	String.
    policy.private-mentions	String.
    policy.limited-accounts	String.
    pending_requests	Optional: integer.
    pending_notifications	Optional: integer.
    following	Optional: boolean. Whether you follow now.
    requested	Optional: boolean. Whether the other account has to agree first.
    note	Optional: string or null. Your own note.
    domain	Optional: string. The name of a server.
    blocked	Optional: boolean. Whether it is blocked now.
    tag	Optional: string or null. Without the #.
    featured	Optional: boolean. Whether it is on your profile now.
    year	Optional: integer. Of a report.
    state	Optional: string. As the server names it.
    collection	Optional: collection.
    dismissed	Optional: list of string. Ids.
    path	Optional: string. Of the file.
    bytes	Optional: integer. The size of the file.
    type	Optional: string or null. The MIME type.
    files	Optional: list of objects. Each file that was written.
    files[].path	String.
    files[].bytes	Integer.
    files[].type	String. As the server names it.
    file	Optional: string or null. The path of the file that was written; null if nothing is recorded.
    lines	Optional: integer. How many lines were written to the file, behind `>` or `>>`.
    kind	Optional: string or null. As the server or the screen names it.
    dry_run	Optional: boolean. Whether nothing was changed.
    added	Optional: list of string or integer. What was added; of a collection, how many accounts.
    changed	Optional: list of string. Whether it was changed, or what was.
    already	Optional: integer.
    failed	Optional: list of objects.
    failed[].line	Integer. Of the file.
    failed[].name	String.
    failed[].code	String. As of an error.
    failed[].reason	String. For users.
    left	Optional: integer. How many entries were not tried, because the import was stopped.
    alias	Optional: object. The name of your own command.
    alias.name	String.
    alias.command	String.
    revoked	Optional: boolean. An id.
    pending	Optional: integer. How many accounts have to agree first.
    announcement	Optional: string. The id of the announcement.
    reaction	Optional: string. An emoji, or the name of one of the server's.
    on	Optional: boolean. Whether the reaction was added; false if it was removed.
    plugin	Optional: string. The name of a plugin.
    allowed	Optional: list of string. The commands that the plugin may ask for.
    urls	Optional: list of string or null. The addresses of the attachments that were opened.
    sends_in	Optional: integer. In how many seconds the post is sent.
    quoted_status_id	Optional: string. The id of the post that is no longer quoted.
    removed	Optional: integer. How many accounts were removed from a collection.
    subscription	Optional: object. As in push-status.
    subscription.account	String. The handle of the account.
    subscription.endpoint	String.
    subscription.alerts	List of string.
    subscription.policy	String.
    subscription.standing	String.
    confirmed	Optional: false. Present while the server waits for the confirmation of a new account.
    outcome	Optional: string or null. What the running Howdah did: `waiting` or `kept`.
    vault	Optional: string. Where secrets are kept now.
    moved	Optional: integer. How many secrets were moved.
    relieved	Optional: list of string. The cached objects that were released.
    timeline	Optional: string. What is watched, as the words after `watch`.
    > {
    >   "schema": 1, "ok": true, "message": "Favourited Heron's post.",
    >   "statuses": [
    >     {
    >       "id": "117665179804958720",
    >       "url": "https://social.example/@heron/117665179804958720",
    >       "favourited": true, "boosted": false, "bookmarked": false
    >     }
    >   ]
    > }
    @ error
    One object on standard error. `code`, `exit_code`, `partial` and `left` are for scripts, `message` and `suggestion` for users.
    error	Object. What happened, and what to do.
    error.code	String. A short stable name.
    error.message	String. What was done, for users.
    error.suggestion	String. What to do, for users.
    error.exit_code	Integer. The exit code of the program.
    error.partial	Boolean. Whether a part of the command was done.
    error.left	List of string or null. What was not done, beginning with what failed: ids, or lines of an import by name.
    error.http_status	Optional: integer. The status code of the answer to api.
    error.retry_after	Optional: integer or null. Present with rate_limited: the seconds to wait; null if the server names none.
    error.draft	Optional: string or null. The id of the draft that keeps the text; null if it could not be saved.
    error.queued	Optional: true. Present if it waits in the outbox.
    error.accepted	Optional: boolean. Whether the server would take the post.
    error.characters	Optional: integer. As the server counts them.
    error.characters_left	Optional: integer. Below zero if there are too many.
    error.max_characters	Optional: integer. Of the server.
    error.attachments	Optional: integer. How many.
    error.max_attachments	Optional: integer. Of the server.
    > {
    >   "schema": 1,
    >   "error": {
    >     "code": "not_found", "message": "There are no jobs.",
    >     "suggestion": "Type & after a command to run it in the background.",
    >     "exit_code": 4, "partial": false, "left": null
    >   }
    > }
    @ progress
    One object on standard error at most once a second, while a command takes longer.
    progress	Object.
    progress.read	Optional: integer. How much of a list was read; only then.
    progress.done	Optional: integer. How many of `total` were done; only then.
    progress.total	Optional: integer. Of how many.
    progress.message	Optional: string. Why the command waits; alone.
    > {"schema": 1, "progress": {"done": 40, "total": 120}}
    @ message
    A message for users on standard error that is not the answer of a command.
    text	String. Plain text with whole links.
    > {
    >   "schema": 1,
    >   "text": "The token is still valid because it was added with login…"
    > }
    @ parse
    One object for each line with `--parse`, which runs nothing.
    line	Integer. The number of the line, from 1.
    understood	Boolean. Whether the line would be run; a line of a text always is.
    code	Optional: string. As of an error; only if it would be refused, as are the next two.
    message	Optional: string. Why it would be refused, for users.
    suggestion	Optional: string. What to do, for users.
    > {
    >   "schema": 1, "line": 2, "understood": false, "code": "usage",
    >   "message": "Unknown command “hme”.", "suggestion": "Did you mean home?"
    > }
    @ watch
    Each line of `watch`, and what the program of its `--exec` reads.
    event	"post" or "edit" or "delete" or "notification" or "conversation". What has happened: post, notification or conversation; with --changes also edit and delete.
    timeline	String. What is watched, as the words after watch.
    post	Optional: post. For post, and for edit as the post is now.
    id	Optional: string. For delete: the id of the post that is gone, or of the boost.
    notification	Optional: notification. For notification.
    conversation	Optional: conversation. For conversation.
    > {
    >   "schema": 1, "event": "post", "timeline": "home",
    >   "post": {"id": "117681644532531200", "url": "https://social.example/@you/117681644532531200", …}
    > }
    @ about
    Printed by `about`.
    version	String. Of the program.
    supporter	Boolean. Whether the setting supporter is yes.
    > {
    >   "schema": 1, "screen": "about", "version": "0.1.0", "supporter": false,
    >   "items": []
    > }
    @ accounts
    Printed by `accounts`.
    accounts	List of string. Accounts listed here, or that the command acted on.
    unconfirmed	List of string. Those that their server does not let in yet.
    current	String. The handle of the account that commands act as.
    live	String or null. connected, connecting, waiting, polling, ended or off; null in a script.
    > {
    >   "schema": 1, "screen": "accounts", "accounts": ["you@social.example"],
    >   "unconfirmed": [], "current": "you@social.example", "live": null,
    >   "items": []
    > }
    @ aliases
    Printed by `alias`.
    aliases	List of objects. Your own commands.
    aliases[].name	String.
    aliases[].command	String.
    > {
    >   "schema": 1, "screen": "aliases",
    >   "aliases": [{"name": "gm", "command": "post \"Good morning\""}],
    >   "items": []
    > }
    @ announcements
    Printed by `announcements`.
    unread	Integer or boolean or null. How many are unread.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].text	String. Plain text with whole links.
    items[].read	Boolean or null.
    items[].published_at	String.
    items[].starts_at	String or null.
    items[].ends_at	String or null.
    items[].all_day	Boolean.
    items[].reactions	List of objects.
    items[].reactions[].name	String.
    items[].reactions[].count	Integer.
    items[].reactions[].me	Boolean.
    items[].reactions[].url	String or null. The address.
    > {
    >   "schema": 1, "screen": "announcements", "unread": 1,
    >   "items": [
    >     {
    >       "id": "1",
    >       "text": "The upper lock closes on Thursday night for its yearly…",
    >       "read": false, "published_at": "2026-11-22T08:06:39.064Z",
    >       "starts_at": null, "ends_at": null, "all_day": false,
    >       "reactions": [{"name": "🧹", "count": 2, "me": false, "url": null}]
    >     }
    >   ]
    > }
    @ annual-report
    Printed by `annual-report`.
    year	Integer. The year.
    archetype	String or null. The server's word for how you posted, such as booster.
    url	String or null. The address of the page that others see.
    months	List of objects. The months of the year.
    months[].month	Integer. From 1 to 12.
    months[].posts	Integer. How many you wrote.
    months[].following	Integer. How many accounts you followed.
    months[].followers	Integer. How many followers you gained.
    hashtags	List of objects. The hashtags that you used most.
    hashtags[].name	String. Without the #.
    hashtags[].count	Integer. How often you used it.
    top	Object. The ids of the posts that did best.
    top.boosts	String or null.
    top.favourites	String or null.
    top.replies	String or null.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "annual-report", "year": 2026,
    >   "archetype": "oracle", "url": null,
    >   "months": [{"month": 1, "posts": 0, "following": 0, "followers": 0}],
    >   "hashtags": [],
    >   "top": {
    >     "boosts": "117681132069453824", "favourites": "117665206375415808",
    >     "replies": "117665206375415808"
    >   },
    >   "items": [
    >     {"id": "117681132069453824", "url": "https://social.example/@you/117681132069453824", …}
    >   ]
    > }
    @ attachments
    Printed by `attachments` in the composer.
    files	List of file. The files of the post, in order.
    > {"schema": 1, "screen": "attachments", "files": [], "items": []}
    @ blocks
    Printed by `blocks`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "blocks", "total": null, "has_older": false,
    >   "cursor": null, "items": []
    > }
    @ bookmarks
    Printed by `bookmarks`, `favourites`, `mentions`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "bookmarks", "timeline": "bookmarks",
    >   "has_older": false, "cursor": null, "hidden": {}, "items": []
    > }
    @ boosters
    Printed by `boosters`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "boosters", "total": null, "has_older": false,
    >   "cursor": null, "items": [{"id": "1002", "name": "Wren Alder", …}]
    > }
    @ collection
    Printed by `collection N`.
    collection	Collection.
    owner	Account or null.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "collection",
    >   "collection": {"id": "710001", "name": "Awake at three", …}, "owner": null,
    >   "account": "rook@social.example",
    >   "items": [{"id": "1004", "name": "Heron", …}]
    > }
    @ collections
    Printed by `collections`.
    subject	String. own, account or with_me.
    items	List of collection. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "collections", "subject": "account",
    >   "items": [{"id": "710001", "name": "Awake at three", …}]
    > }
    @ completion
    Printed by `completion`.
    shell	String. bash, zsh or fish.
    script	String. To be read by the shell.
    > {
    >   "schema": 1, "screen": "completion", "shell": "bash",
    >   "script": "# Completion of howdah for bash: source <(howdah completion bash)",
    >   "items": []
    > }
    @ composer
    Printed by the composer.
    draft	Draft.
    items	List of objects. What has a number on the screen, in order.
    items[].line	Integer.
    items[].text	String. Plain text with whole links.
    > {
    >   "schema": 1, "screen": "composer",
    >   "draft": {"id": "01M83XYGPQW8M96Z1R1ZWTAX0B", "account": "you@social.example", …},
    >   "items": []
    > }
    @ connection
    Printed by `status`.
    account	String. Who it is, or who acted.
    server	String. Its name.
    reachable	Boolean. Whether it answered.
    milliseconds	Integer or null. How long its answer took; null without one.
    live	String or null. As in where.
    streams_work	Boolean or null. Whether the server answers streams; null if it was not asked.
    rate_limit	Object or null. How many requests the server still allows; null if it does not say.
    rate_limit.limit	Integer or null.
    rate_limit.remaining	Integer.
    rate_limit.resets_at	String or null.
    outbox	Integer. How many requests wait.
    drafts	Integer. How many there are.
    > {
    >   "schema": 1, "screen": "connection", "account": "you@social.example",
    >   "server": "social.example", "reachable": true, "milliseconds": 11,
    >   "live": null, "streams_work": true,
    >   "rate_limit": {"limit": 300, "remaining": 299, "resets_at": "2026-11-23T10:10:00.000Z"},
    >   "outbox": 0, "drafts": 6, "items": []
    > }
    @ conversation
    Printed by `conversation open N`.
    id	String. The id, which any command takes.
    accounts	List of account. Accounts listed here, or that the command acted on.
    unread	Integer or boolean or null. How many are unread.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "conversation", "id": "4",
    >   "accounts": [{"id": "1003", "name": "Rook", …}], "unread": true,
    >   "items": [
    >     {"id": "117681644755484672", "url": "https://social.example/@rook/117681644755484672", …}
    >   ]
    > }
    @ conversations
    Printed by `conversations`.
    unread	Integer or boolean or null. How many are unread.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of conversation. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "conversations", "unread": 3, "has_older": false,
    >   "cursor": null, "items": [{"id": "4", "unread": true, …}]
    > }
    @ copy
    Printed by `copy N`.
    link	Optional: string. The address, if that was asked for.
    copied	Boolean. Whether the terminal's clipboard was set.
    text	Optional: string. Plain text with whole links.
    > {
    >   "schema": 1, "screen": "copy",
    >   "link": "https://social.example/@heron/117665179804958720",
    >   "copied": false, "items": []
    > }
    @ diagnose
    Printed by `diagnose`.
    version	String.
    system	String or null.
    terminal	String or null.
    language	String or null. A code such as en.
    account	String or null. Who it is, or who acted.
    server_software	String or null.
    api_version	String or null.
    server_lacks	String or null.
    live	String or null.
    requests_left	String or null.
    proxy	String or null. The proxies in use, without names and passwords, or none.
    files	String or null.
    settings	String or null.
    warnings	String or null.
    errors	String or null.
    > {
    >   "schema": 1, "screen": "diagnose", "version": "0.1.0",
    >   "system": "Linux 6.18.44-fc-v657 x86_64", "terminal": "",
    >   "language": "C.UTF-8", "account": "signed in",
    >   "server_software": "Mastodon 4.6.0", "api_version": "10",
    >   "server_lacks": "", "live": "off", "requests_left": null, "proxy": "none",
    >   "files": "settings 0 B, accounts 253 B, database 4 kB", "settings": "",
    >   "warnings": "0 in this run", "errors": "", "items": []
    > }
    @ directory
    Printed by `directory`.
    local	Boolean. Whether only accounts of this server are listed.
    order	String. active or new.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "directory", "local": false, "order": "active",
    >   "has_older": true, "cursor": "?offset=11",
    >   "items": [{"id": "1002", "name": "Wren Alder", …}]
    > }
    @ domain-blocks
    Printed by `domain-blocks`.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of objects. What has a number on the screen, in order.
    items[].domain	String.
    > {
    >   "schema": 1, "screen": "domain-blocks", "has_older": false, "cursor": null,
    >   "items": [{"domain": "spam.example"}]
    > }
    @ drafts
    Printed by `drafts`.
    items	List of draft. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "drafts",
    >   "items": [{"id": "01M83XYGPQW8M96Z1R1ZWTAX0B", "account": "you@social.example", …}]
    > }
    @ dry-run
    Printed by any command that changes something, with `--dry-run`.
    requests	List of objects. In the order in which they would be sent.
    requests[].method	String. The HTTP method.
    requests[].path	String. The path, percent-encoded.
    requests[].parameters	List of objects. Those of the query and of the body, in order.
    requests[].parameters[].name	String.
    requests[].parameters[].value	String. A secret is `…`.
    requests[].files	List of objects. What would be uploaded.
    requests[].files[].name	String. The name of the field.
    requests[].files[].path	String.
    requests[].files[].bytes	Integer or null. The size; null if it cannot be read.
    requests[].files[].type	String. The MIME type.
    complete	Boolean. False if what would follow depends on an answer that only the server can give.
    > {
    >   "schema": 1, "screen": "dry-run",
    >   "requests": [
    >     {
    >       "method": "POST",
    >       "path": "/api/v1/statuses/117665182839472128/favourite",
    >       "parameters": [], "files": []
    >     }
    >   ],
    >   "complete": true, "items": []
    > }
    @ endorsed
    Printed by `endorsed`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "endorsed", "total": null, "has_older": false,
    >   "cursor": null, "items": []
    > }
    @ export
    Printed by `export KIND`.
    kind	"follows" or "lists" or "mutes" or "blocks" or "domain-blocks" or "bookmarks" or "followed-tags" or "groups" or "servers". The word after `export`.
    entries	List of objects. In the order of the file; the members depend on the kind.
    entries[].name	String. An account's address, a domain, a post's address, a hashtag or a server, by the kind.
    entries[].boosts	Optional: boolean. Of follows: whether boosts are shown.
    entries[].notify	Optional: boolean. Of follows: whether each post is notified.
    entries[].languages	Optional: list of string. Of follows: the languages that are shown; all if empty.
    entries[].list	Optional: string. Of lists: the title of the list.
    entries[].hide_notifications	Optional: boolean. Of mutes: whether notifications are hidden too.
    entries[].group	Optional: string. Of groups: the name of the group.
    entries[].match	Optional: "any" or "all" or "none". Of groups: what the hashtag is in it.
    entries[].symbol	Optional: string. Of groups: the symbol of the group.
    entries[].title	Optional: string. Of servers: your name for it.
    > {
    >   "schema": 1, "screen": "export", "kind": "follows",
    >   "entries": [
    >     {
    >       "name": "juniper@shore.example", "boosts": true, "notify": false,
    >       "languages": []
    >     }
    >   ],
    >   "items": []
    > }
    @ familiar
    Printed by `familiar`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "familiar", "total": null, "has_older": false,
    >   "cursor": null, "items": [{"id": "1002", "name": "Wren Alder", …}]
    > }
    @ favouriters
    Printed by `favouriters`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "favouriters", "total": null, "has_older": false,
    >   "cursor": null, "items": [{"id": "1009", "name": "Moss", …}]
    > }
    @ favourites
    Printed by `bookmarks`, `favourites`, `mentions`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "favourites", "timeline": "favourites",
    >   "has_older": false, "cursor": null, "hidden": {}, "items": []
    > }
    @ featured-tags
    Printed by `featured-tags`.
    text	Optional: string. Plain text, while there are none.
    items	List of objects. What has a number on the screen, in order.
    items[].name	String.
    items[].posts	Integer.
    items[].url	String or null. The address.
    items[].last_post_at	String or null.
    > {
    >   "schema": 1, "screen": "featured-tags", "text": "Hashtags on your profile",
    >   "items": []
    > }
    @ filter-form
    Printed by a form.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. What it is doing.
    items	List of field. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "filter-form", "what": "new filter",
    >   "changed": true, "phase": "editing",
    >   "items": [
    >     {"name": "title", "summary": "name of the filter, shown in place of a folded post", …}
    >   ]
    > }
    @ filter-posts
    Printed by `filter posts NAME`.
    filter	String. Its title.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {"schema": 1, "screen": "filter-posts", "filter": "2", "items": []}
    @ filter-why
    Printed by `filter why N`.
    id	String. The id, which any command takes.
    matches	List of objects. The filters that match.
    matches[].id	String. The id, which any command takes.
    matches[].title	String.
    matches[].action	String.
    matches[].contexts	List of string. Where the filter applies.
    matches[].keywords	List of string. The words that matched.
    matches[].is_post	Boolean. Whether the filter is about the post itself.
    matches[].applies	Boolean.
    content_warning	String or null. The text is included although a screen hides it.
    sensitive	Boolean. Whether its media are hidden on a screen.
    muted	Boolean. Whether the author or the thread is muted.
    > {
    >   "schema": 1, "screen": "filter-why", "id": "117665179804958720",
    >   "matches": [], "content_warning": null, "sensitive": false, "muted": false,
    >   "items": []
    > }
    @ filtered
    Printed by `filtered`.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of filtered sender. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "filtered", "has_older": false, "cursor": null,
    >   "items": []
    > }
    @ filters
    Printed by `filters`.
    text	Optional: string. What the screen says; only without items.
    ok	Optional: boolean. Only after save of a form; false if the server left a part out.
    message	Optional: string. What was saved; only after save of a form.
    dropped	Optional: list of string. What the server left out; only then.
    items	List of filter. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "filters", "ok": true,
    >   "message": "Saved the new filter “Frost”.",
    >   "items": [{"id": "1", "title": "Frost", …}]
    > }
    @ find
    Printed by `find`.
    timeline	String. `find` and the words.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "find", "timeline": "find canal",
    >   "has_older": false, "cursor": null, "hidden": {}, "items": []
    > }
    @ follow-requests
    Printed by `follow-requests`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "follow-requests", "total": null,
    >   "has_older": false, "cursor": null, "items": []
    > }
    @ followed-tags
    Printed by `followed-tags`.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of hashtag. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "followed-tags", "has_older": false, "cursor": null,
    >   "items": []
    > }
    @ followers
    Printed by `followers`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "followers", "total": 2, "has_older": false,
    >   "cursor": null,
    >   "items": [{"id": "1007", "name": "Zoë Marsh 👩🏽‍🔧🚲 :spanner:", …}]
    > }
    @ following
    Printed by `following`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "following", "total": 6, "has_older": false,
    >   "cursor": null, "items": [{"id": "1011", "name": "Juniper Holt", …}]
    > }
    @ gallery
    Printed by `gallery`.
    account	Null or string. Who it is, or who acted.
    posts	Integer. How many posts were looked at.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].url	String or null. The address.
    items[].account	String or account. Who it is, or who acted.
    items[].created_at	String. ISO 8601 in UTC.
    items[].sensitive	Boolean. Whether its media are hidden on a screen.
    items[].media	List of attachment. Its attachments.
    > {
    >   "schema": 1, "screen": "gallery", "account": null, "posts": 20,
    >   "items": []
    > }
    @ graph
    Printed by `graph`.
    objects	List of objects. The objects of the running program.
    objects[].name	String.
    objects[].owner	Null or string.
    objects[].lifetime	String.
    objects[].made	Integer.
    objects[].alive	Integer.
    objects[].note	String or null.
    > {
    >   "schema": 1, "screen": "graph",
    >   "objects": [
    >     {
    >       "name": "app coordinator", "owner": null, "lifetime": "singleton",
    >       "made": 1, "alive": 1, "note": null
    >     }
    >   ],
    >   "items": []
    > }
    @ graph-dot
    Printed by `graph --dot`.
    dot	String. Text for Graphviz.
    > {
    >   "schema": 1, "screen": "graph-dot", "dot": "digraph ownership {",
    >   "items": []
    > }
    @ group
    Printed by `open N` in `lists`, `groups`, `servers`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "group", "timeline": "Evening", "has_older": false,
    >   "cursor": null, "hidden": {}, "items": []
    > }
    @ group-form
    Printed by `group create` and `group edit` without the values.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. editing, loading, saving, or an error's code.
    items	List of field. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "group-form", "what": "new group", "changed": false,
    >   "phase": "editing",
    >   "items": [{"name": "title", "summary": "name of the group", …}]
    > }
    @ groups
    Printed by `groups`.
    text	Optional: string. What the screen says where nothing is listed.
    ok	Optional: boolean. Only after save of a form; false if the server left a part out.
    message	Optional: string. What was saved; only after save of a form.
    dropped	Optional: list of string. What the server left out; only then.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].title	String.
    items[].symbol	String.
    items[].tags	List of string. Posts with any of these.
    items[].all	List of string. Posts must have all of these.
    items[].none	List of string. Posts must have none of these.
    > {"schema": 1, "screen": "groups", "text": "Hashtag groups", "items": []}
    @ help
    Printed by `help`, `help COMMAND`.
    commands	List of objects. Each command, or the one that was asked for.
    commands[].name	String.
    commands[].aliases	List of string.
    commands[].usage	String.
    commands[].help	String.
    > {
    >   "schema": 1, "screen": "help",
    >   "commands": [
    >     {
    >       "name": "fav", "aliases": ["favourite"], "usage": "fav N…",
    >       "help": "Favourite posts"
    >     }
    >   ],
    >   "items": []
    > }
    @ help-topic
    Printed by `help TOPIC`.
    name	String. The topic.
    text	String. The page, in Markdown.
    > {
    >   "schema": 1, "screen": "help-topic", "name": "posting", "text": "…",
    >   "items": []
    > }
    @ history
    Printed by `history`.
    items	List of objects. What has a number on the screen, in order.
    items[].version	Integer.
    items[].created_at	String. ISO 8601 in UTC.
    items[].text	String. Plain text with whole links.
    items[].content_warning	String or null. The text is included although a screen hides it.
    items[].sensitive	Boolean. Whether its media are hidden on a screen.
    items[].attachments	List of objects.
    items[].attachments[].id	String. The id of the attachment.
    items[].attachments[].description	String or null. The alt text.
    items[].poll	List of string or null. The options' texts.
    items[].changes	List of objects or null. The text against that of the version before, piece by piece; null for the first.
    items[].changes[].kept	Optional: string.
    items[].changes[].removed	Optional: string.
    items[].changes[].added	Optional: string.
    > {
    >   "schema": 1, "screen": "history",
    >   "items": [
    >     {
    >       "version": 1, "created_at": "2026-11-23T10:06:42.496Z",
    >       "text": "Own e0135657", "content_warning": null, "sensitive": false,
    >       "attachments": [], "poll": null, "changes": null
    >     }
    >   ]
    > }
    @ home
    Printed by `home`, `local`, `federated`, `unread`, `fill`.
    timeline	String. The name of the timeline.
    unread	Integer or boolean or null. How many are unread.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    ok	Optional: true. Only after save of a form.
    message	Optional: string. What was saved; only after save of a form.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "home", "timeline": "home", "unread": 0,
    >   "has_older": true, "cursor": "117681203815579648", "hidden": {},
    >   "items": [
    >     {"id": "117681645283901440", "url": "https://shore.example/@juniper/117681645283901440", …}
    >   ]
    > }
    @ import
    Printed by `import`.
    kind	String or null. As the server or the screen names it.
    dry_run	Boolean. Whether nothing was changed.
    added	List of string. Names.
    changed	List of string. Whether it was changed, or what was.
    already	Integer. How many were there before.
    failed	List of objects. What was refused.
    failed[].line	Integer. Of the file.
    failed[].name	String.
    failed[].code	String. As of an error.
    failed[].reason	String. For users.
    left	Integer. How many entries were not tried, because the import was stopped.
    > {
    >   "schema": 1, "screen": "import", "kind": "follows", "dry_run": true,
    >   "added": ["@rook@social.example"], "changed": [], "already": 0,
    >   "failed": [], "left": 0, "items": []
    > }
    @ intents
    Printed by `intent`.
    state	String. open, taken or closed.
    socket	String or null. A path; null without one.
    reason	String or null. Why it is listed.
    subscribers	Integer. How many programs listen.
    requests	List of objects. The requests, in their order.
    requests[].request	String.
    requests[].outcome	String.
    > {
    >   "schema": 1, "screen": "intents", "state": "closed", "socket": null,
    >   "reason": "No prompt is open.", "subscribers": 0, "requests": [],
    >   "items": []
    > }
    @ jobs
    Printed by `jobs`.
    jobs	List of objects. What runs in the background.
    jobs[].number	Integer. What fg and kill take.
    jobs[].command	String.
    jobs[].account	String.
    jobs[].state	String.
    jobs[].seconds	Integer.
    jobs[].progress	String or null. How far it is, for users.
    > {"schema": 1, "screen": "jobs", "jobs": [], "items": []}
    @ link
    Printed by `link N`, `link N M`.
    url	String or null. The address.
    > {
    >   "schema": 1, "screen": "link",
    >   "url": "https://social.example/@heron/117665179804958720", "items": []
    > }
    @ link-timeline
    Printed by `link-timeline`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "link-timeline", "timeline": "link",
    >   "has_older": false, "cursor": null, "hidden": {},
    >   "items": [
    >     {"id": "117681053035266048", "url": "https://shore.example/@juniper/117681053035266048", …}
    >   ]
    > }
    @ links
    Printed by `links`.
    links	List of string. Addresses, numbered as link N M numbers them.
    > {"schema": 1, "screen": "links", "links": [], "items": []}
    @ list
    Printed by `open N` in `lists`, `groups`, `servers`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "list", "timeline": "Boats", "has_older": false,
    >   "cursor": null, "hidden": {}, "items": []
    > }
    @ list-form
    Printed by `list create` and `list edit` without the values.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. editing, loading, saving, or an error's code.
    items	List of field. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "list-form", "what": "new list", "changed": false,
    >   "phase": "editing",
    >   "items": [{"name": "title", "summary": "name of the list", …}]
    > }
    @ lists
    Printed by `lists`.
    text	Optional: string. What the screen says where nothing is listed.
    ok	Optional: boolean. Only after save of a form; false if the server left a part out.
    message	Optional: string. What was saved; only after save of a form.
    dropped	Optional: list of string. What the server left out; only then.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].title	String.
    items[].replies	String.
    items[].exclusive	Boolean.
    > {
    >   "schema": 1, "screen": "lists",
    >   "items": [{"id": "1", "title": "Boats", "replies": "list", "exclusive": false}]
    > }
    @ manual
    Printed by `help language`, `man`.
    name	String. Of the page.
    text	String. Plain text with whole links.
    > {
    >   "schema": 1, "screen": "manual", "name": "howdah-language", "text": "",
    >   "items": []
    > }
    @ media
    Printed by `media`.
    status	String. The id of the post.
    media	List of attachment. Its attachments.
    > {
    >   "schema": 1, "screen": "media", "status": "117681628666396672",
    >   "media": [{"id": "201", "type": "image", …}], "items": []
    > }
    @ members
    Printed by `members`, `list members NAME`.
    text	Optional: string. What the screen says where nothing is listed.
    items	List of profile. What has a number on the screen, in order.
    > {"schema": 1, "screen": "members", "text": "Members", "items": []}
    @ mentions
    Printed by `bookmarks`, `favourites`, `mentions`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "mentions", "timeline": "mentions",
    >   "has_older": false, "cursor": null, "hidden": {}, "items": []
    > }
    @ messages
    Printed by `messages`.
    messages	List of objects. The newest first; label is that of a live line, such as a1, or null.
    messages[].time	String.
    messages[].kind	String. As the server or the screen names it.
    messages[].message	String. What was done, for users.
    messages[].label	String or null.
    > {"schema": 1, "screen": "messages", "messages": [], "items": []}
    @ mutes
    Printed by `mutes`.
    total	Integer or null. How many there are; null if the server does not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of profile. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "mutes", "total": null, "has_older": false,
    >   "cursor": null, "items": []
    > }
    @ notifications
    Printed by `notifications`.
    unread	Integer or boolean or null. How many are unread.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    skipped	Integer. How many could not be read.
    items	List of notification. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "notifications", "unread": 15, "has_older": true,
    >   "cursor": "9", "skipped": 0, "items": [{"id": "44", "ids": ["44"], …}]
    > }
    @ onboarding
    Printed by `onboarding`.
    page	String. The name of the page.
    account	String or null. Who it is, or who acted.
    server	String or null. Its name.
    live	String or null. on or off.
    profile	Object. What was filled in.
    profile.name	String.
    profile.bio	String.
    profile.visibility	String or null. As the server sends it: public, unlisted, private, direct…
    profile.language	String or null. A code such as en.
    > {
    >   "schema": 1, "screen": "onboarding", "page": "welcome",
    >   "account": "you@social.example", "server": null, "live": "on",
    >   "profile": {"name": "", "bio": "", "visibility": "public", "language": null},
    >   "items": []
    > }
    @ outbox
    Printed by `outbox`.
    unreadable	Integer. How many more are kept that cannot be read.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].operation	String.
    items[].status_id	String or null.
    items[].draft_id	String or null.
    items[].subject	String or null.
    items[].tried_at	String or null.
    items[].old	Boolean. Whether it waits for outbox send, since it is older than a day; newer items go first.
    > {"schema": 1, "screen": "outbox", "unreadable": 0, "items": []}
    @ plugin
    Printed by a plugin; either `documents` or `text`.
    plugin	String. Its name.
    text	Optional: string. What it printed.
    documents	Optional: list of {type, text} or {type, ordered, items} or {type, columns, rows} or {type, fields} or {type, text, url} or {type, id, text, account}. What it printed, as docs/plugins.md describes.
    items	List of objects. What has a number on the screen, in order.
    items[].number	Integer.
    items[].type	"status".
    items[].id	String.
    items[].text	String.
    items[].account	String or null.
    > {
    >   "schema": 1, "screen": "plugin", "plugin": "hello", "text": "Hello",
    >   "items": []
    > }
    @ plugins
    Printed by `plugins`.
    folder	String. Where yours belong.
    plugins	List of objects. Those that were found.
    plugins[].name	String.
    plugins[].path	String.
    plugins[].origin	"folder" or "path". Where it is: in the plugin folder, or on PATH.
    plugins[].help	String or null.
    plugins[].version	String or null.
    plugins[].changed_at	String. ISO 8601 in UTC.
    plugins[].allowed	List of string. Commands that it may ask for.
    plugins[].changed_since_allowed	Boolean.
    plugins[].not_run	String or null. Why it is no command.
    silent_folders	List of string. Folders that did not answer in time, whose plugins are unknown.
    > {
    >   "schema": 1, "screen": "plugins",
    >   "folder": "/home/you/.local/share/howdah/plugins",
    >   "plugins": [
    >     {
    >       "name": "hello",
    >       "path": "/home/you/.local/share/howdah/plugins/howdah-hello",
    >       "origin": "folder", "help": null, "version": null,
    >       "changed_at": "2026-11-23T10:06:39.000Z", "allowed": [],
    >       "changed_since_allowed": false, "not_run": null
    >     }
    >   ],
    >   "silent_folders": [], "items": []
    > }
    @ policy
    Printed by `policy`.
    policy	Object. For each kind of sender accept, filter or drop.
    policy.not-following	String.
    policy.not-followers	String.
    policy.new-accounts	String.
    policy.private-mentions	String.
    policy.limited-accounts	String.
    pending_requests	Integer or null. How many wait; null if the server does not say.
    pending_notifications	Integer or null. How many wait; null if the server does not say.
    > {
    >   "schema": 1, "screen": "policy",
    >   "policy": {
    >     "not-following": "accept", "not-followers": "accept",
    >     "new-accounts": "accept", "private-mentions": "filter",
    >     "limited-accounts": "filter"
    >   },
    >   "pending_requests": 0, "pending_notifications": 0, "items": []
    > }
    @ poll
    Printed by `vote N` without an option.
    poll	Poll or null. The poll of the post.
    ok	Optional: boolean. True: a confirmation comes with the screen.
    message	Optional: string. What was done, for users.
    > {
    >   "schema": 1, "screen": "poll",
    >   "poll": {"id": "117665143159062528", "options": [{"title": "Boiler No. 2", "votes": 14}], …},
    >   "items": []
    > }
    @ post-preview
    Printed by `preview` in the composer.
    characters	Integer. As the server counts them.
    characters_left	Integer. Below zero if there are too many.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "post-preview", "characters": 6,
    >   "characters_left": 494,
    >   "items": [{"id": "01M8BDB8M49HP7BMGQVHWSBA6W", "url": null, …}]
    > }
    @ profile
    Printed by `profile`.
    account	Profile.
    section	String. all, posts, replies, media or about.
    pinned	List of string. Ids of the pinned posts, which come first among the items.
    featured_tags	List of string. Names; only in about.
    familiar_followers	List of account. Followers that you follow; only in about.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    ok	Optional: boolean. Only after save of a form; false if the server left a part out.
    message	Optional: string. What was saved; only after save of a form.
    dropped	Optional: list of string. What the server left out; only then.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "profile",
    >   "account": {"id": "1003", "name": "Rook", …}, "section": "all",
    >   "pinned": [], "featured_tags": [], "familiar_followers": [],
    >   "has_older": false, "cursor": null, "hidden": {},
    >   "items": [
    >     {"id": "117681644755484672", "url": "https://social.example/@rook/117681644755484672", …}
    >   ]
    > }
    @ profile-form
    Printed by `profile edit` without the values.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. editing, loading, saving, or an error's code.
    items	List of field. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "profile-form", "what": "your profile",
    >   "changed": false, "phase": "editing",
    >   "items": [{"name": "name", "summary": "name that others see", …}]
    > }
    @ push
    Printed by `push receive`.
    push	Object. What was received.
    push.account	String. The handle of the account that it is for.
    push.notification	String or null. An id.
    push.kind	String or null. As the server names it.
    push.title	String.
    push.body	String.
    push.signed	Boolean. Whether the server's signature was checked.
    @ push-status
    Printed by `push`, `push status`.
    account	String. Who it is, or who acted.
    subscription	Object or null. Of this machine; null without one.
    subscription.account	Optional: string. Who it is, or who acted.
    subscription.endpoint	Optional: string or null.
    subscription.alerts	Optional: list of string or null.
    subscription.policy	Optional: string or null.
    subscription.standing	Optional: string or null.
    > {
    >   "schema": 1, "screen": "push-status", "account": "you@social.example",
    >   "subscription": null, "items": []
    > }
    @ quotes
    Printed by `quotes`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "quotes", "timeline": "quotes", "has_older": false,
    >   "cursor": null, "hidden": {},
    >   "items": [
    >     {"id": "117681647233269760", "url": "https://social.example/@you/117681647233269760", …}
    >   ]
    > }
    @ register
    Printed by `register` before it asks for your agreement.
    rules	List of string. The server's rules.
    approval_required	Boolean. Whether a moderator approves each new account.
    min_age	Integer or null. How old one has to be, in years.
    > {
    >   "schema": 1, "screen": "register", "rules": ["Say what you mean, kindly."],
    >   "approval_required": false, "min_age": null, "items": []
    > }
    @ report
    Printed by a form.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. What it is doing.
    account	Account.
    server	String. Who gets the report.
    items	List of field. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "report", "what": "report", "changed": false,
    >   "phase": "editing", "account": {"id": "1003", "name": "Rook", …},
    >   "server": "social.example",
    >   "items": [{"name": "category", "summary": "reason for the report", …}]
    > }
    @ report-preview
    Printed by `preview` of a report.
    account	Account.
    servers	List of string. Who gets the report.
    category	String. spam, legal, violation or other.
    comment	String or null. For the moderators.
    statuses	List of string. The posts that the command was about.
    rules	List of rule. Ids of the rules that were broken.
    > {
    >   "schema": 1, "screen": "report-preview",
    >   "account": {"id": "1003", "name": "Rook", …},
    >   "servers": ["social.example"], "category": "spam", "comment": "",
    >   "statuses": [], "rules": [], "items": []
    > }
    @ report-rules
    Printed by `category violation` or `rules` of a report.
    field	Field.
    rules	List of objects. The rules to choose from.
    rules[].id	String. The id, which any command takes.
    rules[].text	String. Plain text with whole links.
    > {
    >   "schema": 1, "screen": "report-rules",
    >   "field": {"name": "category", "summary": "reason for the report", …},
    >   "rules": [{"id": "1", "text": "Say what you mean, kindly."}], "items": []
    > }
    @ scheduled
    Printed by `scheduled`.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].scheduled_at	String or null.
    items[].text	String. Plain text with whole links.
    items[].content_warning	String or null. The text is included although a screen hides it.
    items[].visibility	String or null. As the server sends it: public, unlisted, private, direct…
    items[].language	String or null. A code such as en.
    items[].in_reply_to_id	String or null. The id of the post that it answers.
    items[].poll	Object or null.
    items[].poll.options	List of string.
    items[].poll.seconds	Integer. How long it will be open.
    items[].poll.multiple	Boolean. Whether one may choose several.
    items[].poll.hide_totals	Boolean. Whether votes are hidden until it ends.
    items[].attachments	Integer.
    > {
    >   "schema": 1, "screen": "scheduled",
    >   "items": [
    >     {
    >       "id": "1", "scheduled_at": "2026-11-26T10:06:41.712Z", "text": "Later",
    >       "content_warning": null, "visibility": "public", "language": "en",
    >       "in_reply_to_id": null, "poll": null, "attachments": 0
    >     }
    >   ]
    > }
    @ search
    Printed by `search TEXT`.
    query	String. What was searched for.
    kind	String or null. As the server or the screen names it.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of objects. What has a number on the screen, in order.
    items[].type	"account" or "tag" or "post". Which of the other members there is.
    items[].tag	Optional: hashtag.
    items[].post	Optional: post or deleted post.
    items[].account	Optional: profile.
    > {
    >   "schema": 1, "screen": "search", "query": "canal", "kind": null,
    >   "has_older": false, "cursor": null,
    >   "items": [
    >     {
    >       "type": "tag",
    >       "tag": {"name": "canal", "url": "https://social.example/tags/canal", …}
    >     }
    >   ]
    > }
    @ searches
    Printed by `search`.
    text	Optional: string. What the screen says where nothing is listed.
    items	List of objects. What has a number on the screen, in order.
    items[].text	String. Plain text with whole links.
    items[].kind	String or null. As the server or the screen names it.
    > {"schema": 1, "screen": "searches", "text": "Recent searches", "items": []}
    @ server
    Printed by `open N` in `servers`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "server", "timeline": "Shore", "has_older": true,
    >   "cursor": "117675509490778112", "hidden": {},
    >   "items": [
    >     {"id": "117681645008060416", "url": "https://social.example/@you/117681645008060416", …}
    >   ]
    > }
    @ server-about
    Printed by `server about`, `terms`, `privacy`.
    text	String. Plain text with whole links.
    updated_at	String or null. ISO 8601 in UTC; null if unknown.
    > {
    >   "schema": 1, "screen": "server-about",
    >   "text": "A town on a canal, inside a program. It began with a lock,…",
    >   "updated_at": "2026-01-01T00:00:00.000Z", "items": []
    > }
    @ server-activity
    Printed by `server activity`.
    weeks	List of objects. The latest first.
    weeks[].week	String.
    weeks[].posts	Integer.
    weeks[].logins	Integer.
    weeks[].registrations	Integer.
    > {
    >   "schema": 1, "screen": "server-activity",
    >   "weeks": [
    >     {
    >       "week": "2026-11-19T00:00:00.000Z", "posts": 88, "logins": 8,
    >       "registrations": 0
    >     }
    >   ],
    >   "items": []
    > }
    @ server-emoji
    Printed by `server emoji`.
    emoji	List of objects. The custom emoji.
    emoji[].shortcode	String.
    emoji[].url	String or null. The address.
    emoji[].category	String.
    > {
    >   "schema": 1, "screen": "server-emoji",
    >   "emoji": [
    >     {
    >       "shortcode": "kettle",
    >       "url": "https://social.example/emoji/kettle.png",
    >       "category": "kitchen"
    >     }
    >   ],
    >   "items": []
    > }
    @ server-form
    Printed by `servers add` and `servers edit` without the values.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. editing, loading, saving, or an error's code.
    items	List of field. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "server-form", "what": "new server",
    >   "changed": false, "phase": "editing",
    >   "items": [
    >     {"name": "name", "summary": "your name for it; by default its address", …}
    >   ]
    > }
    @ server-languages
    Printed by `server languages`.
    translations	List of string by name. Target languages by source language.
    > {
    >   "schema": 1, "screen": "server-languages",
    >   "translations": {"en": ["ja"], "ja": ["en"], "und": ["en"]}, "items": []
    > }
    @ server-limits
    Printed by `server`; `server limits`.
    domain	String. The server's name.
    title	String.
    version	String.
    source_url	String or null. Where its source is.
    description	String or null.
    max_characters	Integer. Of a post.
    characters_per_link	Integer. How many a link counts as, however long it is.
    max_attachments	Integer. Of a post.
    max_description	Integer. Characters of alt text.
    max_image_bytes	Integer. Of a picture.
    max_video_bytes	Integer. Of a video or sound.
    types	List of string. MIME types; empty if unknown.
    poll	Object or null. What a poll may have.
    poll.max_options	Integer.
    poll.max_characters	Integer.
    poll.min_seconds	Integer.
    poll.max_seconds	Integer.
    languages	List of string. Codes.
    registrations	Object. Whether one can sign up.
    registrations.enabled	Boolean.
    registrations.approval_required	Boolean.
    active_users	Integer or null. In the last four weeks.
    translates	Boolean. Whether it translates posts.
    contact	Object. Whom to ask.
    contact.account	Account or null.
    contact.email	String or null.
    rules	List of rule. The server's rules.
    > {
    >   "schema": 1, "screen": "server-limits", "domain": "social.example",
    >   "title": "The Sandbox", "version": "4.6.0",
    >   "source_url": "https://social.example/source",
    >   "description": "A small town on a canal, inside this program. Everybody in…",
    >   "max_characters": 500, "characters_per_link": 23, "max_attachments": 4,
    >   "max_description": 1500, "max_image_bytes": 16777216,
    >   "max_video_bytes": 103809024, "types": ["image/png"],
    >   "poll": {
    >     "max_options": 4, "max_characters": 50, "min_seconds": 300,
    >     "max_seconds": 2629746
    >   },
    >   "languages": ["en"],
    >   "registrations": {"enabled": true, "approval_required": false},
    >   "active_users": 8, "translates": true,
    >   "contact": {
    >     "account": {"id": "1003", "name": "Rook", …},
    >     "email": "lock@social.example"
    >   },
    >   "rules": [{"id": "1", "text": "Say what you mean, kindly.", …}],
    >   "items": []
    > }
    @ server-moderation
    Printed by `server moderation`.
    servers	List of objects. Those that are limited or suspended.
    servers[].domain	String.
    servers[].digest	String or null.
    servers[].severity	String.
    servers[].comment	String or null.
    > {
    >   "schema": 1, "screen": "server-moderation",
    >   "servers": [
    >     {
    >       "domain": "fog.example",
    >       "digest": "6a248427f0412898e9641ad519eb10f14facf5712bbb754bba7ea2b0afbabd8f",
    >       "severity": "suspend", "comment": "Only fog."
    >     }
    >   ],
    >   "items": []
    > }
    @ server-peers
    Printed by `server peers`.
    servers	List of string. All names.
    > {
    >   "schema": 1, "screen": "server-peers", "servers": ["dunes.example"],
    >   "items": []
    > }
    @ server-privacy
    Printed by `server about`, `terms`, `privacy`.
    text	String. Plain text with whole links.
    updated_at	String or null. ISO 8601 in UTC; null if unknown.
    > {
    >   "schema": 1, "screen": "server-privacy",
    >   "text": "What you write stays on this machine, in one file or in…",
    >   "updated_at": "2026-01-01T00:00:00.000Z", "items": []
    > }
    @ server-rules
    Printed by `server rules`.
    rules	List of rule. The server's rules.
    > {
    >   "schema": 1, "screen": "server-rules",
    >   "rules": [{"id": "1", "text": "Say what you mean, kindly.", …}],
    >   "items": []
    > }
    @ server-terms
    Printed by `server about`, `terms`, `privacy`.
    text	String. Plain text with whole links.
    updated_at	String or null. The day from which they hold.
    > {
    >   "schema": 1, "screen": "server-terms",
    >   "text": "Use it as you like. It is a toy that keeps its word.",
    >   "updated_at": "2026-01-01T00:00:00.000Z", "items": []
    > }
    @ server-timeline
    Printed by `server-timeline HOST`; of `@NAME` with `account`.
    timeline	String. The server's name and `local` or the account.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    account	Optional: profile.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "server-timeline",
    >   "timeline": "social.example local", "has_older": true,
    >   "cursor": "117675509490778112", "hidden": {},
    >   "items": [
    >     {"id": "117681645008060416", "url": "https://social.example/@you/117681645008060416", …}
    >   ]
    > }
    @ servers
    Printed by `servers`.
    text	Optional: string. What the screen says where nothing is listed.
    ok	Optional: boolean. Only after save of a form; false if the server left a part out.
    message	Optional: string. What was saved; only after save of a form.
    dropped	Optional: list of string. What the server left out; only then.
    items	List of objects. What has a number on the screen, in order.
    items[].id	String. The id, which any command takes.
    items[].name	String or null.
    items[].host	String.
    > {"schema": 1, "screen": "servers", "text": "Servers", "items": []}
    @ setting
    Printed by `get NAME`.
    setting	Setting.
    > {
    >   "schema": 1, "screen": "setting",
    >   "setting": {"name": "theme", "section": "Reading", …}, "items": []
    > }
    @ settings
    Printed by `settings`.
    settings	List of setting. Each setting.
    > {
    >   "schema": 1, "screen": "settings",
    >   "settings": [{"name": "theme", "section": "Reading", …}], "items": []
    > }
    @ settings-export
    Printed by `settings export`.
    settings	String by name. The value of each setting that was set here, by its name.
    > {
    >   "schema": 1, "screen": "settings-export",
    >   "settings": {"theme": "day", "archive": "on"}, "items": []
    > }
    @ settings-import
    Printed by `settings import FILE`.
    dry_run	Boolean. Whether nothing was set.
    settings	String by name. The values that were set now, or with `--dry-run` would be, by the setting's name.
    changes	List of objects. What was changed, or would be.
    changes[].name	String.
    changes[].old	String.
    changes[].new	String.
    refused	List of string. A message for each setting that was left out.
    > {
    >   "schema": 1, "screen": "settings-import", "dry_run": false, "settings": {},
    >   "changes": [], "refused": [], "items": []
    > }
    @ sign-in
    Printed by `login` at the prompt without the values.
    what	String. What is edited.
    changed	Boolean. Whether it was changed, or what was.
    phase	String. editing, loading, saving, or an error's code.
    items	List of field. What has a number on the screen, in order.
    @ sign-in-page
    Printed by `login` while the browser is open.
    url	String. The server's page, where you sign in.
    > {
    >   "schema": 1, "screen": "sign-in-page",
    >   "url": "https://social.example/oauth/authorize?response_type=code&cl…",
    >   "items": []
    > }
    @ status
    Printed by `show`.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "status", "account": "rook@social.example",
    >   "items": [
    >     {"id": "117681628666396672", "url": "https://social.example/@heron/117681628666396672", …}
    >   ]
    > }
    @ suggestions
    Printed by `suggestions`.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of objects. What has a number on the screen, in order.
    items[].account	Profile.
    items[].reasons	List of string.
    > {
    >   "schema": 1, "screen": "suggestions", "has_older": false, "cursor": null,
    >   "items": [
    >     {
    >       "account": {"id": "1003", "name": "Rook", …},
    >       "reasons": ["friends_of_friends"]
    >     }
    >   ]
    > }
    @ tabs
    Printed by `tabs`.
    selected	String. The id of the current tab.
    items	List of tab. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "tabs", "selected": "home",
    >   "items": [{"id": "home", "title": "Home", …}]
    > }
    @ tag
    Printed by `tag`, `open` of a hashtag.
    tag	String or null. Without the #.
    following	Boolean or null. Whether you follow it; null if the server did not say.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "tag", "tag": "night", "following": false,
    >   "has_older": false, "cursor": null, "hidden": {},
    >   "items": [
    >     {"id": "117681628666396672", "url": "https://social.example/@heron/117681628666396672", …}
    >   ]
    > }
    @ theme
    Printed by `themes NAME`.
    name	String. Of the theme.
    text	String. Plain text with whole links.
    > {
    >   "schema": 1, "screen": "theme", "name": "dusk",
    >   "text": "summary = calm colours on a dark background", "items": []
    > }
    @ themes
    Printed by `themes`.
    themes	List of objects. Built-in and your own.
    themes[].name	String.
    themes[].summary	String.
    themes[].ground	String.
    themes[].in_use	Boolean.
    themes[].file	String or null.
    themes[].mistakes	List of objects.
    themes[].mistakes[].line	Integer. Counted from 1.
    themes[].mistakes[].message	String.
    > {
    >   "schema": 1, "screen": "themes",
    >   "themes": [
    >     {
    >       "name": "dusk", "summary": "calm colours on a dark background",
    >       "ground": "dark", "in_use": true, "file": null, "mistakes": []
    >     }
    >   ],
    >   "items": []
    > }
    @ thread
    Printed by `open`.
    focus	String. From -1 to 1; null for the centre.
    unread	Integer or boolean or null. How many are unread.
    read	List of string. Ids of the posts whose replies were marked as read here.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "thread", "focus": "117681628666396672",
    >   "unread": 0, "read": [],
    >   "items": [
    >     {"id": "117681628666396672", "url": "https://social.example/@heron/117681628666396672", …}
    >   ]
    > }
    @ thread-preview
    Printed by `/thread` in the composer.
    posts	List of objects. The posts of the thread, in order.
    posts[].text	String.
    posts[].characters	Integer. As the server counts them.
    > {
    >   "schema": 1, "screen": "thread-preview",
    >   "posts": [
    >     {
    >       "text": "The canal was quiet this morning, and nobody had fed the…",
    >       "characters": 481
    >     }
    >   ],
    >   "items": []
    > }
    @ translation
    Printed by `translate`.
    language	String or null. A code such as en.
    source_language	String. A code, as the server sends it.
    provider	String. As the server sends it.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "translation", "language": "ja",
    >   "source_language": "en", "provider": "Backwards",
    >   "account": "rook@social.example",
    >   "items": [
    >     {"id": "117681628666396672", "url": "https://social.example/@heron/117681628666396672", …}
    >   ]
    > }
    @ trending-posts
    Printed by `trends posts`.
    timeline	String. The name of the timeline.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    hidden	Integer by name. How many posts of the page were left out, by the reason.
    items	List of post or deleted post. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "trending-posts", "timeline": "trends",
    >   "has_older": true, "cursor": "?offset=20", "hidden": {},
    >   "items": [
    >     {"id": "117679127427874816", "url": "https://social.example/@rook/117679127427874816", …}
    >   ]
    > }
    @ trends
    Printed by `trends`, `trends tags`; `trends links`.
    trends	String. tags or links.
    has_older	Boolean. Whether there is more.
    cursor	String or null. What --before takes to continue; null at the end.
    items	List of hashtag or link. What has a number on the screen, in order.
    > {
    >   "schema": 1, "screen": "trends", "trends": "tags", "has_older": false,
    >   "cursor": null,
    >   "items": [{"name": "tides", "url": "https://social.example/tags/tides", …}]
    > }
    @ unread
    Printed by `intent unread`.
    account	String. Who it is, or who acted.
    notifications	Integer. How many are unread.
    has_more	Boolean. Whether there are more than were counted.
    home	Integer or null. How many posts are unread; null if unknown.
    > {
    >   "schema": 1, "screen": "unread", "account": "you@social.example",
    >   "notifications": 13, "has_more": false, "home": null, "items": []
    > }
    @ usage
    Printed by `usage`.
    on	Boolean. Whether commands are counted.
    file	String. A path.
    commands	List of objects. By their number.
    commands[].command	String.
    commands[].count	Integer.
    commands[].total_ms	Number.
    commands[].average_ms	Number.
    commands[].slowest_ms	Number.
    slowest	List of objects. The slowest runs.
    slowest[].time	String.
    slowest[].command	String.
    slowest[].ms	Number.
    > {
    >   "schema": 1, "screen": "usage", "on": false,
    >   "file": "/home/you/.local/state/howdah/usage.log", "commands": [],
    >   "slowest": [], "items": []
    > }
    @ vault
    Printed by `vault`.
    chosen	String or null. The vault that was set; null if none was.
    secrets	List of objects. Where each secret is kept.
    secrets[].owner	String.
    secrets[].kind	String or null. As the server or the screen names it.
    secrets[].vault	String.
    > {
    >   "schema": 1, "screen": "vault", "chosen": null,
    >   "secrets": [{"owner": "you@social.example", "kind": "token", "vault": "file"}],
    >   "items": []
    > }
    @ where
    Printed by `where`.
    account	String. Who it is, or who acted.
    tab	Tab.
    live	String or null. connected, connecting, waiting, polling, ended or off; null in a script.
    > {
    >   "schema": 1, "screen": "where", "account": "you@social.example",
    >   "tab": {"id": "home", "title": "Home", …}, "live": null, "items": []
    > }
    @ whoami
    Printed by `intent whoami`.
    account	String. Who it is, or who acted.
    sandbox	Boolean. Whether it is the sandbox.
    process	Integer or null. The number of the running Howdah; null without one.
    > {
    >   "schema": 1, "screen": "whoami", "account": "you@social.example",
    >   "sandbox": false, "process": null, "items": []
    > }
    """#
}
