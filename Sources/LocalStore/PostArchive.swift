public import MastodonKit
public import TerminalKit

/// Keeps what one account reads, where the user wants that; nobody waits for the disk.
@MainActor
public final class PostArchive {
  private let service: ArchiveService
  private let isOn: @MainActor () -> Bool
  private let report: @Sendable (StoreError) -> Void
  /// The last change; each waits for the one before it.
  private var changing: Task<Void, Never>?

  /// Creates an archive; nothing is read yet.
  ///
  /// - Parameters:
  ///   - service: Stores the posts.
  ///   - isOn: Whether the user wants them kept.
  ///   - report: Takes an error of the disk.
  public init(
    service: ArchiveService, isOn: @escaping @MainActor () -> Bool, report: @escaping @Sendable (StoreError) -> Void
  ) {
    self.service = service
    self.isOn = isOn
    self.report = report
  }

  /// Keeps the posts that numbers on a screen stand for, as far as they are known.
  public func keep(_ shown: [Int: [Reference]], known: (Status.ID) -> Status?) {
    guard isOn() else { return }
    let ids = Set(shown.values.joined().filter { $0.kind == .status }.map(\.id))
    let statuses = ids.compactMap { known(Status.ID($0)) }
    change { try $0.add(statuses) }
  }

  /// Forgets a post that was deleted.
  public func forget(_ id: Status.ID) {
    if isOn() { change { try $0.remove(id) } }
  }

  /// Waits until everything so far is on the disk; a run that ends at once would leave it out.
  public func settle() async { await changing?.value }

  /// A page of the kept posts that contain these words, after everything that was shown is kept.
  ///
  /// - Throws: ``StoreError``.
  public func find(_ words: String, _ request: PageRequest) async throws -> Page<Status> {
    await changing?.value
    return try await Self.find(words, request, in: service)
  }

  @concurrent private static func find(
    _ words: String, _ request: PageRequest, in service: ArchiveService
  ) async throws -> Page<Status> { try service.find(words, request) }

  private func change(_ change: @escaping @Sendable (ArchiveService) throws -> Void) {
    let before = changing
    changing = Task.detached(priority: .utility) { [service, report] in
      await before?.value
      do { try change(service) } catch let error as StoreError { report(error) } catch {
        // Only an entity that cannot be written as JSON, which the next reading replaces.
      }
    }
  }
}
