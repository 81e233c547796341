extension SandboxQuirks {
  /// The changes of each set, for help texts.
  public static var help: String {
    all.map { set in
      let lines = set.quirks.filter { !$0.isAbsence }.map(\.summary)
      let absences = Quirk.Absence.allCases.compactMap { absence -> String? in
        let features = set.quirks.compactMap { $0.feature(absence) }
        return features.isEmpty ? nil : "has no \(features.joined(separator: ", ")) (\(absence.rawValue))"
      }
      return (["\(set.name):"] + (lines + absences).map { "  \($0)" }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The differences as a Markdown table: a row for each difference, a column for each set.
  public static var table: String {
    var titles: [String] = []
    let quirks = all.flatMap(\.quirks)
    for quirk in quirks.filter({ !$0.isAbsence }) + quirks.filter(\.isAbsence) where !titles.contains(quirk.title) {
      titles.append(quirk.title)
    }
    let rows = titles.map { title in
      [title] + all.map { set in set.quirks.first { $0.title == title }?.cell ?? "" }
    }
    let head = [["What the server does"] + all.map(\.name), Array(repeating: "---", count: all.count + 1)]
    return (head + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

extension Quirk {
  fileprivate var isAbsence: Bool { if case .lacks = self { true } else { false } }

  fileprivate func feature(_ wanted: Absence) -> String? {
    if case .lacks(let feature, _, wanted) = self { feature } else { nil }
  }

  fileprivate var summary: String {
    switch self {
    case .identifies(let name, let version, _): "names itself \(name) \(version)"
    case .defaultLanguage(let code): "reports \(code) as the default language"
    case .refusesTokens(let status): "answers an invalid token with a page and status \(status)"
    default: title
    }
  }

  /// The difference without values that vary between servers.
  fileprivate var title: String {
    switch self {
    case .does(let what): what
    case .identifies: "names itself in NodeInfo"
    case .defaultLanguage: "reports a default language that does not exist"
    case .refusesTokens: "answers an invalid token with a page"
    case .ignores(let what, _, _): "leaves out \(what) without an error"
    case .rewrites(let what, _, _, _): what
    case .lacks(let feature, _, _): "has no \(feature)"
    }
  }

  fileprivate var cell: String {
    switch self {
    case .identifies(let name, let version, _): "\(name) \(version)"
    case .defaultLanguage(let code): code
    case .refusesTokens(let status): String(status)
    case .lacks(_, _, let absence): absence.rawValue
    default: "yes"
    }
  }
}
