import FeatureKit
import Testing

@MainActor @Suite struct LivingTests {
  private final class Model {}

  @Test func objectsAreListedInTheirOrderAndNotKeptAlive() {
    let list = Living<Model>()
    let first = Model()
    var second: Model? = Model()
    list.add { [weak first] in first }
    list.add { [weak second] in second }
    #expect(list.all.count == 2 && list.all.first === first && list.all.last === second)
    second = nil
    #expect(list.all.map { $0 === first } == [true])
  }
}
