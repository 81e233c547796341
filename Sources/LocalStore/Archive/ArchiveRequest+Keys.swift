import MastodonKit

extension ArchiveRequest {
  /// The name of the list.
  var key: String { parameters.isEmpty ? path : "\(path)?\(parameters)" }

  /// The name of a response that is kept as a whole: also of a page of one whose elements have no ids.
  var responseKey: String {
    switch page?.position {
    case nil, .newest: key
    case .older(let cursor): key + " older " + cursor.value
    case .newer(let cursor): key + " newer " + cursor.value
    case .since(let cursor): key + " since " + cursor.value
    case .between(let lower, let upper): "\(key) between \(lower.value) \(upper.value)"
    case .offset(let count): "\(key) offset \(count)"
    }
  }
}
