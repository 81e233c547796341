import Glibc

/// An error of the app's files; each case names the file and nothing of its content.
public enum StoreError: Error, Hashable, Sendable {
  /// The disk is full, or the user's quota is used up.
  case full(path: String)
  /// The folder that it would be in does not exist.
  case missingFolder(path: String)
  /// A file that the user named for writing is a folder.
  case folder(path: String)
  /// A file that the user named for writing is a pipe without a reader.
  case unreadPipe(path: String)
  /// The user has no permission to read or write it.
  case refused(path: String)
  /// Nothing can be written to the folder.
  case readOnly(folder: String)
  case damaged(path: String)
  /// Another process has locked it for too long.
  case busy(path: String)
  /// A later version of Howdah wrote it; it is left as it is.
  case newer(path: String)
  /// Any other error, with the system's message.
  case failed(path: String, reason: String)
  /// A vault fails to return or store a secret.
  case vault(VaultName, VaultFailure)
  /// There is no directory for files, because `HOME` is not set to an absolute path.
  case noHome

  init(code: Int32, path: String) {
    switch code {
    // EFBIG means that a limit on file sizes was reached (ulimit -f), which has the same effect as a full disk.
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    case EROFS: self = .readOnly(folder: StoredFile.parent(of: path))
    case EACCES, EPERM: self = .refusal(of: path, isMissing: access(path, F_OK) != 0)
    case ENOENT: self = .missingFolder(path: path)
    default: self = .failed(path: path, reason: String(cString: strerror(code)))
    }
  }

  /// The error of a file that cannot be written: whether that is for its folder.
  ///
  /// - Parameter isMissing: Whether it would have to be made, which needs the folder.
  public static func refusal(of path: String, isMissing: Bool = true) -> StoreError {
    let folder = StoredFile.parent(of: path)
    let isForFolder = isMissing && access(folder, R_OK | X_OK) == 0 && access(folder, W_OK) != 0
    return isForFolder ? .readOnly(folder: folder) : .refused(path: path)
  }
}

/// A problem that was corrected and that the user should know about.
public enum StoreNotice: Hashable, Sendable {
  /// The file was invalid; it was renamed, and a new one replaces it.
  case setAside(path: String, keptAs: String)
  /// The file was damaged; it was renamed, and what can still be read of it is in a new one.
  case rescued(path: String, keptAs: String, rows: Int)
  /// The file is of an earlier version and large; it is being written again in the present form.
  case beingRenewed(path: String)
  /// Symbols of the oldest posts in an archive of an earlier version are not in its index yet.
  case beingIndexed
  /// Some rows of a database cannot be read; they are kept and left out.
  case unreadable(path: String, rows: String)
  /// What was received last cannot be read; the file is kept and left out.
  case unreadableFile(path: String)
  /// Others had access to the file or directory; they no longer have, but may have seen its content.
  case madePrivate(path: String)
  /// The keyring did not accept a secret; it was saved in a file instead.
  case keptInFile(VaultName)
  /// A secret was moved or deleted, but its old vault failed to delete it.
  case leftBehind(VaultName, account: String)

  /// The message with its suggestion, in complete sentences.
  public var words: String {
    switch self {
    case .setAside(let path, let kept): "\(path) was damaged. It was renamed to \(kept); a new one replaces it."
    case .rescued(let path, let kept, let rows):
      "\(path) was damaged. It was renamed to \(kept); the readable part (\(rows) \(rows == 1 ? "row" : "rows")) is in a new one."
    case .beingRenewed(let path): "\(path) is being rewritten in a smaller form. That takes minutes, once."
    case .beingIndexed:
      "Emoji and symbols in the oldest posts are not found yet: an open prompt, and each such search, adds more to the index."
    case .unreadable(let path, let rows): "\(path) keeps \(rows) that can't be read."
    case .unreadableFile(let path):
      "\(path) can't be read, so the archive lacks what was read last. It is kept; without it, the archive goes on."
    case .madePrivate(let path):
      "\(path) was readable by other users of this machine. It no longer is; if you don't trust them, sign out and in again."
    case .keptInFile(let vault):
      "\(vault.sentenceStart) did not accept the secret, so it was saved in a file that only you can read. Move it later: vault \(vault.rawValue)."
    case .leftBehind(let vault, let account):
      "\(vault.sentenceStart) could not delete an old secret of @\(account). Delete it there."
    }
  }
}
