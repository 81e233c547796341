# Input: the output of `swift package dump-package`. Output: one sentence for each dependency that is refused.

# Modules and packages that only these modules, and their tests, may depend on.
def reserved: {
  "CGumbo": ["TerminalKit"],
  "CLibEdit": ["CEditLine"],
  "CEditLine": ["EditLine"],
  "CPages": ["REPL"],
  "CSpawn": ["Subprocesses"],
  "CCommit": ["howdah"],
  "EditLine": ["REPL", "howdah"],
  "REPL": ["howdah"],
  "AppCoordinator": ["howdah"],
  "AppEnvironment": ["AppCoordinator", "Session", "howdah"],
  "Session": ["AppCoordinator"],
  "AppPreferences": ["AppCoordinator", "AppEnvironment", "Session"],
  "Accounts": ["AppCoordinator", "AppEnvironment", "Session"],
  "LocalStore": ["Accounts", "AppCoordinator", "AppEnvironment", "AppPreferences", "PluginPrograms", "PushNotifications", "SandboxHost", "Session"],
  "Subprocesses": ["Accounts", "AppCoordinator", "AppEnvironment", "LocalStore", "PluginPrograms", "PushNotificationsTests", "QuickLook", "Session"],
  "PluginPrograms": ["AppEnvironment"],
  "MastodonClient": ["Accounts", "AppCoordinator", "AppEnvironment", "Links", "SandboxHost", "Session"],
  "QuickLook": ["AppCoordinator", "AppEnvironment", "Session"],
  "Sandbox": ["AccountsTests", "AppCoordinatorTests", "AppEnvironment", "MastodonClientTests", "SandboxHost"],
  "IntentHandling": ["AppCoordinator", "AppEnvironment"],
  "SandboxHost": ["AppCoordinator", "AppEnvironment", "howdah", "Session"],
  "PushNotifications": ["AppCoordinator", "AppEnvironment", "howdah"],
  "LiveUpdates": ["AppCoordinator", "Session"],
  "Links": ["AppCoordinator", "IntentHandling", "Session"],
  "Previews": ["AppCoordinator", "howdah"],
  "package swift-nio": ["MastodonClient", "Sandbox"],
  "package swift-nio-ssl": ["MastodonClient", "Sandbox"],
  "package swift-nio-extras": ["MastodonClient", "Sandbox"],
  "package GRDB.swift": ["LocalStore", "Sandbox"],
  "package swift-argument-parser": ["howdah"],
  "package swift-custom-dump": [],
  "FeatureTestKit": [],
  "MastodonTestKit": []
};

# Each test may depend on these.
def for_tests: ["package swift-custom-dump", "FeatureTestKit", "MastodonTestKit"];

# Modules without their own test target: the program is tested as a whole, the C shims through their Swift interface.
def tested_elsewhere: {"MastodonTestKit": "FeatureTestKitTests", "howdah": "EndToEndTests", "CEditLine": "EditLineTests", "CPages": "REPLTests", "CCommit": "EndToEndTests"};

# A program in Tests/ that a test runs counts as a test of the module that it is named for. EndToEndTests test howdah
# and may depend on any of its modules.
def is_test: .type == "test" or ((.path // "") | startswith("Tests/"));
# An app in Examples/ depends on what is a product, as its own package does.
def is_example: (.path // "") | startswith("Examples/");
# A program in Benchmarks/ that `make bench` runs may depend on what tests may.
def is_benchmark: (.path // "") | startswith("Benchmarks/");
def under_test: if .kind == "test" then .name | sub("(Tests|Probe)$"; "") | sub("^EndToEnd$"; "howdah") else .name end;
def name_of: (.byName // .target // ["package \(.product[1])"])[0];

([.products[].targets[]]) as $products
| .targets
| map({name, type, path, needs: (.dependencies | map(name_of) | unique)}
    + {kind: (if is_example then "example"
        elif is_test then "test"
        elif is_benchmark then "benchmark"
        elif .name | test("Feature$") then "feature"
        elif (.path // "") | startswith("Modules/Kits/") then "kit"
        else "app" end)}) as $targets
| ($targets | map({(.name): .kind}) | add) as $kinds
| $targets[]
| . as $from
| ($from | under_test) as $subject
| (
    # Features and kits depend only on kits, and never on a package.
    (select(.kind == "feature" or .kind == "kit") | .needs[] | . as $to | select($kinds[$to] != "kit")
      | if $from.kind == "feature" and $kinds[$to] == "feature"
        then "\($from.name) depends on \($to): a feature never depends on a feature; move what both need into a kit, or ask the root through the Action."
        else "\($from.name) depends on \($to): a \($from.kind) depends on kits alone."
        end),

    # The two lowest kits depend on no other kit.
    (select(.name == "TerminalKit" or .name == "MastodonKit") | .needs[] | select($kinds[.] == "kit" and . != "CGumbo")
      | "\($from.name) depends on \(.): it imports nothing of ours."),

    # Only the root and the session depend on features; a test depends on the one that it tests.
    (select(.kind == "app" or .kind == "test" or .kind == "benchmark") | .needs[] | select($kinds[.] == "feature")
      | select($subject != "AppCoordinator" and $subject != "Session" and . != $subject)
      | "\($from.name) depends on \(.): only AppCoordinator and Session know the features."),

    # Reserved modules and packages.
    (.needs[] | . as $to | reserved[$to] // empty
      | select((($from.kind | IN("test", "benchmark", "example") | not) and (index($from.name) | not))
          or ($from.kind == "test" and (for_tests | index($to) | not) and $subject != $to
            and (index($subject) | not) and (index($from.name) | not)
            and ($subject != "howdah" or ($to | startswith("package ")))))
      | if for_tests | index($to)
        then "\($from.name) depends on \($to): it is for tests."
        else "\($from.name) depends on \($to), which is for \(join(" and ")) alone."
        end),

    # No module depends on a benchmark or an example, and an example depends on products.
    (.needs[] | select($kinds[.] == "benchmark") | "\($from.name) depends on \(.): a benchmark is for make bench alone."),
    (.needs[] | select($kinds[.] == "example" and $from.kind != "example") | "\($from.name) depends on \(.): it is an example."),
    (select(.kind == "example") | .needs[] | select($kinds[.] != "example" and (IN($products[]) | not))
      | "\($from.name) depends on \(.), which is no product."),

    # Every module has tests.
    (select((.kind | IN("test", "benchmark", "example") | not) and .type != "system")
      | (tested_elsewhere[.name] // "\(.name)Tests") as $tests
      | select($kinds[$tests] != "test")
      | "\(.name) has no tests: a target \($tests) is missing."),

    # A feature's target has the name of its folder.
    (select(.kind == "feature") | select(.path != "Modules/\(.name | sub("Feature$"; ""))")
      | "\(.name) is at \(.path // "Sources/\(.name)"): a feature is at Modules/\(.name | sub("Feature$"; "")).")
  )
