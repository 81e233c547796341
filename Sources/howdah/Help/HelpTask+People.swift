import REPL

extension HelpTask {
  static let people = """
    follow @zoe
      follow someone, follow an account, subscribe, add a friend, follow back, follow someone from another
      server, follow a person on another server, follow someone elsewhere, follow a user, follow people
    follow #canal
      follow a hashtag, subscribe to a tag, follow topic, follow a tag
    follow @zoe --notify = Follow an account and be notified of each post
      notify when someone posts, alert for each post of an account, bell, get notified when a friend posts, notification
      for new posts of a person, tell me when my friend posts, never miss a post of someone
    follow @zoe --no-boosts = Hide the boosts of an account that you follow
      hide boosts of someone, stop seeing someone's boosts, no boosts from a person
    unfollow @zoe
      stop following a hashtag, unfollow a tag, unfollow several people,
      stop following, unsubscribe, remove a friend, unfollow hashtag, cancel a follow request, withdraw follow
      request, stop following someone
    followers
      know if someone follows me, does someone follow me, do they follow me, is someone following me,
      who follows me back, do they follow me back,
      who follows me, my followers, people following me, how many followers, list of followers, who is following
      this account, followers of someone, whose followers, did someone unfollow me, who is following me
    followers --changes = Show who followed and unfollowed you since the last time
      who unfollowed me, followers lost, lost followers, new followers since last time, who stopped following me
    following
      who do i follow, people i follow, accounts i follow, my follows, my friends, show who a person follows,
      whom do i follow, list people i follow
    followed-tags
      which hashtags do i follow, my hashtags
    follow-requests
      accept follower, approve follow request, who wants to follow me, somebody wants to follow me, reject
      follower, pending requests, deny, what does a follow request mean, approve a follower, approve followers
    remove-follower @zoe
      remove a follower, kick follower, make someone unfollow me, get rid of a follower, force someone to
      unfollow me, soft block
    mute @zoe
      mute someone but keep following, hide someone i follow,
      mute someone, hide posts of a person, stop seeing posts of a person, silence account, stop seeing someone,
      ignore user, annoying person, hide a user, hide someone, mute someone for a week, mute for a day, hide
      posts of someone, stop notifications from one person, no notifications from somebody
    unmute @zoe
      stop muting, see someone again
    mutes
      who did i mute, muted accounts, people i muted
    block @zoe
      stop getting messages from this person, no more messages from someone, stop a person from writing to me,
      stop someone from seeing my posts, keep someone from reading my posts,
      block someone, ban user, stop someone from contacting me, block troll, someone annoys me, keep someone
      away, block someone who annoys me, stop a person from following me, someone is harassing me
    unblock @zoe
      remove block, undo a block, unban
    blocks
      who did i block, blocked accounts, people i blocked, block list
    block-domain HOST
      ban an instance, block a server, block instance, hide whole server, defederate, block a domain, block a website,
      block everyone on a server, mute a server, mute a whole server, block all accounts of a server, hide posts from a server
    domain-blocks
      blocked servers, which servers do i block, blocked domains
    note @zoe TEXT
      write down something about a person, remember something about somebody,
      write a note about someone, private note about someone, remember who someone is, memo
    endorse @zoe
      feature someone on my profile, recommend an account
    feature #canal
      hashtag on my profile, show tags on profile, feature a hashtag, feature a hashtag on my profile
    familiar @zoe
      mutual friends, followers i know, who do we both follow, common followers
    list create Friends = Create a list
      make a list, create list, new list, group accounts, create a list of friends, list of accounts
    list add Friends @zoe = Add an account to a list
      add someone to a list, put person on list
    who @zoe
      which of my lists is someone in, which lists hold an account, is someone on my list
    group create NAME = Read hashtags, people, lists, servers and searches as one timeline
      group hashtags, combine hashtags, several hashtags, hashtags and people together, several people in one
      timeline, combine timelines, merge timelines, mix lists and hashtags, custom timeline, custom feed, two servers in one
      timeline, several servers in one list, my own
      feed, one feed of several servers
    filter create NAME --keyword WORD = Hide posts that contain a word
      i dont want to see, mute a word, hide a word, block words, filter words, hide posts about a topic, stop
      seeing a topic, hide spoilers, avoid topic, mute hashtag, keyword, make a filter, create a filter, add
      filter, block a word, not interested in a topic, hide politics, get rid of posts about a topic, too many posts
      about a topic, never see a topic, remove posts about a topic, stop posts about a topic
    filter why 3 = Say why a post is filtered
      why is a post hidden, why filtered, why cant i see a post, post is missing, post disappeared
    filters
      my filters, see filters, muted words, remove filter, list of filters, which words do i filter, what do i
      filter
    rule add hide 'WORD or WORD' = Hide posts about words on this computer only
      hide posts on this computer, hide posts about a word on this computer, hide by regular expression, regex filter,
      filter by regex, local filter, filter on this machine, hide posts at night, hide posts in a language, hide posts
      only in home, my own rule, make a rule
    rule add alert '#canal from:@rook' = Be told when a post with words, of a person, arrives
      tell me when someone posts about, alert for a word, keyword alert, notify me about a word, notify me about a hashtag,
      watch for a word, tell me when someone writes about, alarm for a topic
    rule try WORDS = See which posts on the screen a rule would apply to
      test a rule, try a rule, test a regular expression
    rules
      my rules, list of rules, what do my rules hide, how many posts did a rule hide
    rule delete 1 = Delete a rule
      remove a rule, delete a rule
    profile edit = Edit your profile: name, text, picture, links, who may follow
      approval of followers, change my name, display name, change avatar, profile picture, edit my bio, change
      banner, header image, set up profile, update profile, my photo, verify my website, link on profile, lock
      account, approve followers, bot, pronouns, fields, make followers ask first, set my website, hide who i
      follow, get verified, upload a profile photo, new profile picture, text about me, make my account private,
      set my avatar, protect account, change my username, edit profile, photo of me, upload an avatar
    endorsed
      featured accounts, accounts on my profile
    unnote @zoe
      delete a note about someone
    unfeature #canal
      remove a hashtag from my profile
    featured-tags
      hashtags on my profile, hashtags of an account
    policy
      notifications from strangers, who can notify me, limit notifications, too many notifications
    collections
      starter packs, collections of accounts
    list rename Friends Family = Rename a list
      rename a list, change name of a list
    list delete Friends = Delete a list
      delete a list, remove a list
    list remove Friends @zoe = Remove an account from a list
      remove someone from a list, take person off a list, remove from list
    list edit Friends = Change a list
      edit a list, hide a list from home, leave list out of home, change a list
    list Friends = Open a list
      read a list, open a list, posts of a list, members of a list
    filter delete NAME = Delete a filter
      delete a filter, stop filtering, unmute a word
    mute @zoe --for 7d = Mute an account for a week
      mute for a while, mute someone temporarily, mute for a week, pause someone, mute somebody for an hour
    unblock-domain HOST
      unblock a server, unblock instance
    report @zoe
      someone is impersonating me, fake account, somebody pretends to be me, stolen account,
      report an account, report a user
    """

  static let program = """
    login HOST
      leave the sandbox, use my real account, use another server, change server, go online,
      sign in, log in, connect my account, use my account, use two accounts, enter password, add account, add
      second account, use another account, how do i log in, log into my account, sign in to my server, use
      several accounts, add another account, connect to a server, join my server, where do i put my password,
      authenticate
    register HOST
      choose a server, which server should i join, find a server,
      sign up, create an account, join, get an account, new account, open account
    logout
      log me out, sign me out,
      sign out, log out, disconnect account, remove account from this machine, forget my account, sign off,
      remove my account from this computer, remove account from howdah
    accounts
      which accounts do i have, who am i, my accounts, who is signed in, am i logged in, which account is
      active, current account, am i signed in, my handle, my user name, my address, what am i called
    accounts --unread
      unread in all my accounts, what is new in my other account, check all my accounts
    notifications --accounts all = List the notifications of all your accounts
      notifications of all my accounts, mentions in both accounts
    post TEXT --as @a,@b = Send a post as several accounts
      post from two accounts, post from both accounts, post the same from several accounts, cross post, crosspost,
      post to two servers, send to two servers, send my post to several servers
    switch @zoe
      switch account, change account, use other account, second account, multiple accounts, use several
      accounts, use several profiles, change to another account
    onboarding
      getting started, tutorial, tour, first steps, introduction, set up howdah, beginner, start, learn, how
      does it work, new here, walkthrough, how to use this, explain the basics, first time, basics, how do i use
      this, guide, manual, set up my account, what is mastodon, what is the fediverse, what is this
    set theme dusk = Use the dark theme; themes shows all
      dark theme, dark mode, dark background, black background, make it dark, too bright, colours hurt my eyes
    set theme day = Use the light theme; themes shows all
      light theme, light mode, light background, white background, bright theme, make it light
    set theme paper = Change the colours; themes shows all
      change theme, switch theme, change colours, appearance, background colour, look different, hard to read,
      change background, make it more readable, high contrast, text colour
    themes
      which themes are there, see colours, list of themes
    settings
      where are settings, where are the settings,
      preferences, options, configure, change settings, customize, configuration
    set width 100 = Set the width of the text
      wrap text, wrap lines,
      make text wider, use whole window, line length, narrow text, width of screen, wider screen, bigger text,
      change font size, text is too narrow, letters too small
    set live quiet = Stop the lines that appear by themselves
      stop live updates, turn off interruptions, silence prompt, stop messages appearing, disable streaming,
      stop lines popping up, messages pop up while i type, turn off live updates, stop the bell, turn off the bell
    set page 10 = Set how many posts a page has
      how many posts at once, posts per page, fewer posts, number of posts, more posts on one page, longer page,
      show more results, bigger limit of results
    set desktop-notifications all = Show notifications on the desktop
      desktop notifications, popup notification, sound, bell, notify me
    set quiet-hours 22:00-07:00 = Choose hours without notifications
      quiet hours, do not disturb, no notifications at night, pause notifications, turn off notifications, mute
      notifications
    push
      notifications when howdah is closed, push notifications, notifications in background, phone, receive
      notifications while away
    help all = List every command
      all commands, list of commands, what can i do, what can i type, every command, get help, help me, i need
      help, list all commands, what commands are there, show all commands, what can i do here, what now, list
      commands, all functions, see every command
    help references = How to say which post is meant
      what do the numbers mean, which number, number beside a post, refer to a post, post id, what does @ mean,
      what is a1, what does the dot mean
    help output = Choose what is printed, and where it goes
      plain text, json, pipe, save output to file, save timeline to a file, send output to another program,
      output as json
    help prompt = Keys and settings of the prompt
      keyboard shortcuts, keys, vim, emacs, tab completion, key bindings, hotkeys, open vim to write, edit line,
      previous command, repeat last command, arrow keys, command history, shortcuts, clear the screen, new line in
      a post
    help scripts = Use Howdah in scripts
      write a bot, use tor, use a proxy, set a timeout, uninstall howdah, remove howdah,
      stop asking me for confirmation, answer yes to all questions, skip the questions, do not ask,
      automate, cron, script, bash, shell script, bot, automation, exit code, post from a script, post
      automatically, run a command every hour, write a script, use in a shell, run from terminal
    alias gm = post Hello = Make a command of your own
      own command, shortcut, own command, abbreviation, macro, rename a command, create a command, make a
      shortcut, make my own command
    quit
      exit, close program, leave howdah, end, stop program, get out, close window, close this, how do i close,
      shut down
    retry
      try again, repeat failed command, resend, repeat the last command, do it again, it failed
    screen
      print screen again, show again, redraw, see the last screen, lost the page
    messages
      see errors, where do i see errors, what did it say, earlier messages,
      what did it say, recent messages, missed a message of the program, past errors, what was that message, see
      error messages again
    status
      am i online, is server down, connection problem, offline, slow, why is nothing loading, rate limit, check
      connection, not working, internet, connection error, it does not work, can not connect, network problem,
      why is it slow, connection lost, is it working, is my connection ok
    diagnose
      report a bug, bug report, something is broken, crash, get support, problem with howdah, something broke
    about
      is it free, what does it cost, changelog, what changed in this version,
      version, which version, who made this, support, donate, license, update howdah, new version, send
      feedback, credits, authors, how old is this program, support howdah
    export follows FILE = Save your follows as a file; also lists, mutes, blocks, bookmarks
      backup, export my data, save my follows, download my data, csv, archive of my account, move my account, move
      to another server, export my followers, download everything, back up my data, back up
    import follows FILE = Follow the accounts of a file
      import my follows from another server, import my followers, import follows from a file,
      import follows, restore backup, load csv, bring my follows from another server
    record FILE
      record session, save what i do, log session, capture
    vault
      where is my token stored, password storage, is my login safe, keyring, secret, where are my passwords,
      where is my data stored
    api /api/v1/instance
      send api request, raw api, call endpoint, json of server
    plugins
      extensions, add-ons, plug-ins, extend howdah
    source FILE
      run commands from a file, execute a file, run a script
    completion bash = Complete commands in your shell
      completion in my shell, complete in bash, complete in zsh, tab completion in the shell
    unalias gm
      remove an alias, delete my command
    unwatch
      stop watching, stop streaming
    jobs
      background commands, running jobs, run in background
    usage
      which commands did i use, statistics, how long commands took
    set language CODE = Set the language of your posts
      change my language, language setting, default language, change the language of the program
    set content-warnings show = Show posts behind content warnings at once
      always show content warnings, expand all warnings, never hide posts, content warning by default, hide all
      content warnings, open all warnings
    top
      go to the start, go to the beginning,
      go to the top, back to the beginning, first screen
    help language = How commands are typed
      how to type commands, syntax, quotes, semicolon, several commands on one line, grammar, what does ! do,
      several commands at once, what do the signs mean
    """
}
