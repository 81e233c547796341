/// Access to the plugins of this machine: finds them, runs them, and keeps what the user allows them.
public struct PluginService: Sendable {
  /// Finds every plugin: those of the plugin folder first, then those on `PATH`, in its order.
  ///
  /// Several can have the same name. Nothing is run, and a folder that does not answer is not waited for.
  public var find: @Sendable () async -> PluginSearch
  /// Returns what a plugin says of itself, from a cache or by running it for three seconds at most; `nil` if it says
  /// nothing.
  public var describe: @Sendable (PluginProgram) async -> PluginDescription?
  /// Returns what is known of that without running it; `nil` if nothing is.
  public var described: @Sendable (PluginProgram) async -> PluginDescription?
  /// Returns the SHA-256 of a plugin's file, in hexadecimal.
  ///
  /// Throws an error that can be shown if the file cannot be read.
  public var digest: @Sendable (PluginProgram) async throws -> String
  /// Runs a plugin until it ends.
  ///
  /// Cancelling the task ends it. Throws ``PluginFailure``.
  public var run: @Sendable (PluginProgram, PluginCall) async throws -> PluginResult
  /// Loads what the user allows.
  ///
  /// Throws an error that can be shown if the file cannot be read.
  public var permissions: @Sendable () throws -> [PluginPermission]
  /// Replaces what the user allows a plugin; `nil` for nothing.
  ///
  /// Throws an error that can be shown if the file cannot be written.
  public var allow: @Sendable (_ name: String, PluginPermission?) throws -> Void
  public var folder: String

  public init(
    find: @escaping @Sendable () async -> PluginSearch,
    describe: @escaping @Sendable (PluginProgram) async -> PluginDescription?,
    described: @escaping @Sendable (PluginProgram) async -> PluginDescription?,
    digest: @escaping @Sendable (PluginProgram) async throws -> String,
    run: @escaping @Sendable (PluginProgram, PluginCall) async throws -> PluginResult,
    permissions: @escaping @Sendable () throws -> [PluginPermission],
    allow: @escaping @Sendable (_ name: String, PluginPermission?) throws -> Void, folder: String
  ) {
    self.find = find
    self.describe = describe
    self.described = described
    self.digest = digest
    self.run = run
    self.permissions = permissions
    self.allow = allow
    self.folder = folder
  }

  /// A machine without plugins.
  public static let none = PluginService(
    find: { PluginSearch() }, describe: { _ in nil }, described: { _ in nil }, digest: { _ in "" },
    run: { _, _ in throw PluginFailure.cannotStart }, permissions: { [] }, allow: { _, _ in },
    folder: "~/.local/share/howdah/plugins")
}

/// The result of looking for plugins.
public struct PluginSearch: Hashable, Sendable {
  public var programs: [PluginProgram]
  /// The folders that have not answered in time, such as those of a server that is gone.
  public var silentFolders: [String]

  public init(_ programs: [PluginProgram] = [], silentFolders: [String] = []) {
    self.programs = programs
    self.silentFolders = silentFolders
  }
}

/// The input of one run of a plugin.
public struct PluginCall: Hashable, Sendable {
  /// The arguments, as the user typed them.
  public var arguments: [String]
  public var input: [UInt8]
  /// Variables besides those that every plugin gets.
  public var variables: [String: String]
  /// The time limit in milliseconds.
  public var limit: Int
  /// The largest output in bytes.
  public var outputLimit: Int

  /// Creates a call with the limits of a command: 30 seconds and a megabyte.
  public init(
    arguments: [String], input: [UInt8] = [], variables: [String: String] = [:], limit: Int = 30_000,
    outputLimit: Int = 1 << 20
  ) {
    self.arguments = arguments
    self.input = input
    self.variables = variables
    self.limit = limit
    self.outputLimit = outputLimit
  }
}

/// The result of a plugin that has ended by itself.
public struct PluginResult: Hashable, Sendable {
  /// Its exit code; 128 and the signal's number if a signal ended it.
  public var code: Int32
  /// Whether a signal ended it.
  public var isOfSignal: Bool
  public var output: [UInt8]
  /// The end of its standard error.
  public var complaint: [UInt8]

  public init(code: Int32, isOfSignal: Bool = false, output: [UInt8] = [], complaint: [UInt8] = []) {
    self.code = code
    self.isOfSignal = isOfSignal
    self.output = output
    self.complaint = complaint
  }
}

public enum PluginFailure: Error, Hashable, Sendable {
  case cannotStart
  /// Its file was there when plugins were looked for, and no longer is.
  case gone
  /// It is not run, for a reason that is a sentence.
  case refused(String)
  /// It was ended after the time limit, in seconds.
  case timedOut(seconds: Int)
  /// It was ended because it printed more than the limit, in bytes.
  case tooMuch(limit: Int)
  /// The user ended it.
  case stopped
}
