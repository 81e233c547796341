extension ResidentPost {
  static let pool: [ResidentPost] = [
    ResidentPost(.pool, "Stock has been on since six. The windows have given up, and so have I.", warning: "food"),
    ResidentPost(.pool, "If a recipe says “quickly”, it was written by somebody with help.", warning: "food"),
    ResidentPost(
      .pool, "Bread report: {bread}. Risen, opinionated.", warning: "food", replies: [(.wren, "Honey is on its way.")]),
    ResidentPost(.pool, "The fish market opens at five and is over by six. The rest of the day is commentary."),
    ResidentPost(
      .pool, "Nobody has ever regretted a second lemon.", warning: "food",
      replies: [(.juniper, "I have. It was a small cake.")]),
    ResidentPost(
      .pool, "Tonight: {soup}. The door is open, mind the cat, bring a spoon that you trust.", warning: "food"),
    ResidentPost(
      .pool, "They want to turn the ice house into an “experience”. It was one. It had ice in it.",
      warning: "food, politics", replies: [(.rook, "I have signed the petition. With the good pen.")]),
    ResidentPost(.pool, "Salt is not a flavour. Salt is a lamp.", warning: "food"),
    ResidentPost(.pool, "A galley teaches two things: where your elbows are, and that the sea also wants lunch."),
    ResidentPost(.pool, "Sharpened every knife in the house. Now it is too quiet in the drawer."),
  ]

  static let juniper: [ResidentPost] = [
    ResidentPost(.juniper, "Sewed {count} sections before breakfast. My thumbs have handed in their notice."),
    ResidentPost(
      .juniper,
      "Opened an old spine. It was stuffed with a laundry list: “6 collars, 2 shirts, 1 (illegible) for the Captain.”",
      replies: [
        (.rook, "One parrot. It is always a parrot."), (.moss, "A second (illegible) is on our shelf, unread."),
      ]),
    ResidentPost(
      .juniper, "Marbling day. The cat is an endpaper now.",
      replies: [(.chinatsu, "うちの猫は、もう少し渋い柄がいいそうです。")]),
    ResidentPost(.juniper, "A straight edge is a promise."),
    ResidentPost(.juniper, "Glue is ready when it hangs from the brush like a thought you had yesterday."),
    ResidentPost(
      .juniper,
      "Mended an atlas. Two borders had come loose. I put them back where they were, not where they ought to be."),
    ResidentPost(
      .juniper, "There is a moment when a book shuts for the first time, and the room gets slightly larger."),
    ResidentPost(.juniper, "Today’s repair: a dictionary, worn through at the letter L. I did not ask."),
  ]

  static let chinatsu: [ResidentPost] = [
    ResidentPost(.chinatsu, "今日の一字は「{kanji}」。インクを少し多めに。"),
    ResidentPost(.chinatsu, "猫が校正刷りの上で寝ています。校正は明日にします。", replies: [(.moss, "This is the correct procedure.")]),
    ResidentPost(.chinatsu, "古い印刷機が朝から機嫌よく、{count}枚も刷れました。"),
    ResidentPost(.chinatsu, "雨の音と印刷機の音が、たまたま同じ拍子でした。"),
    ResidentPost(.chinatsu, "名刺の注文。「肩書きは、なし」とのこと。いい名刺になりそうです。"),
    ResidentPost(.chinatsu, "活字棚の地図を描き直しました。猫の居場所も書きました。"),
    ResidentPost(.chinatsu, "紙の匂いで季節がわかるようになってきました。今日は冬の手前。", replies: [(.juniper, "Yes. It folds colder.")]),
    ResidentPost(.chinatsu, "お茶を淹れて、機械に油をさして、それから猫に謝りました。 :kettle:"),
  ]

  static let noura: [ResidentPost] = [
    ResidentPost(.noura, "القمر الليلة مثل قارب نسي صاحبه المجداف."),
    ResidentPost(.noura, "سألني جاري: كم نجمة في السماء؟ قلت: عُدّ أنت وأنا أصبّ القهوة."),
    ResidentPost(.noura, "غيوم. أصلحتُ المنظار ونظّفتُ العدسة وشربتُ ثلاثة فناجين."),
    ResidentPost(
      .noura, "Clear at last. The rings are tilted, as if somebody had put down a hat in a hurry.", language: "en",
      replies: [(.heron, "I can see it from the water, if I float. I am choosing not to.")]),
    ResidentPost(.noura, "Meteor, low in the west, {time}. Wished for nothing. Was too busy pointing.", language: "en"),
    ResidentPost(.noura, "السماء صافية والجيران على السطح. أحدهم أحضر الكعك."),
    ResidentPost(
      .noura, "The darker the roof, the better the neighbours.", language: "en",
      replies: [(.rook, "Same with locks.")]),
  ]
}
