import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

/// Does once, while a server is thinking, what takes long only the first time.
///
/// The first status that a process decodes and draws costs more than the next forty: the runtime looks every generic type
/// up, and gumbo is loaded. A one-shot command does nothing else while it waits, so it does this then, on a core of its
/// own; measured, a page of 40 statuses is on the screen about 3 ms earlier, of about 20.
enum WarmUp {
  /// Reads and draws one small status, and forgets it.
  static func run() {
    do {
      let statuses = try MastodonJSON.makeDecoder().decode(LossyList<Status>.self, from: Data(status.utf8)).elements
      let layout = Layout(now: Date(timeIntervalSince1970: 0), form: .seen)
      let items = statuses.map { Block.item(StatusView($0, number: 1, context: .home, layout: layout).item) }
      let renderer = Renderer(
        format: .plain, width: 80, theme: Theme.all[0], colors: .none, showsHint: false, hyperlinks: false)
      _ = renderer.render(Document(kind: "home", title: Document.Title("Home"), blocks: items))
    } catch {
      // Nobody waits for this, and the real answer will say what is wrong.
    }
  }

  /// A status that has one of everything.
  private static let status = """
    [{"id":"1","uri":"u","url":"https://a.example/1","created_at":"2026-11-21T12:00:00.000Z","content":\
    "<p>a <a href=\\"https://a.example/x\\"><span class=\\"invisible\\">https://</span><span>a</span></a><br>b</p>",\
    "spoiler_text":"","visibility":"public","language":"en","favourites_count":1,"reblogs_count":1,"replies_count":1,\
    "account":{"id":"1","username":"a","acct":"a","display_name":"A","created_at":"2026-11-21T12:00:00.000Z",\
    "emojis":[{"shortcode":"a","url":"u","static_url":"u"}],"fields":[{"name":"a","value":"b"}]},\
    "media_attachments":[{"id":"1","type":"image","url":"u","meta":{"original":{"width":1,"height":1}}}],\
    "mentions":[{"id":"1","username":"a","acct":"a","url":"u"}],"tags":[{"name":"a","url":"u"}],"emojis":[],\
    "card":{"url":"https://a.example","title":"a","description":"","type":"link"},\
    "poll":{"id":"1","options":[{"title":"a","votes_count":1}],"votes_count":1,"expires_at":"2026-11-21T12:00:00.000Z"}}]
    """
}
