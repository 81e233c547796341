import AboutFeature
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import MastodonKit

@MainActor @Suite struct AboutTests {
  private func text(_ state: About.State) -> String {
    Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(About.view(state, layout: Layout(width: 76, now: Date.fixtureNow)))
  }

  @Test func everyFeatureWorksForEveryone() {
    for state in [About.State.fixtures.plain, .fixtures.supporter] {
      #expect(text(state).contains("It is free, and every feature works for everyone."))
    }
  }

  @Test func serverSaysWhoReadsThePostsOfOtherServersAndTrendingLinks() {
    typealias Feed = Instance.TimelinesAccess.Feed
    var instance = Instance.fixtures.sandbox
    instance.configuration.timelinesAccess = Instance.TimelinesAccess(
      liveFeeds: Feed(local: .public, remote: .disabled), hashtagFeeds: Feed(local: .public, remote: .authenticated),
      trendingLinkFeeds: Feed(local: .disabled, remote: .disabled))
    let document = About.view(instance)
    let text = Renderer(format: .plain, width: 400, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document).replacing("\n", with: " ").split(separator: " ").joined(separator: " ")
    #expect(
      text.contains(
        "Timelines local: everybody, other servers: nobody, hashtags: everybody, "
          + "hashtags from other servers: signed-in accounts, trending links: nobody"), "\(text)")
    let data = JSONValue.object(document.data).serialized()
    #expect(data.contains(#""remote":"disabled""#) && data.contains(#""links":"disabled""#))
  }

  @Test func onlySupportersAreThanked() {
    #expect(text(.fixtures.supporter).contains("Thank you for supporting Howdah."))
    #expect(!text(.fixtures.plain).contains("Thank you"))
  }

  @Test func jsonHasTheSupporterFlagAsABoolean() {
    for (state, flag) in [(About.State.fixtures.supporter, true), (.fixtures.plain, false)] {
      let data = About.view(state, layout: Layout(width: 76, now: Date.fixtureNow)).data
      #expect(data == [.init("version", .string(state.version)), .init("supporter", .bool(flag))])
    }
  }

  @Test(arguments: ["about", "version"])
  func commandPrintsThePresentState(_ name: String) async throws {
    let flag = Flag()
    let plugin = About.plugin(model: About.Model(version: "1", isSupporter: { flag.isOn }), fetch: { _ in Data() })
    flag.isOn = true
    let verb = try #require(plugin.verbs.first { $0.matches(name) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    guard case .view(let view) = try await verb.run(ArgumentReader(ArgumentList([]), for: verb, context: context))
    else { throw AppError.cancelled }
    let layout = Layout(width: 76, now: Date.fixtureNow)
    #expect(view(layout) == About.view(About.State(version: "1", isSupporter: true), layout: layout))
  }

  @Test(arguments: [
    (#"{"tag_name":"v1.2.0"}"#, "Howdah 1.2.0 is available; this is 1.2.0-rc.2."),
    (#"{"info":{"version":"1.10.0"}}"#, "Howdah 1.10.0 is available; this is 1.2.0-rc.2."),
    (#"{"tag_name":"1.2.0-rc.2+7"}"#, "This is the newest version, 1.2.0-rc.2."),
    (#"{"tag_name":"1.2.0-rc.1"}"#, "This is the newest version, 1.2.0-rc.2."), (#"{"tag_name":"soon"}"#, nil),
    ("<p>", nil),
  ])
  func newerVersionIsNamedOnRequest(_ answer: String, _ text: String?) async throws {
    var asked: [String] = []
    let plugin = About.plugin(
      model: About.Model(version: "1.2.0-rc.2", isSupporter: { false }),
      fetch: { address in
        asked.append(address)
        return Data(answer.utf8)
      })
    _ = try await plugin.verbs.type("about")
    #expect(asked.isEmpty)
    guard let text else {
      await #expect(throws: AppError.self) { _ = try await plugin.verbs.type("about --check https://a.example/x") }
      return
    }
    guard case .toast(let toast) = try await plugin.verbs.type("about --check https://a.example/x") else {
      throw AppError.cancelled
    }
    #expect(toast.text.plain == text && asked == ["https://a.example/x"])
  }

  @Test func supporterFlagIsReadEachTimeTheScreenIsShown() {
    let flag = Flag()
    let model = About.Model(version: "1", isSupporter: { flag.isOn })
    #expect(!model.state.isSupporter)
    flag.isOn = true
    #expect(model.state.isSupporter)
  }
}

/// The command `server`.
@MainActor @Suite struct ServerTests {
  @Test func limitsAreShownAndNumbersForScripts() async throws {
    let plugin = About.serverPlugin(service: Self.service) { Instance.fixtures.shore }
    let verb = try #require(plugin.verbs.first { $0.matches("server") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    guard case .view(let view) = try await verb.run(ArgumentReader(ArgumentList([]), for: verb, context: context))
    else { throw AppError.cancelled }
    let document = view(Layout(width: 76, now: Date.fixtureNow))
    let text = Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document)
    #expect(text.contains("Harbour people and their kitchens."))
    #expect(text.contains("5000, a link counts 25"))
    #expect(text.contains("6 options of 50 characters, 5 minutes to 30 days"))
    #expect(text.contains("open, moderators approve"))
    #expect(document.data.contains(.init("max_characters", 5000)))
    #expect(document.data.contains(.init("max_image_bytes", 41_943_040)))
    #expect(
      document.data.contains(
        .init("poll", ["max_options": 6, "max_characters": 50, "min_seconds": 300, "max_seconds": 2_629_746])))
    #expect(document.data.contains(.init("registrations", ["enabled": true, "approval_required": true])))
  }

  private static let service = ServerService(
    description: { InstanceText(content: "<p>A town on a canal.</p>") },
    privacyPolicy: { throw MastodonError.notFound(host: "shore.example", operation: "load the privacy policy") },
    terms: { InstanceText() }, activity: { [InstanceActivity(week: .fixtureNow, statuses: 3)] },
    moderatedServers: { [] }, emojis: { [] }, peers: { (1...250).map { "s\($0).example" } },
    translationLanguages: { TranslationLanguages(targets: ["en": ["ja"]]) })

  private func section(_ name: String) async throws -> Document {
    let plugin = About.serverPlugin(service: Self.service) { Instance.fixtures.sandbox }
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    let arguments = ArgumentList([ArgumentList.Word(name)])
    guard case .prepared(let make) = try await verb.run(ArgumentReader(arguments, for: verb, context: context))
    else { throw AppError.cancelled }
    return try await make(Layout(width: 76, now: Date.fixtureNow))
  }

  private func text(_ document: Document) -> String {
    Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document)
  }

  @Test func aSectionIsRequestedWhenItIsNamed() async throws {
    #expect(text(try await section("about")).contains("A town on a canal."))
    #expect(text(try await section("act")).contains("3 posts"))
    #expect(text(try await section("terms")).contains("Your server has not written one."))
    #expect(try await section("languages").data == [.init("translations", .object([.init("en", ["ja"])]))])
  }

  @Test func missingDocumentIsNamed() async throws {
    do {
      _ = try await section("privacy")
      Issue.record("nothing to show")
    } catch {
      #expect(AppError(error).message.contains("the privacy policy"))
    }
  }

  @Test func manyKnownServersAreCountedAndJSONHasAll() async throws {
    let document = try await section("peers")
    #expect(text(document).contains("And 50 more"))
    guard case .array(let names)? = document.data.first?.value else { throw AppError.cancelled }
    #expect(names.count == 250)
  }

  @Test func rulesAndLanguagesAreListed() {
    let document = About.view(Instance.fixtures.sandbox)
    #expect(document.data.contains(.init("languages", ["en", "ja"])))
    // The description is set off too, without a number.
    #expect(
      document.blocks.count { if case .listItem(let marker, _) = $0 { marker.plain.hasSuffix(".") } else { false } }
        == 3)
  }
}

@MainActor private final class Flag {
  var isOn = false
}
