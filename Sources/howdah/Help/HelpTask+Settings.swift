import REPL

extension HelpTask {
  static let preferences = """
    set density compact = Show one line for each post in a list
      compact view, compact list, dense list, short list, one line per post, smaller posts, condensed, overview
      of posts, less space, too much space
    set repeats fold = Show a post once in a timeline, however often it is boosted
      hide boosts seen twice, hide duplicate boosts, the same post twice, duplicate posts, repeated posts, hide
      posts i have seen, collapse boosts
    set repeats show = Show each boost of a post in a row of its own
      show every boost, show duplicate boosts, do not fold boosts, do not collapse boosts, why does a post say
      seen, why is a post folded
    set hidden-posts own,favourited = Leave kinds of posts out of timelines
      hide my own posts in my timeline, hide posts i already liked, hide posts i favourited, always hide boosts,
      never show bots in my timeline, always hide replies
    set time absolute = Show dates and times instead of “2 h”
      see what time it was posted, when was this posted,
      exact times, show exact time, show the date of posts, absolute time, timestamps, clock time, when was a
      post written, time format
    set pictures off = Do not show pictures in the terminal
      stop showing pictures, hide pictures, turn off pictures, no images, disable images, disable pictures,
      pictures look wrong, strange blocks
    set pictures auto = Show pictures in the terminal if it can
      pictures in the terminal, turn on pictures, enable images, why are there no pictures, pictures do not show
    set media hide = Fold the media of all posts
      hide media, always hide images, never show media, hide sensitive media, hide sensitive pictures
    set media show = Show media that is marked as sensitive
      always show sensitive media, show sensitive pictures, unblur pictures
    set visibility followers = Set who can see your posts, unless a post says otherwise
      post as followers only by default, change my default visibility, all my posts for followers only,
      default visibility, always post to followers, make all my posts private, private by default, post unlisted
      by default
    set sensitive yes = Mark your attachments as sensitive, unless a post says otherwise
      always mark my media as sensitive, sensitive by default
    set quote-policy followers = Set who can quote your posts, unless a post says otherwise
      default quote policy, never let anyone quote me, who can quote all my posts
    set hold 30 = Wait for some seconds before a post is sent, so that undo can stop it
      delay before sending, undo send, time to undo, hold a post, wait before sending
    set hints off = Leave out the lines that say what to type
      hide hints, turn off hints, no suggestions at the bottom, remove the help line
    set autosuggest off = Stop completing the line while you type
      grey text while typing, turn off autocomplete, stop completing, stop suggestions while typing, no
      autocompletion
    set pager on = Show what is longer than the screen page by page
      use less, page by page, output scrolls away, use a pager, long output
    set color never = Print without colours
      text without colours, black and white, no colours,
      remove colours, disable colours, colours off, monochrome, no colours, without colour, turn off colours, black
      and white, stop using colours
    set hyperlinks off = Print links without making them clickable
      clickable links, links can not be clicked, disable hyperlinks
    set archive off = Keep nothing of what you read, and delete what is kept
      turn off the archive, no archive, disable the archive,
      stop keeping what i read, do not store what i read, leave no traces, delete everything that was kept
    set translate-command PROGRAM = Translate with a program of your own
      translate with my own program, use my own translator, translate without the server
    set spelling-command PROGRAM = Choose the program that checks spelling
      which program checks spelling, turn on spell check, use aspell, use hunspell
    set alt-text-command PROGRAM = Choose the program that suggests alt text
      which program describes pictures, turn on alt text suggestions, program for alt text
    set archive on = Keep the posts that you read on this machine
      save posts i read, offline reading, keep posts, store posts
    set history off = Keep no history of what is typed
      clear my history, clear my search history,
      forget what i typed, delete command history, privacy of commands, do not save commands
    set hidden-notifications favourites = Leave kinds of notifications out of the list
      hide favourite notifications, only mentions, stop notifications about likes, no boost notifications, fewer
      notifications, stop like notifications
    set plain on = Print sentences for a screen reader
      screen reader mode, is there a screen reader mode, screen reader, use with a screen reader, i use a screen
      reader, turn on sentences, text for speech, speech, read aloud, voice over, braille, blind, accessibility
    set name-colors off = Print all names in one colour
      colours of names, coloured names
    reset NAME = Set a setting back to its default
      reset a setting, default settings, restore settings, undo a setting, reset all settings, go back to
      defaults
    get NAME
      value of a setting, look up a setting, what is a setting set to
    settings export FILE = Save your settings as a file
      save my settings, export settings, copy settings to another computer
    """
}
