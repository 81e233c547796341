extension PreferencesFile {
  /// The setting that says where new secrets are stored; the command `vault` changes it.
  public static let vaultSetting = "vault"

  /// Reads where new secrets are stored; `nil` if nothing valid was chosen.
  public func chosenVault() throws(StoreError) -> VaultName? {
    try load()[Self.vaultSetting].flatMap(VaultName.init(rawValue:))
  }

  /// Saves where new secrets are stored.
  public func chooseVault(_ vault: VaultName) throws(StoreError) { try set(Self.vaultSetting, to: vault.rawValue) }
}
