import CZlib
import FoundationEssentials

/// Compresses the JSON of posts and accounts, each by itself.
///
/// A text as short as a post compresses well only with a dictionary of what most of them contain. The first byte of what is
/// kept says which one it was; plain JSON begins with a brace.
final class EntityCompressor {
  /// It has read the dictionary, and is copied for each text: to copy its tables takes a tenth of the time of filling them.
  private var ready = z_stream()
  private let isReady: Bool

  /// The sizes of window and tables.
  private static let (window, memory): (Int32, Int32) = (-13, 6)

  init() {
    isReady =
      deflateInit2_(
        &ready, 6, Z_DEFLATED, Self.window, Self.memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
      && deflateSetDictionary(&ready, Self.dictionary, UInt32(Self.dictionary.count)) == Z_OK
  }

  deinit { deflateEnd(&ready) }

  /// Returns the compressed text, or the text if that fails.
  func compress(_ text: [UInt8]) -> Data {
    var stream = z_stream()
    guard isReady, deflateCopy(&stream, &ready) == Z_OK else { return Data(text) }
    defer { deflateEnd(&stream) }
    var (input, out) = (text, [UInt8](repeating: 0, count: text.count + text.count / 8 + 64))
    out[0] = Self.version
    let result = input.withUnsafeMutableBufferPointer { input in
      out.withUnsafeMutableBufferPointer { out in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (out.baseAddress.map { $0 + 1 }, UInt32(out.count - 1))
        return deflate(&stream, Z_FINISH)
      }
    }
    return result == Z_STREAM_END ? Data(out[..<(out.count - Int(stream.avail_out))]) : Data(text)
  }

  /// Returns the text of what was compressed; `nil` if it is damaged.
  static func text(of data: Data) -> [UInt8]? {
    var input = Array(data)
    guard input.first == version else { return input }
    var stream = z_stream()
    guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    guard inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count)) == Z_OK else { return nil }
    var (text, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: max(4096, input.count * 6)))
    var result = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      (stream.next_in, stream.avail_in) = (input.baseAddress.map { $0 + 1 }, UInt32(input.count - 1))
      repeat {
        chunk.withUnsafeMutableBufferPointer { chunk in
          (stream.next_out, stream.avail_out) = (chunk.baseAddress, UInt32(chunk.count))
          result = inflate(&stream, Z_NO_FLUSH)
        }
        text += chunk[..<(chunk.count - Int(stream.avail_out))]
      } while result == Z_OK && text.count < longest
    }
    return result == Z_STREAM_END ? text : nil
  }

  /// The longest text that is kept, with room for what is added to it.
  private static let longest = 1 << 22

  /// The number of the dictionary, which is never changed: what is kept could not be read any more.
  private static let version: UInt8 = 1

  /// What posts and accounts of Mastodon contain, the most frequent last.
  private static let dictionary = Array(
    #"""
    {"id":"0","username":"","acct":"","display_name":"","locked":false,"bot":true,"bot":false,"discoverable":t\#
    rue,"indexable":false,"group":false,"created_at":"2022-11-04T00:00:00.000Z","note":"<p></p>","url":"https:\#
    //mastodon.social/@","uri":"https://mastodon.social/users/","avatar":"https://files.mastodon.social/cache/\#
    accounts/avatars/109/original/.jpg","avatar_static":"https://files.mastodon.social/cache/accounts/avatars/\#
    109/original/.jpeg","header":"https://files.mastodon.social/cache/accounts/headers/109/original/.png","hea\#
    der_static":"https://files.mastodon.social/cache/accounts/headers/109/original/.png","followers_count":0,"\#
    following_count":0,"statuses_count":0,"last_status_at":"2026-11-2","hide_collections":false,"noindex":fals\#
    e,"emojis":[],"roles":[],"fields":[{"name":"Website","value":"<a href=\"https://\" target=\"_blank\" rel=\\#
    "nofollow noopener noreferrer me\" translate=\"no\"><span class=\"invisible\">https://</span><span class=\\#
    "\"></span><span class=\"invisible\"></span></a>","verified_at":null},{"name":"Pronouns","value":"","verif\#
    ied_at":"2024-}],"avatar_description":"","header_description":""}"poll":{"id":"","expires_at":"2026-","exp\#
    ired":true,"multiple":false,"votes_count":0,"voters_count":0,"options":[{"title":"","votes_count":0}],"vot\#
    ed":false,"own_votes":[],"emojis":[]},"emojis":[{"shortcode":"","url":"https://files.mastodon.social/cache\#
    /custom_emojis/images/000//original/.png","static_url":"https://files.mastodon.social/cache/custom_emojis/\#
    images/000//static/.png","visible_in_picker":true}],"card":{"url":"https://www..com/","title":"","descript\#
    ion":"","language":"en","type":"link","author_name":"","author_url":"","provider_name":"","provider_url":"\#
    ","html":"","width":1200,"height":630,"image":"https://files.mastodon.social/cache/preview_cards/images//o\#
    riginal/.jpg","image_description":"","embed_url":"","blurhash":"U","published_at":null,"authors":[{"name":\#
    "","url":"","account":null}]}"media_attachments":[{"id":"","type":"video","type":"image","url":"https://fi\#
    les.mastodon.social/cache/media_attachments/files/115//original/.jpeg","preview_url":"https://files.mastod\#
    on.social/cache/media_attachments/files/115//small/.jpeg","remote_url":"https:///media_attachments/files/o\#
    riginal/.png","preview_remote_url":null,"text_url":null,"meta":{"original":{"width":1080,"height":1920,"si\#
    ze":"1080x1920","aspect":0.5625},"small":{"width":480,"height":640,"size":"480x640","aspect":0.75},"focus"\#
    :{"x":0.0,"y":0.0}},"description":null,"description":"","blurhash":"U{"id":"11","created_at":"2026-11-0T00\#
    :00:00.000Z","in_reply_to_id":null,"in_reply_to_account_id":null,"sensitive":false,"spoiler_text":"","visi\#
    bility":"public","visibility":"unlisted","visibility":"private","language":"de","language":"en","uri":"htt\#
    ps:///users//statuses/11","url":"https:///@/11","replies_count":0,"reblogs_count":0,"favourites_count":0,"\#
    quotes_count":0,"edited_at":null,"favourited":false,"reblogged":false,"muted":false,"bookmarked":false,"pi\#
    nned":false,"quote_approval":{"automatic":["public"],"manual":[],"current_user":"automatic","current_user"\#
    :"denied"},"content":"<p><span class=\"h-card\" translate=\"no\"><a href=\"https:///@\" class=\"u-url ment\#
    ion\" rel=\"nofollow noopener\" target=\"_blank\">@<span></span></a></span> <a href=\"https:///tags/\" cla\#
    ss=\"mention hashtag\" rel=\"tag nofollow noopener\" target=\"_blank\">#<span></span></a></p><p><br />the \#
    and you for that with this are not have was der die und das ich nicht<a href=\"https://\" target=\"_blank\\#
    " rel=\"nofollow noopener\" translate=\"no\"><span class=\"invisible\">https://</span><span class=\"ellips\#
    is\"></span><span class=\"invisible\"></span></a></p>","filtered":[],"reblog":null,"reblog":{"@":"s11"},"q\#
    uote":null,"application":{"name":"Web","website":null},"account":{"@":"a10"},"media_attachments":[],"menti\#
    ons":[{"id":"10","username":"","url":"https:///@","acct":"@"}],"tags":[{"name":"","url":"https://mastodon.\#
    social/tags/"}],"emojis":[],"card":null,"poll":null}
    """#.utf8)
}
