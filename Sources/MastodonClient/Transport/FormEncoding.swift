import MastodonKit

/// Encodes and decodes fields as `application/x-www-form-urlencoded`.
enum FormEncoding {
  /// Joins the fields with `&`.
  static func encode(_ fields: [Field]) -> String {
    fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }.joined(separator: "&")
  }

  /// Decodes a query leniently: invalid escapes are kept as they are.
  static func decode(_ query: some StringProtocol) -> [Field] {
    query.split(separator: "&").map { pair in
      let parts = Substring(pair).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Field(PercentCoding.decode(parts[0]), parts.count > 1 ? PercentCoding.decode(parts[1]) : "")
    }
  }
}
