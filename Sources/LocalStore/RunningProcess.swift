import Glibc

/// Processes of this machine, by number and start time, because numbers are used again.
enum RunningProcess {
  static var own: String { name(of: getpid()) }

  static func isRunning(_ name: Substring) -> Bool {
    guard let number = name.split(separator: ".").first.flatMap({ pid_t($0) }), number > 0,
      kill(number, 0) == 0 || errno == EPERM
    else { return false }
    return Self.name(of: number) == name
  }

  /// The number and, where there is `/proc`, the start time: field 22 of proc_pid_stat(5), the 20th after the name.
  private static func name(of number: pid_t) -> String {
    let descriptor = open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "\(number)" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = max(read(descriptor, &bytes, bytes.count), 0)
    // The name can contain anything.
    let fields = bytes[..<count].split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
    return fields.count < 20 ? "\(number)" : "\(number).\(String(decoding: fields[19], as: UTF8.self))"
  }
}
