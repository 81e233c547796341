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
