import REPL

extension HelpTask {
  static let reading = """
    home
      my timeline, my feed, posts of people i follow, start page, main page, see what my friends posted, posts
      in my language only, back to my timeline, start over, start again
    home --accounts all = Read the Home of all your accounts as one
      read all my accounts together, all my accounts at once, several accounts in one timeline, combine my accounts, merge my
      timelines, one timeline for all accounts, both my accounts
    home --language CODE = Show only posts in a language
      posts in one language only, hide other languages, only my language, see only posts in english, only posts in
      german, hide foreign posts
    home --no-replies = Leave out replies
      home without replies, no replies in my timeline, hide replies in my timeline, only original posts
    home --no-boosts = Leave out boosts; set hidden-posts boosts does so in every timeline
      home without boosts, timeline without boosts, hide boosts in home, hide all boosts, turn off boosts, stop showing
      boosts, stop seeing boosts
    home --media = Show only posts with images, videos or audio
      only show posts with pictures
    home --since yesterday = Show only posts since a time
      posts from yesterday, see posts from yesterday, posts of the last hour, posts since this morning, posts of today only
    local
      posts from my server, local timeline, community posts, my instance, what is happening on my server
    federated
      everyone's posts, posts from other servers, all public posts, global timeline, whole network, posts from everyone, posts from the
      whole world
    open 3
      see the thread of a post, show the whole conversation, whole thread, see replies to my post, replies to a post, show
      replies of a post, comments on my post, read the comments,
      read the rest of a long post, read all of a post, show the whole post,
      see comments under a post, see replies to a post, see all replies, read comments, see the thread, read the
      whole conversation, open a post, full post, context, view the whole thread, read a long thread, find the
      original post, go to the original post, which post is this a reply to, parent post, see the conversation, conversation around a
      post,
      what did people answer, go into a post
    unread
      where i stopped reading, continue reading, where i left off, jump to where i stopped, last read, where i
      stopped yesterday, where did i stop reading
    catch-up
      what did i miss, catch up, what happened while i was away, summary of my timeline, overview of what is new,
      who posted the most, most shared links, what was i missing,
      what happened today, what happened since yesterday, today, while i was asleep, overview of my timeline
    digest --mail ADDRESS = Mail what you missed
      digest, daily digest, mail me my mentions, newsletter of my timeline, summary by mail, mail for cron, weekly summary
    thread 3 --export thread.md = Save a thread in a file
      save a thread, export a thread, keep a conversation, thread as markdown, thread as html, download a thread, archive a
      conversation, thread as a document
    fill
      every post i missed, everything i missed, all posts since i stopped reading
    new
      load new posts, fetch new posts, are there new posts,
      jump to newest, go to the newest post,
      new posts, what is new, newest posts, latest posts
    older
      read older posts,
      more posts, next page, scroll down, older posts, earlier posts, load more, scroll, go on, see more, keep
      scrolling, whole timeline
    newer
      previous page, scroll up, newer posts
    refresh
      reload, update timeline, check for new posts
    back
      go back, previous screen, return, leave screen
    tabs
      which tabs are open, switch between tabs, what is a tab, several screens, switch tabs
    where
      where am i, current screen, which account am i using, which server am i on
    notifications
      mentions and replies to me, who mentioned me, who replied to me, see alerts, my notifications, inbox,
      unread notifications, did anyone answer me, who talks to me, who wrote to me
    read = Mark notifications as read; type notifications first
      mark notifications as read, mark all as read
    clear
      delete notifications, clear notifications, remove all notifications
    conversations
      my messages, read direct messages, private messages, see dms, inbox, where are my messages, chat, show me
      my messages, see direct messages, did someone write to me
    bookmarks
      saved posts, posts i bookmarked, posts i saved for later, where are my saved posts, read saved posts,
      things i saved, what did i save, stuff i saved
    bookmarks --search WORDS = Search your bookmarks; favourites --search WORDS your favourites
      search in bookmarks, find a bookmark, find a saved post, search saved posts, search my favourites, find a post
      i liked
    bookmarks --tag TAG = Show the bookmarks with a tag of yours
      bookmarks with a tag, folder of bookmarks, bookmark folder
    bookmarks tags = List the tags of your bookmarks
      list my tags, tags of bookmarks, which tags did i use, my bookmark folders
    favourites
      posts i liked, my likes, my favourites, what have i liked, see what i liked, favorites, list of likes,
      favorites list
    profile @me = Show your profile and your posts
      see what i posted, what have i posted, list my own posts,
      my own posts, my profile, see my posts, posts i wrote, what do others see of me, how does my profile look
    profile @zoe
      someone's profile, posts of a person, look at a user, who is someone, someone's posts, see all posts of a
      person, information about someone, bio of someone, look at posts of someone, pinned posts of someone
    tag canal
      posts with a hashtag, read a hashtag, look at a tag, use hashtags
    search canal
      find my friend, find a person i know, is somebody here, find an account,
      find a person, find a post, search for a word, search for a topic, look for posts about a topic, search
      for people, find someone, look up, find a friend by name, search hashtags, search for posts, find someone
      by name
    find canal
      search posts i have read, search my history, find a post i saw, find an old post, search for a post i
      read, a post i read last week, find something i read before, find a word in what i
      read, search what i read
    archive
      what is kept of what i read, how much is stored, size of the archive, disk space, how much room does it take
    archive fetch mine = Read all your posts into the archive; also favourites, bookmarks, @zoe, list NAME
      keep all my posts on this machine, fetch all my favourites, read all bookmarks into the archive, download posts of
      an account
    archive export FILE = Save the posts in the archive as a file; archive fetch mine reads all of yours first
      export everything, export my data, all my data,
      save my posts, download all my posts, save posts to a file, export posts, export my posts, posts as json, save
      everything i read, put my posts in a file, archive as markdown
    archive clear = Delete what is kept of what you read
      delete my data, delete what i read, forget what i read, delete old posts from this machine, clear the archive, free disk space
    home --cached = From a shell, read what is kept on this machine, without asking the server
      offline mode, read offline,
      read offline, read without internet, read without a connection, on a plane, on the train, read posts offline
    sync
      before i go offline, fetch everything now, synchronise, synchronize, send what waits and read what is new
    trends
      popular posts, what is popular, trending, what is happening, news, discover, popular hashtags, what is
      everyone talking about, news articles
    suggestions
      who to follow, people to follow, find friends, find people, recommended accounts, accounts i may like,
      find people to follow, find someone to follow, whom should i follow, interesting people, recommend people,
      recommend accounts, who should i follow
    directory
      list of accounts on my server, all users, browse people
    show 2
      see what is behind a content warning, see hidden post, open content warning, read behind spoiler, show
      sensitive, reveal, unfold a content warning, expand a post, show sensitive media, open a spoiler, unfold a
      spoiler, see a spoiler
    media 3
      see pictures, look at images, see the photo of a post, show attachments, watch a video, listen audio,
      display image, pictures in a post, see the picture again, how do pictures look, show me the image, look at
      a video, see a video
    view 3
      open picture in another program, play video, play audio, image viewer, bigger picture, open an image, open
      a picture, full size, enlarge a picture, zoom, view an image
    download 3
      save picture, download image, save video, save photo to disk, keep a file
    gallery
      all pictures, all media on screen, pictures of an account, look at pictures of someone, photos of someone
    browse 3
      see the page of a post, open the web page of a post,
      open in browser, see on the web, web page, open in firefox
    links 3
      open link in post, list links, urls in a post, open the first link, link preview, open links
    copy 3
      send this post to a friend, share this post with a friend, show a post to a friend,
      copy link, copy text, clipboard, share a post outside, share a link to a post
    link 3
      address of a post, url of a post, permalink
    translate 3
      foreign language, translate a post, read in english, understand another language, what does a post say, i
      do not understand the language
    history 3
      what was edited, edit history, previous versions, what changed in a post, see older versions of a post,
      has this post been edited, original version of a post, see the original text
    boosters 3
      who boosted my post, who shared, see boosts of a post, who reblogged, how many boosts, how many people
      boosted this, number of boosts, who shared my post, who reposted me
    favouriters 3
      who liked my post, who favourited, see likes of a post, how many likes, who starred, number of likes on a
      post, how many likes does my post have, people who liked this
    quotes 3
      who quoted my post, who quoted me, see quotes of a post
    watch
      live updates, streaming, follow live, see posts as they arrive, real time, automatic refresh, turn on live
      updates
    lists
      my lists, see lists
    stats = Show how much you post and what others do with it
      my statistics, statistics of my posts, how many posts did i write, how many likes did i get, most popular post of
      mine, my best post, how often do i post
    annual-report
      year in review, wrapped, summary of the year
    announcements
      news of my server, server announcements, message from admin, what happened on my server
    server = Show your server: password, email address and deleting the account are on its web page
      migrate my account, move to another server, appeal a ban, appeal a warning,
      i forgot my password, new password,
      change password, change email address, delete my account, two factor, security, close my account,
      about my server, who runs this server, contact admin, moderators, moderation, who is the admin,
      administrator, owner of server, what is allowed here, my account was hacked, change my email, terms of service, privacy policy, contact moderators
    server rules = Show the rules of your server
      what are the rules here, rules of my server, rules of this server, community rules, code of conduct
    server limits = Show how long a post may be, and what else your server allows
      how long can a post be, how many characters can i use, how many characters, length of a post, maximum length,
      character limit, limit of characters, how big can pictures be, which kinds of files are allowed
    server-timeline HOST
      read another server, posts of another server, look at a server without account
    dismiss 2
      dismiss a notification, remove a notification, delete a notification
    mentions
      what people say about me, see what people say about me,
      who replied to me, who answered my post, answers to my posts, somebody answered me,
      posts that mention me, my mentions
    link-timeline LINK
      posts about a link, who posted a link, posts with a link, posts about an article
    tab 2
      open two timelines at once, several timelines at once, switch between timelines,
      go to another tab, switch to a tab, change tab, open another tab
    servers add HOST = Read a server without an account
      read without an account, use without an account, can i use this without an account, look around without an
      account, without login, without signing in
    servers
      servers that i read, list of servers
    groups
      my groups, my hashtag groups, my custom timelines
    conversation read 1 = Mark a conversation as read; delete removes it
      mark a message as read, delete a conversation, delete a direct message, delete private messages
    filtered
      hidden notifications, filtered notifications, requests from strangers
    """

  static let posts = """
    fav 3
      what does the star mean, what is a favourite,
      like a post, favourite, give a heart, star a post, thumbs up
    unfav 3
      unlike, remove like, undo favourite, take back a like, remove star
    boost 3
      share a post, repost, retweet, reblog, pass on to my followers, what does boost mean, what is a boost,
      share a post with my followers
    unboost 3
      remove boost, undo boost, take back a boost, unshare, stop boosting
    bookmark 3
      save a post, keep for later, read later, remember a post, private favourite, bookmark a post, mark a post,
      save a post for later, mark a post for later, mark a post to read later
    bookmark 3 --tag TAG --note TEXT = Give a bookmark tags and a note of yours
      tag a bookmark, note on a bookmark, organise bookmarks, sort bookmarks into folders, write a note about a post,
      label a bookmark
    reply 3 TEXT --visibility direct = Answer so that only those who are mentioned can read it
      reply privately, reply only to the author, answer in private, private reply, reply so that nobody else sees it
    reply 3 Thank you
      answer someone, reply to what somebody wrote, answer a comment, write an answer,
      answer a post, respond, write back, comment on a post, reply to a post, reply to someone, reply to all
    open 3q = Open the post that post 3 quotes
      open the quoted post, see the quoted post, go to quote, read the original post, favourite the quoted post
    quote 3 Look
      quote a post, retweet with comment, quote tweet, share with my comment
    vote 3
      when does my poll end, how long is a poll open, see who won a poll, results of my poll,
      vote in a poll, take part in poll, answer a poll, poll results, how did people vote
    mute-thread 3
      mute conversation, stop notifications about a thread, leave conversation, too many replies, stop getting
      replies
    report 3
      report spam, report abuse, harassment, tell moderators, complain about a post, report someone, flag, block
      and report, remove a spam account
    pin 3
      pin a post, put post on top of my profile
    delete . = Delete the post that you sent last; or give its number
      delete my post, remove my post, erase what i wrote, take down a post, delete what i sent, unpublish,
      remove a post of mine, delete a toot
    delete 1-3 = Delete several posts
      delete several posts at once, delete many posts, remove several posts
    edit . TEXT = Change the post that you sent last; or give its number
      edit post, edit my post, correct a typo, fix a mistake, change what i wrote, change text after posting, edit
      something i posted, correct a post, edit a toot, edit a post after sending, change a post, i made a typo,
      wrong text, change a post i sent, my post has a typo, a typo in my post, a mistake in my post
    redraft 3
      delete and redraft, rewrite a post, delete a post and write it again, remove a post and write it again
    undo
      get my post back, restore a post, restore a deleted post, undelete, undo delete,
      cancel my last action, undo my last change, i made a typo, take back, reverse, i made a mistake,
      accidentally, posted by mistake, sent by accident, sent too early, revert
    quote-policy 3
      who can quote me, forbid quotes, stop people quoting, allow quotes
    revoke-quote 3
      remove my post from a quote, detach quote
    unbookmark 3
      remove a bookmark, unsave, delete bookmark
    unpin 3
      unpin a post, remove pinned post
    unmute-thread 3
      unmute conversation, get notifications about a thread again
    post --editor = Write a post in your editor; in the composer, /editor
      use my editor, external editor, write in vim, write in nano, open editor
    raw 3
      see json of a post, raw data of a post
    """

  static let writing = """
    post TEXT
      write a post, send a post, publish, new post, toot, tweet, say something, share a thought, status update,
      mention someone, mention someone in a post, tag someone in a post, use hashtags in a post, post from the
      command line, make a new post, first post, first toot, make a post
    post = Open the composer, for a post of several lines; /send sends it
      several lines, paragraphs, line break, multiline, open composer, newline, markdown, bold text, italic,
      format text
    post TEXT --attach FILE --alt TEXT = Send a post with a picture; in the composer, /attach FILE
      attach a picture, picture, upload image, add photo, post a photo, post a video, send a file, share picture, alt
      text, describe image, picture description, audio, gif, upload a file, include an image in a reply, picture
      in a reply, insert an image, put a picture in a post, share a video, share a photo, send a picture,
      describe for blind people, upload a video
    post TEXT --poll Yes --poll No = Send a post with a poll; in the composer, /poll
      make a poll, create poll, ask a question, start survey, add poll to post, poll with three options, how
      long does a poll last, multiple choice, poll with several answers
    post TEXT --cw WARNING = Send a post with a content warning; in the composer, /cw
      content warning, spoiler warning, hide text behind warning, add cw, sensitive post, mark sensitive, mark a
      picture as sensitive
    post TEXT --at WHEN = Schedule a post
      postpone a post,
      send a post at night, post tonight, post next week,
      schedule a post, post later, send tomorrow, delay a post, timed post, post at a time, post at 8 in the
      morning, post at a certain time, send in an hour, post at midnight, schedule a message
    post TEXT --later = Write a post that waits until it can be sent
      send later when online, write without a network, post offline
    post TEXT --visibility followers = Choose who can see a post: public, unlisted, followers or direct
      nobody sees my post, who sees my post,
      what does unlisted mean, what does direct mean, what does followers only mean, what does quiet public mean,
      only for followers, private post, who can see my post, post unlisted, visibility, make post public, limit
      audience, friends only, how is a post shown to others, post to followers only, post only my followers can
      see, unlisted post, change who can see a post, hide my post from public
    post TEXT --lang CODE = Set the language of a post
      language of my post, post in another language, change language of a post, post in german, write in french,
      write in my own language
    post --thread TEXT = Split a long text into several posts
      write a thread, several posts in a row, text too long, split long text, too many characters, write a long
      thread, thread of posts, post is too long, make a thread
    dm @zoe TEXT = Send a direct message
      direct message, send private message, write to someone, dm someone, contact a person, message a friend,
      chat with someone, talk privately, private conversation with someone, direct message to someone, talk to
      someone in private, secret message
    drafts
      my text disappeared, my text is gone,
      unfinished posts, saved text, my drafts, where is the post i did not send, lost text, recover, lost the
      post i was writing, find my draft, save a draft
    draft 1
      finish my draft, finish a draft, go on writing,
      continue a draft, finish a post i started, continue writing
    discard 1
      remove a draft,
      delete a draft, get rid of a draft, throw away draft, do not send, delete unfinished post, cancel a post i am writing, abandon
      a draft
    attachments
      list the files of my post, see my attachments
    detach 1
      remove an attachment, remove a picture from my post, take a file out
    describe 1 TEXT
      add alt text to an attachment, describe an attachment
    describe 1 --suggest
      suggest alt text, write alt text for me, generate alt text, describe pictures automatically, automatic description, ai description
    spelling
      check spelling, spell check, spellchecker, typos, misspelt words, spelling mistakes, check spelling before posting,
      check my spelling
    preview
      preview my post, see how my post will look, check my post before sending
    send
      send the post i am writing, how do i send, finish my post, publish what i wrote
    remove 2
      delete a line, remove a line from my post
    scheduled
      scheduled posts, cancel scheduled post, planned posts, change time of a scheduled post, what will be
      posted, see my scheduled posts, delete a scheduled post, list scheduled posts
    outbox
      my post is stuck, why was my post not sent, a post does not go out, what waits to be sent,
      posts waiting to be sent, unsent, offline, not sent yet, no internet, without connection, work offline,
      was my post sent, is my message sent
    post TEXT :smile = Insert an emoji by the beginning of its name
      use emoji, custom emoji, insert a smiley, type an emoji, add an emoji to a post, emoticons
    """
}
