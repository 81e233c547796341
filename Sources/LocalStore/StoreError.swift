import Glibc

/// What can go wrong between the app and its files; each case names the file and nothing of its content.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no room left for it, or the person's quota is used up.
  case full(path: String)
  /// It may not be read or written by this person.
  case refused(path: String)
  /// Its content cannot be understood.
  case damaged(path: String)
  /// Another process has held it for longer than is reasonable.
  case busy(path: String)
  /// A later version of Howdah wrote it; it is left as it is.
  case newer(path: String)
  /// Anything else, with the system's reason in its own words.
  case failed(path: String, reason: String)
  /// A vault outside of Howdah does not give or take a secret.
  case vault(VaultName, VaultFailure)
  /// No directory can be found for files, since `HOME` is not set.
  case noHome

  /// Reads the system's error number.
  init(code: Int32, path: String) {
    switch code {
    // EFBIG is what a limit on file sizes answers (ulimit -f): to the person it is the same want of room.
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    case EACCES, EPERM, EROFS: self = .refused(path: path)
    default: self = .failed(path: path, reason: String(cString: strerror(code)))
    }
  }
}

/// Something that was put right and that the person should hear of.
public enum StoreNotice: Hashable, Sendable {
  /// The file could not be understood; it was kept under another name, and a new one takes its place.
  case setAside(path: String, keptAs: String)
  /// The file or directory could be read by others; it no longer can, and what is in it may have been seen.
  case madePrivate(path: String)
  /// The keyring would not take a secret; it was kept in a file instead.
  case keptInFile(VaultName)
  /// A secret was moved or forgotten, and its old place would not let go of it.
  case leftBehind(VaultName, account: String)

  /// What happened and what to do about it, as sentences with their full stops.
  public var words: String {
    switch self {
    case .setAside(let path, let kept): "\(path) was damaged. It is kept as \(kept); a new one takes its place."
    case .madePrivate(let path):
      "\(path) could be read by other people on this machine. It no longer can; if you do not trust them, sign out and in."
    case .keptInFile(let vault):
      "\(vault.sentenceStart) did not take the secret, so it is in a file that only you can read. vault \(vault.rawValue) moves it."
    case .leftBehind(let vault, let account):
      "\(vault.sentenceStart) did not let go of an old secret of @\(account); remove it there."
    }
  }
}
