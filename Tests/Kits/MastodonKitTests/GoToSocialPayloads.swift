import FoundationEssentials
import Testing

@testable import MastodonKit

extension Payload {
  /// The additions of GoToSocial, and the parts that it leaves out.
  static let goToSocial: [Payload] = [
    .statuses("gotosocial-local-only-for-mutuals") { list in
      // An audience that this program has no word for must not pass for everybody.
      #expect(list.elements.map(\.visibility) == [.unknown("mutuals_only"), .unlisted])
      #expect(list.elements.map(\.id) == list.elements.map(\.id).sorted(by: >))
      let status = try #require(list.elements.first)
      #expect(status.content.contains("<table>") && status.content.contains("language-sh"))
      // Who may answer is not who may quote.
      #expect(status.quoteApproval == nil && status.quote == nil)
    },
    Payload("notifications/gotosocial-ungrouped-and-pending", as: LossyList<Notification>.self) { list in
      #expect(list.skipped == 0)
      #expect(list.elements.map(\.kind) == [.unknown("pending.reply"), .favourite, .favourite])
      #expect(list.elements.map(\.account.acct) == ["rook@town.example", "rook@town.example", "wren@town.example"])
      #expect(list.elements.allSatisfy { $0.groupKey == nil && $0.status != nil })
    },
    Payload("relationships/gotosocial-without-languages", as: LossyList<Relationship>.self) { list in
      // No languages means all of them.
      #expect(
        list.elements == [
          Relationship(
            id: "01F8MH5NBDF2MV7CTC4Q5128HF", following: true, showingReblogs: false, notifying: true, followedBy: true,
            note: "Owes me a book.")
        ])
    },
    Payload("tags/gotosocial-without-id", as: LossyList<MastodonKit.Tag>.self) { list in
      // A hashtag is its name, in whatever case.
      #expect(Set(list.elements.map(\.id)) == ["bookbinding"])
      #expect(list.elements.allSatisfy { $0.following == true })
    },
    Payload("cards/gotosocial-author-name", as: PreviewCard.self) { card in
      #expect(card.authors == [PreviewCard.Author(name: "Juniper Holt", url: "https://shore.example/@juniper")])
      #expect(card.title == "Tide" && card.image == nil)
    },
    Payload("instance/v1-gotosocial", as: Instance.self) { instance in
      #expect(instance.domain == "shore.example" && instance.apiVersions.isEmpty)
      #expect(instance.configuration.maxCharacters == 5000 && instance.configuration.maxMediaAttachments == 6)
      #expect(instance.configuration.polls.maxOptions == 6 && instance.configuration.descriptionLimit == 1500)
      #expect(instance.registrations == Instance.Registrations(enabled: false, approvalRequired: true))
      #expect(instance.contactEmail == nil && instance.contactAccount == nil)
    },
    Payload("push/gotosocial-pending-alerts", as: WebPushSubscription.self) { subscription in
      #expect(subscription.alerts[.mention] == true && subscription.alerts[.favourite] == false)
      #expect(subscription.alerts[.unknown("pending.reply")] == true)
      #expect(subscription.alerts[.unknown("pending.reblog")] == false)
      #expect(subscription.alerts[.quote] == nil)
    },
  ]
}
