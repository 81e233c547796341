import FeatureKit
import Testing

@Suite struct ChoiceTests {
  @Test(arguments: [("on", "yes"), ("true", "yes"), ("Y", "yes"), ("off", "no"), ("False", "no"), ("ye", "yes")])
  func onAndOffAreYesAndNo(_ typed: String, _ choice: String) {
    #expect(Choice.find(typed, among: ["yes", "no"]) == choice)
  }

  @Test func yesAndNoAreOnAndOff() {
    #expect(Choice.find("yes", among: ["auto", "on", "off"]) == "on")
    #expect(Choice.find("no", among: ["off", "pipes", "on"]) == "off")
    #expect(Choice.find("on", among: ["yes", "no", "on", "off"]) == "on")
  }

  @Test func wordWithoutAnOppositeIsNoSwitch() {
    #expect(Choice.find("off", among: ["no", "nb", "nn"]) == nil)
    #expect(Choice.find("maybe", among: ["yes", "no"]) == nil)
    #expect(Choice.find("n", among: ["none", "nobody"]) == nil)
  }
}
