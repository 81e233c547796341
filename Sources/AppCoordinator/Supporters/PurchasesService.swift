import FeatureKit
public import LocalStore

/// Who supports the program, as a licence says it.
public struct Supporter: Hashable, Sendable {
  /// The name to thank.
  public var name: String
  /// Since when: a year and a month, `2026-11`.
  public var since: String

  /// Makes a supporter.
  public init(name: String, since: String) {
    self.name = name
    self.since = since
  }
}

/// Whether somebody supports the program here; a word of thanks depends on it and nothing else.
public enum SupporterFlag: Hashable, Sendable {
  /// There is nothing to buy, so nobody is asked to.
  case notOffered
  /// Nobody does; a licence would be looked for there.
  case nobody(file: String)
  /// This person does.
  case supporter(Supporter)
}

/// Knows whether somebody supports the program; nothing useful asks it.
public struct PurchasesService: Sendable {
  /// The flag as it is now, without asking anybody elsewhere.
  ///
  /// Throws ``AppError`` for a licence that cannot be taken for one.
  public var flag: @Sendable () throws -> SupporterFlag

  /// Makes the service from its one question.
  public init(flag: @escaping @Sendable () throws -> SupporterFlag) { self.flag = flag }

  /// Reads the file `licence` among the configuration, each time that it is asked, if it is sold at all.
  ///
  /// - Parameter key: What licences are signed with; `nil` where none were ever sold, and then no file is looked for.
  public static func live(key: LicenceKey?, locations: FileLocations) -> PurchasesService {
    guard let key else { return PurchasesService { .notOffered } }
    return PurchasesService {
      let file = LicenceFile(locations: locations)
      let text: String?
      do { text = try file.text() } catch { throw AppError(error) }
      guard let text else { return .nobody(file: file.path) }
      return .supporter(try Licence.supporter(in: text, signedWith: key))
    }
  }
}

extension PurchasesService {
  /// Services whose answer is fixed.
  public static let fixtures = Fixtures()

  /// One service for each answer.
  public struct Fixtures: Sendable {
    /// There is nothing to buy.
    public let notOffered = PurchasesService { .notOffered }
    /// Nobody supports it.
    public let nobody = PurchasesService { .nobody(file: "/config/licence") }
    /// Somebody does.
    public let supported = PurchasesService { .supporter(Supporter(name: "Wren Alder", since: "2026-11")) }
    /// There is a file that is not as it was signed.
    public let changed = PurchasesService { throw Licence.changed }
  }
}
