public import FeatureKit
import LocalStore
import TerminalKit

extension SignInCoordinator {
  /// The command `vault`.
  public var vaultVerb: Verb {
    Verb(
      "vault", .optionalChoice("VAULT", VaultName.allCases.map(\.rawValue)),
      help: "Show where tokens and keys are stored, or move them",
      discussion: """
        `file` is a folder that only you can read, `keyring` the desktop's keyring, `pass` and `gopass` are password \
        stores. Existing secrets are moved, each deleted only after it was read back. New ones are stored there too.
        """
    ) { [weak self] name in
      guard let self else { return .nothing }
      guard let name, let vault = VaultName(rawValue: name) else { return .document(try await vaultDocument()) }
      return try await moveSecrets(to: vault)
    }.withoutAccount.reading(otherwise: .changesOnlyMachine)
  }

  private func moveSecrets(to vault: VaultName) async throws -> Response {
    let (moved, before): (Int, VaultName?)
    do {
      let places = try await offMainActor { [secrets = accounts.secrets] in try secrets.places() }
      before = try PreferencesFile(locations: locations).chosenVault() ?? places.first?.vault
      moved = try await offMainActor { [secrets = accounts.secrets] in try secrets.move(vault) }
      try PreferencesFile(locations: locations).chooseVault(vault)
    } catch {
      throw AppError(error)
    }
    let message =
      moved == 0
      ? "New secrets will be stored in \(vault.words)."
      : "Moved \(moved) \(moved == 1 ? "secret" : "secrets") to \(vault.words)."
    return .success(
      message, data: [JSONValue.Member("vault", .string(vault.rawValue)), JSONValue.Member("moved", .int(moved))],
      undo: before.map { .command("vault \($0.rawValue)") })
  }

  private func vaultDocument() async throws -> Document {
    let places: [SecretPlace]
    let chosen: VaultName?
    do {
      places = try await offMainActor { [secrets = accounts.secrets] in try secrets.places() }
      chosen = try PreferencesFile(locations: locations).chosenVault()
    } catch {
      throw AppError(error)
    }
    let rows = places.map { place -> [StyledText] in
      [
        StyledText("  \(place.owner)", .name), StyledText(place.kind.rawValue, .secondary),
        StyledText(place.vault.words),
      ]
    }
    return Document(
      kind: "vault", title: Document.Title("Stored secrets"),
      blocks: [
        rows.isEmpty ? .paragraph("No secrets are stored.") : .table(rows), .blank,
        .paragraph(
          StyledText("New secrets are stored in \(chosen?.words ?? "the keyring if one is running, else in files").")),
      ],
      hint: StyledText("vault keyring · vault file · vault pass", .hint),
      data: [
        JSONValue.Member("chosen", chosen.map { .string($0.rawValue) } ?? .null),
        JSONValue.Member(
          "secrets",
          .array(
            places.map {
              .object([
                JSONValue.Member("owner", .string($0.owner)), JSONValue.Member("kind", .string($0.kind.rawValue)),
                JSONValue.Member("vault", .string($0.vault.rawValue)),
              ])
            })),
      ])
  }
}
