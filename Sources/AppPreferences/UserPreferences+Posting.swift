public import FeatureKit
public import MastodonKit

extension UserPreferences {
  /// Whether the visibility of new posts was set here, for this account or for all.
  public var choosesVisibility: Bool { [.here, .allAccounts].contains(setting(.visibility).origin) }

  /// Returns the account with the posting defaults that were set here in place of its server's.
  ///
  /// It has a quote policy only if one was set here; a server applies its own without being told.
  public func applied(to account: Account) -> Account {
    let here = { (name: Name) in
      [.here, .allAccounts].contains(self.setting(name).origin) ? self.setting(name).value : nil
    }
    let (visibility, sensitive, language) = (here(.visibility), here(.sensitive), here(.language))
    // Takahe's default for no language is `unk`, which it rejects in a new post.
    let isUnlisted = account.source?.language.map { !LanguageCode.isListed($0) } ?? false
    let policy = here(.quotePolicy).map { QuotePolicy(rawValue: $0) }
    guard
      visibility != nil || sensitive != nil || language != nil || isUnlisted || policy != account.source?.quotePolicy
    else { return account }
    var account = account
    var source = account.source ?? Account.Source()
    source.quotePolicy = policy
    if isUnlisted { source.language = nil }
    if let visibility { source.privacy = Visibility(typed: visibility) ?? .public }
    if let sensitive { source.sensitive = sensitive == "yes" }
    if let language { source.language = language == Self.noLanguage ? nil : language }
    account.source = source
    return account
  }

  /// Stores a posting default on the account's server, where every app applies it, and returns the account, and the value that the
  /// server had before, if that is known.
  ///
  /// A value that was set here for this account is removed, so that the server's counts.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for a setting that a server does not have; the service's errors.
  public func store(
    _ name: Setting.Name, _ value: String, on server: ServerPreferences, by service: ProfileService
  ) async throws -> (account: Account, before: String?) {
    var edit = ProfileEdit()
    let kept = Name(rawValue: name.rawValue)
    switch kept {
    case .visibility: edit.postingVisibility = Visibility(typed: value, among: Name.visibilities)
    case .sensitive: edit.postingSensitive = value == "yes"
    case .language: edit.postingLanguage = value == Self.noLanguage ? "" : value
    case .quotePolicy: edit.quotePolicy = QuotePolicy(rawValue: value)
    default:
      throw AppError.usage(
        "\(name) can't be stored on a server.", suggestion: "visibility, sensitive, language and quote-policy can.")
    }
    await server.refresh()
    let before = server.values.flatMap { kept?.value(of: $0) }
    let account = try await service.update(edit)
    if let kept, setting(kept).origin == .here { try set(kept, to: nil) }
    await server.refresh()
    return (account, before)
  }

  /// Makes the posting defaults that were just changed on the server effective here.
  ///
  /// Older values of the account are removed; a line in the settings file for all accounts is overridden for this one.
  public func adoptPostingDefaults(of server: ServerPreferences, report: (AppError) -> Void) async {
    let names: [Name] = [.visibility, .language]
    for name in names where setting(name).origin == .here {
      do { try set(name, to: nil) } catch { report(AppError(error)) }
    }
    await server.refresh()
    guard let values = server.values else { return }
    for name in names where setting(name).origin == .allAccounts {
      do { try set(name, to: name.value(of: values)) } catch { report(AppError(error)) }
    }
  }
}
