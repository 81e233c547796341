public import FeatureKit
import TerminalKit

@MainActor extension AnnualReports {
  public static func plugin(model: Model) -> Plugin {
    Plugin(
      id: "annual-reports", title: "Annual report", symbol: "∗", verbs: [verb(model)], previews: { previews })
  }

  private static func verb(_ model: Model) -> Verb {
    let words = Act.allCases.map(\.rawValue)
    return Verb(
      "annual-report", Parameter<Request>.request, help: "Show the server's summary of your year",
      discussion: """
        Without a year, the newest report that you have not marked as read. state says whether a year has a report, generate \
        asks the server to make it, and read marks it as read. Mastodon makes reports at the end of a year.
        """,
      completions: { $0.isEmpty ? words : [] }
    ) { request in
      let year = request.year
      switch request.act {
      case nil:
        let state = try await model.report(of: year)
        return .view { layout in view(state, layout: layout) }
      case .state: return .toast(toast(try await model.standing(of: year ?? model.presentYear), isAsked: false))
      case .generate: return .toast(toast(try await model.generate(year), isAsked: true))
      case .read:
        let year = try await model.markRead(year)
        return .success("Marked the annual report for \(year) as read.", data: [.init("year", .int(year))])
      }
    }
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}

extension Parameter where Value == AnnualReports.Request {
  /// The action and the year, in either order.
  fileprivate static var request: Parameter {
    let words = AnnualReports.Act.allCases.map(\.rawValue)
    let descriptions = [
      ParameterDescription(name: words.joined(separator: "|"), form: .choice(words), isOptional: true),
      ParameterDescription(name: "YEAR", form: .integer(2000...2999), isOptional: true),
    ]
    return Parameter(group: descriptions) { reader in
      var request = AnnualReports.Request()
      while let word = reader.next() {
        if request.year == nil, let number = Int(word), (2000...2999).contains(number) {
          request.year = number
        } else if request.act == nil, let found = AnnualReports.Act(rawValue: word.lowercased()) {
          request.act = found
        } else {
          throw reader.refusal("“\(Sanitizer.clean(word))” is not a year.")
        }
      }
      return request
    }
  }
}
