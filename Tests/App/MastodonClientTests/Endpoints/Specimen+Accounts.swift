import MastodonClient
import MastodonKit

/// The same everywhere: below a cursor that must be encoded.
let specimenPage = PageRequest(.older(than: "9&x"), limit: 5)

extension Specimen {
  static var accounts: [Specimen] {
    var edit = ProfileEdit()
    edit.displayName = "Rook & sons"
    edit.note = ""
    edit.locked = false
    edit.bot = true
    edit.discoverable = true
    edit.hidesFollows = false
    edit.indexable = true
    edit.attributionDomains = ["a.example", "b.example"]
    edit.fields = [ProfileLine(name: "Web", value: "https://a.example"), ProfileLine(name: "", value: "")]
    edit.postingVisibility = .unlisted
    edit.postingSensitive = true
    edit.postingLanguage = "de"
    edit.quotePolicy = .followers
    let person = SignUp(
      username: "rook", email: "rook@a.example", password: "p&w", agreesToRules: true, locale: "en", reason: "tides",
      dateOfBirth: "2000-01-31")
    let filter = AccountPostsFilter(
      onlyMedia: true, excludesReplies: true, excludesReblogs: true, pinned: false, tag: "sea")
    return [
      Specimen(.signUp(person)), Specimen(.verifyCredentials), Specimen(.updateCredentials(edit)),
      Specimen(.updateCredentials(ProfileEdit())), Specimen(.account("a/b")),
      Specimen(.accountStatuses("1", specimenPage)), Specimen(.accountStatuses("1", specimenPage, filter: filter)),
      Specimen(.followers(of: "1", specimenPage)), Specimen(.following(of: "1", specimenPage)),
      Specimen(.featuredTags(of: "1")), Specimen(.lists(with: "1")),
      Specimen(.endorsements(of: "1", specimenPage)), Specimen(.endorsements(specimenPage)),
      Specimen(.searchAccounts("rook é", PageRequest(.offset(40)), resolves: true, following: true)),
      Specimen(.searchAccounts("rook", PageRequest())), Specimen(.lookup("pool@shore.example")),
      Specimen(.directory(DirectoryQuery(newestFirst: true, localOnly: true), PageRequest(.offset(20)))),
      Specimen(.directory(DirectoryQuery(), PageRequest())), Specimen(.blocks(specimenPage)),
      Specimen(.mutes(specimenPage)), Specimen(.followRequests(specimenPage)), Specimen(.deleteAvatar),
      Specimen(.deleteHeader), Specimen(.preferences),
      Specimen(.familiarFollowers(of: ["1", "2"])),
    ]
  }

  static var relationships: [Specimen] {
    [
      Specimen(.relationships(["1", "2"], withSuspended: true)), Specimen(.relationships(["1"])),
      Specimen(.follow("1")),
      Specimen(.follow("1", FollowOptions(showsReblogs: false, notifies: true, languages: ["de", "en"]))),
      Specimen(.unfollow("1")), Specimen(.removeFromFollowers("1")), Specimen(.block("1")), Specimen(.unblock("1")),
      Specimen(.mute("1")), Specimen(.mute("1", MuteOptions(notifications: false, seconds: 3600))),
      Specimen(.unmute("1")), Specimen(.endorse("1")), Specimen(.unendorse("1")),
      Specimen(.note("met at sea", about: "1")), Specimen(.note("", about: "1")),
      Specimen(.authorizeFollowRequest("1")), Specimen(.rejectFollowRequest("1")),
      Specimen(.domainBlocks(specimenPage)), Specimen(.blockDomain("bad.example")),
      Specimen(.unblockDomain("bad.example")),
      Specimen(
        .report(
          ReportDraft(
            accountID: "1", statusIDs: ["2", "3"], collectionIDs: ["4"], comment: "Spam, again", forwards: true,
            category: .spam, ruleIDs: ["5"]))),
      Specimen(.report(ReportDraft(accountID: "1"))),
    ]
  }

  static var lists: [Specimen] {
    [
      Specimen(.lists), Specimen(.list("1")),
      Specimen(.createList(ListDraft(title: "Sea", repliesPolicy: List.RepliesPolicy.none, exclusive: true))),
      Specimen(.updateList("1", ListDraft(title: "Sea"))), Specimen(.deleteList("1")),
      Specimen(.listAccounts("1", specimenPage)), Specimen(.addToList("1", ["2", "3"])),
      Specimen(.removeFromList("1", ["2"])), Specimen(.listTimeline("1", specimenPage)),
    ]
  }

  static var collections: [Specimen] {
    let draft = CollectionDraft(
      name: "Sea people", description: "They sail", language: "en", tag: "sea", sensitive: false, discoverable: true,
      accountIDs: ["1", "2"])
    return [
      Specimen(.collections(of: "1", PageRequest(.offset(40), limit: 40))),
      Specimen(.collections(with: "1", PageRequest())), Specimen(.collection("1")),
      Specimen(.createCollection(draft)), Specimen(.updateCollection("1", CollectionDraft(name: "Sea"))),
      Specimen(.deleteCollection("1")), Specimen(.addToCollection("1", "2")),
      Specimen(.removeFromCollection("1", "2")), Specimen(.leaveCollection("1", "2")),
    ]
  }
}
