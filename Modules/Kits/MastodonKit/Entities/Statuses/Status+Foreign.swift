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
  ///
  /// In a list of several of the user's accounts the server is `wren@garden.example`, or several of them with commas between.
  public func identified(on host: String) -> Status {
    changingIDs { "\(host)/\($0)" }
  }

  /// The post with the ids of the server of the account that it came to.
  public var unidentified: Status {
    id.accounts.isEmpty ? self : changingIDs { Status.ID($0).ofAccount }
  }

  private func changingIDs(_ change: (String) -> String) -> Status {
    var status = self
    status.id = Status.ID(change(id.rawValue))
    status.account.id = Account.ID(change(account.id.rawValue))
    status.reblog = reblog?.changingIDs(change)
    status.quote?.quotedStatus = quote?.quotedStatus?.changingIDs(change)
    return status
  }
}

extension Notification {
  /// The notification with ids that say which of the user's accounts it came to.
  public func identified(on account: String) -> Notification {
    var notification = self
    notification.id = Notification.ID("\(account)/\(id.rawValue)")
    notification.account.id = Account.ID("\(account)/\(self.account.id.rawValue)")
    notification.status = status?.identified(on: account)
    return notification
  }

  /// The notification with the ids of the server of the account that it came to.
  public var unidentified: Notification {
    var notification = self
    notification.id = Notification.ID(id.ofAccount)
    notification.account.id = Account.ID(self.account.id.ofAccount)
    notification.status = status?.unidentified
    return notification
  }
}

extension Identifier {
  /// The server whose id it is, if it is not the user's own.
  public var otherHost: String? { rawValue.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(rawValue[..<$0]) } }

  public func onServer(_ host: String) -> String {
    rawValue.hasPrefix(host + "/") ? String(rawValue.dropFirst(host.count + 1)) : rawValue
  }

  /// The signed-in accounts that it came to, in a list of several; the id is that of the first.
  public var accounts: [String] {
    otherHost.map { $0.contains("@") ? $0.split(separator: ",").map(String.init) : [] } ?? []
  }

  /// The id as the server of the account knows it that it came to.
  public var ofAccount: String { accounts.isEmpty ? rawValue : onServer(otherHost ?? "") }
}
