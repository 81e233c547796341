import FoundationEssentials
import MastodonClient
import MastodonKit

extension Specimen {
  static func statuses() throws -> [Specimen] {
    let draft = StatusDraft(text: "Ebb / flow\n\"é\"", spoilerText: "tide", visibility: .direct, language: "de")
    let poll = PollDraft(options: ["Yes", "No"], seconds: 3600, multiple: true)
    let post = NewPost(
      draft, sensitive: true, mediaIDs: ["5", "6"], poll: poll, quotedStatusID: "7", quotePolicy: .nobody)
    let edit = PostEdit(
      text: "Flow", sensitive: false, mediaIDs: ["5"],
      media: [MediaEdit(id: "5", description: "A gull", focus: FocalPoint(x: 0.5, y: -2))], quotePolicy: .public)
    return [
      Specimen(try .createStatus(StatusDraft(text: "Hi"), idempotencyKey: "key-1")),
      Specimen(try .createStatus(post, idempotencyKey: "key-2")), Specimen(try .editStatus("1", edit)),
      Specimen(try .editStatus("1", PostEdit(text: "Flow", poll: poll))), Specimen(.status("1")),
      Specimen(.deleteStatus("1")), Specimen(.deleteStatus("1", withMedia: true)),
      Specimen(.context("1")), Specimen(.isFetchingReplies("1")), Specimen(.rebloggedBy("1", specimenPage)),
      Specimen(.favouritedBy("1", specimenPage)),
      Specimen(.quotes(of: "1", specimenPage)), Specimen(.favourite("1")), Specimen(.unfavourite("1")),
      Specimen(.reblog("1")), Specimen(.reblog("1", visibility: .private)), Specimen(.unreblog("1")),
      Specimen(.bookmark("1")), Specimen(.unbookmark("1")), Specimen(.revokeQuote(of: "1", by: "2")),
      Specimen(.muteThread(of: "1")), Specimen(.unmuteThread(of: "1")), Specimen(.pin("1")), Specimen(.unpin("1")),
      Specimen(.setQuotePolicy(.followers, of: "1")),
    ]
  }

  static func statusDocuments() throws -> [Specimen] {
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let scheduled = ScheduledPost(NewPost(StatusDraft(text: "Later")), at: time)
    return [
      Specimen(.history(of: "1")), Specimen(.source(of: "1")), Specimen(.translate("1")),
      Specimen(.translate("1", into: "de")),
      Specimen(.scheduledStatuses(specimenPage)), Specimen(.scheduledStatus("1")),
      Specimen(.reschedule("1", at: time)), Specimen(.cancelScheduledStatus("1")),
      Specimen(try .schedule(scheduled, idempotencyKey: "key-3")), Specimen(.poll("1")),
      Specimen(.vote("1", choices: [0, 3])), Specimen(.media("1")),
      Specimen(.updateMedia(MediaEdit(id: "1", description: "A gull", focus: FocalPoint(x: -0.25, y: 1)))),
      Specimen(.uploadMedia(MultipartForm(fields: [Field("description", "A gull")], files: []))),
      Specimen(
        .uploadMedia(MultipartForm(fields: [Field("description", "A gull")], files: []), isFirstVersion: true)),
    ]
  }

  static var timelines: [Specimen] {
    let tag = TagTimelineQuery(
      "sea", any: ["tide"], all: ["ebb", "flow"], none: ["spam"], posts: PublicTimelineQuery(.local))
    return [
      Specimen(.homeTimeline(PageRequest())), Specimen(.homeTimeline(PageRequest(.newer(than: "9")))),
      Specimen(.homeTimeline(PageRequest(.since("9")))),
      Specimen(.homeTimeline(PageRequest(.between(lower: "3", upper: "9")))), Specimen(.localTimeline(specimenPage)),
      Specimen(.federatedTimeline(specimenPage)),
      Specimen(.publicTimeline(PublicTimelineQuery(.remote, onlyMedia: true), specimenPage)),
      Specimen(.publicTimeline(PublicTimelineQuery(.local), PageRequest(.older(than: "?max_id=7&local=false")))),
      Specimen(.tagTimeline(tag, specimenPage)), Specimen(.tagTimeline(TagTimelineQuery("é/x"), PageRequest())),
      Specimen(.linkTimeline("https://a.example/?b=c", specimenPage)), Specimen(.favourites(specimenPage)),
      Specimen(.bookmarks(specimenPage)), Specimen(.conversations(specimenPage)), Specimen(.readConversation("1")),
      Specimen(.deleteConversation("1")),
    ]
  }
}
