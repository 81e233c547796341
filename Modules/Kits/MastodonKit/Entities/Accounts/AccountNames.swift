/// The signed-in account: ``Account/source`` and the role's permissions are those that only it sees.
public typealias CredentialAccount = Account

/// An account that the signed-in one muted, with the end of the mute among its details.
public typealias MutedAccount = Account

/// Who may feature an account in a collection.
public typealias FeatureApproval = Approval

/// Who may quote a status.
public typealias QuoteApproval = Approval
