extension Status {
  /// The post as it reads from elsewhere: accounts that are local on `host` get its name.
  public func qualified(with host: String) -> Status {
    var status = self
    status.account = account.qualified(with: host)
    status.reblog = reblog?.qualified(with: host)
    status.mentions = mentions.map { mention in
      var mention = mention
      if !mention.acct.contains("@") { mention.acct += "@\(host)" }
      return mention
    }
    return status
  }
}

extension Account {
  /// The account with its full name, where it is local on `host`.
  fileprivate func qualified(with host: String) -> Account {
    var account = self
    if !acct.contains("@") { account.acct += "@\(host)" }
    return account
  }
}

// MARK: - Among posts of the user's own server

extension Status {
  /// The post with ids that no other server has, for a list of posts of several servers: `shore.example/117`.
  public func identified(on host: String) -> Status {
    var status = self
    status.id = Status.ID("\(host)/\(id.rawValue)")
    status.account.id = Account.ID("\(host)/\(account.id.rawValue)")
    status.reblog = reblog?.identified(on: host)
    status.quote?.quotedStatus = quote?.quotedStatus?.identified(on: host)
    return status
  }
}

extension Identifier {
  /// The server whose id it is, if it is not the user's own.
  public var otherHost: String? { rawValue.firstIndex(of: "/").map { String(rawValue[..<$0]) } }

  /// The id as that server knows it.
  public func onServer(_ host: String) -> String {
    rawValue.hasPrefix(host + "/") ? String(rawValue.dropFirst(host.count + 1)) : rawValue
  }
}
