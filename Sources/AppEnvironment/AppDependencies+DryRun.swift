import LocalStore
public import MastodonClient

extension AppDependencies {
  /// The same for a dry run: what would change something on a server is recorded and not sent, and what is written to the
  /// program's files stays in memory.
  public func dry(_ recorder: RequestRecorder = RequestRecorder()) -> AppDependencies {
    var dependencies = self
    dependencies.recorder = recorder
    dependencies.locations = locations.scratch()
    return dependencies
  }

  /// Whether nothing may change, on a server or here.
  package var isDry: Bool { recorder != nil }

  /// A transport that sends what may be sent.
  package func recording(_ transport: Transport) -> Transport { recorder?.transport(over: transport) ?? transport }
}
