extension Instance {
  /// Servers of several kinds.
  public static let fixtures = Fixtures()

  /// One server of each kind that a client meets.
  public final class Fixtures: Sendable {
    /// The instance that the reader and the residents live on, with Mastodon's limits.
    public let sandbox = Instance(
      domain: "sandbox.example", title: "The Sandbox", version: "4.7.0",
      sourceURL: "https://sandbox.example/source",
      description: "A small town on a canal, inside this program. Everybody in it is invented, and answers.",
      languages: ["en", "ja"], activeMonth: 8,
      rules: [
        Rule(id: "1", text: "Say what you mean, kindly.", hint: "Kindly is not the same as softly."),
        Rule(id: "2", text: "Describe your pictures."),
        Rule(id: "3", text: "No feeding of the heron."),
      ],
      streamingURL: "wss://sandbox.example", apiVersions: ["mastodon": 11], contactEmail: "lock@sandbox.example",
      registrations: Registrations(enabled: true))

    /// A server with GoToSocial's limits, which names no API versions.
    public let shore = Instance(
      domain: "shore.example", title: "Shore", version: "0.20.2 git-1a2b3c4",
      description: "<p>Harbour people and their kitchens.</p>", languages: ["en"],
      configuration: Configuration(
        maxCharacters: 5000, charactersReservedPerURL: 25, maxMediaAttachments: 6, imageSizeLimit: 41_943_040,
        videoSizeLimit: 41_943_040, polls: PollLimits(maxOptions: 6)),
      streamingURL: "wss://shore.example", registrations: Registrations(enabled: true, approvalRequired: true))

    /// A server with very low limits.
    public let strict = Instance(
      domain: "haiku.example", title: "Haiku", version: "4.5.1", description: "Seventeen is plenty.",
      configuration: Configuration(
        maxCharacters: 40, maxMediaAttachments: 1, descriptionLimit: 80,
        polls: PollLimits(maxOptions: 2, maxCharactersPerOption: 10)),
      streamingURL: nil, apiVersions: ["mastodon": 7])

    /// A server that reports only its name.
    public let bare = Instance(domain: "bare.example", title: "bare.example", version: "")
  }
}
