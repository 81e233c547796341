extension Status.Fixtures {
  /// Statuses that are hard to draw.
  public var difficult: [Status] {
    [customEmoji, wideCharacters, rightToLeft, formatted, hostile, hostileWarning, longWord, zalgo, empty]
  }

  /// Emoji of the server's own, in the name too.
  public var customEmoji: Status {
    .fixture(
      Account.fixtures.zoe, minutesAgo: 310, "<p>Tea first :kettle: then the derailleur :spanner: then more tea.</p>",
      favourites: 12
    ) {
      $0.emojis = [CustomEmoji.fixtures.kettle, CustomEmoji.fixtures.spanner]
    }
  }

  /// Wide characters, half-width ones, joined emoji, flags, skin tones and combining marks.
  public var wideCharacters: Status {
    .fixture(
      Account.fixtures.chinatsu, minutesAgo: 200,
      """
      <p>今朝の運河は霧で、向こう岸の声だけが聞こえました。👩‍👩‍👧‍👦 が手を振っているのか、鳥なのか。ｶﾓ でした。</p>\
      <p>e\u{301}te\u{301} · 한글 · 🇯🇵🇵🇹 · 👍🏽 · 1\u{FE0F}\u{20E3} · ❤\u{FE0F}‍🔥 · ﷽</p>
      """, reblogs: 3, favourites: 51
    ) {
      $0.language = "ja"
    }
  }

  /// Arabic with Latin letters and digits inside.
  public var rightToLeft: Status {
    .fixture(
      Account.fixtures.noura, minutesAgo: 450,
      """
      <p>سماء صافية الليلة. رأيت زحل وحلقاته عند الساعة 21:40، ثم M31، ثم جاء الجيران لينظروا أيضًا وبقيت القهوة للجميع.</p>
      """, reblogs: 9, favourites: 63
    ) {
      $0.language = "ar"
    }
  }

  /// Everything that servers with formatting let through.
  public var formatted: Status {
    .fixture(
      Account.fixtures.juniper, minutesAgo: 1000,
      """
      <p><strong>How to read a tide table</strong></p><ol><li>Find the day.</li><li>Find the <em>right</em> year.</li>\
      <li>Add an hour in summer:<ul><li>not in winter,</li><li>not twice.</li></ul></li></ol>\
      <blockquote><p>The sea keeps the appointment. It is you who is late.</p></blockquote>\
      <pre><code>HW 06:12  4.1 m\nLW 12:25  0.6 m</code></pre>\
      <p>Then write <code>no</code> in the margin, if <del>you</del> he must. H<sub>2</sub>O does not mind.</p>
      """, favourites: 70)
  }

  /// Tries to move the cursor, set the window's title, turn the text round and leave tags open.
  public var hostile: Status {
    .fixture(
      Account.fixtures.hostile, minutesAgo: 500,
      """
      <p>\u{1B}[2J\u{1B}[31mRed\u{1B}]0;owned\u{7} \u{9B}31mC1\u{9D}0;owned\u{9C} &#27;]0;owned&#7; &#x1b;[5m &#155;8m \
      \u{0}NUL\u{8}\u{8}\u{8} \u{202E}txt.exe\u{202C} \u{2066}isolate\u{2069} \u{200F}mark \u{FEFF}bom \u{FFFE} \
      \u{1B}]52;c;cm0gLXJm\u{7}\u{1B}P+q\u{1B}\\</p><script>alert(1)</script><style>p{}</style>\
      <p onclick="x()"><a href="javascript:alert(1)">click\u{1B}[8m</a> <a href="https://nettle.example/\u{1B}]8;;x\u{7}">\
      safe.example</a><b><span class="invisible">hid</span><i>unclosed &amp &notanentity; <
      """
    ) {
      $0.language = "\u{1B}[m"
      $0.application = Status.Application(name: "\u{1B}[7mclient\u{202E}")
      $0.tags = [Tag(name: "free\u{1B}[2J", url: "javascript:alert(1)")]
    }
  }

  /// A content warning, a poll and a description that try the same.
  public var hostileWarning: Status {
    .fixture(Account.fixtures.hostile, minutesAgo: 501, "<p>Behind the warning.</p>") {
      $0.spoilerText = "look\u{1B}[2J\u{7}\u{202E}away\r\nnow"
      $0.sensitive = true
      $0.poll = Poll(id: "399", options: [Poll.Option("\u{1B}[1;1Hyes\u{9B}m"), Poll.Option("no\u{202E}on")])
      $0.mediaAttachments = [
        MediaAttachment(
          id: "299", kind: .unknown("hologram\u{1B}"), url: "file:///etc/passwd", description: "a\u{1B}]0;t\u{7}\nb\tc")
      ]
    }
  }

  /// One word of three thousand letters.
  public var longWord: Status {
    .fixture(Account.fixtures.rook, minutesAgo: 505, "<p>A\(String(repeating: "aaargh", count: 500))</p>")
  }

  /// Letters with dozens of marks on each.
  public var zalgo: Status {
    let marks = String(repeating: "\u{301}\u{323}\u{336}", count: 20)
    return .fixture(Account.fixtures.rook, minutesAgo: 506, "<p>H\(marks)e\(marks) comes, with marks.</p>")
  }

  /// A post without any content.
  public var empty: Status { .fixture(Account.fixtures.tides, minutesAgo: 507, "") }
}
