extension PreferencesFile {
  /// The name of the setting that says where new secrets are kept; the command `vault` changes it.
  public static let vaultSetting = "vault"

  /// Reads where new secrets are to be kept; `nil` if nothing valid was chosen.
  public func chosenVault() throws(StoreError) -> VaultName? {
    try load()[Self.vaultSetting].flatMap(VaultName.init(rawValue:))
  }

  /// Stores where new secrets are to be kept.
  public func chooseVault(_ vault: VaultName) throws(StoreError) { try set(Self.vaultSetting, to: vault.rawValue) }
}
