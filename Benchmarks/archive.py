"""An archive of many posts, made up in eight languages, added by `archive import` and searched."""
import json
import os
import pathlib
import random
import statistics
import tempfile
import time

WORDS = {
    "en": "the canal lock gate was opened before dawn and a heron stood on the towpath while boats waited for water",
    "de": "die Schleuse am Kanal wurde vor der Dämmerung geöffnet und ein Reiher stand auf dem Treidelpfad",
    "fr": "le canal et son écluse avant l'aube un héron sur le chemin les bateaux attendaient la brume au café",
    "es": "el canal y la esclusa al amanecer una garza en el camino los barcos esperaban la niebla de la mañana",
    "ru": "канал шлюз открыли до рассвета цапля стояла на берегу пока лодки ждали воду над полями",
    "ar": "القناة البوابة فتحت قبل الفجر وقف مالك الحزين على الضفة بينما انتظرت القوارب الماء",
    "ja": "運 河 の 水 門 は 夜 明 け 前 に 開 か れ 鷺 が 堤 に 立 ち 船 は 水 位 の 上 昇 を 待 っ て い た",
    "zh": "运 河 闸 门 在 黎 明 前 打 开 一 只 苍 鹭 站 在 岸 边 船 只 等 待 水 位 上 升 雾 气",
}
EMOJI = "🦆🚤🌫🔒🐾👍🏽❤→€☔"
TAGS = ["canal", "boats", "heron", "tide", "mist", "towpath"]
FILES = "https://files.shore.example/media_attachments/files"


def make_accounts(count):
    accounts = []
    for number in range(count):
        name, host = f"walker{number}", "shore.example" if number % 7 == 0 else f"host{number % 211}.example"
        picture = f"https://files.shore.example/cache/accounts/avatars/109/original/{number * 7919:016x}.jpg"
        accounts.append({
            "id": str(109 * 10**15 + number * 77_777_777), "username": name,
            "acct": name if number % 7 == 0 else f"{name}@{host}", "display_name": f"Walker {number}",
            "locked": False, "bot": False, "created_at": "2022-11-04T00:00:00.000Z",
            "note": f"<p>Walks along canal {number}.</p>", "url": f"https://{host}/@{name}", "avatar": picture,
            "avatar_static": picture, "header": "", "header_static": "", "followers_count": number,
            "following_count": 12, "statuses_count": number * 3, "emojis": [], "fields": []})
    return accounts


def make_post(number, chance, accounts):
    language = chance.choice(list(WORDS))
    words, between = WORDS[language].split(), "" if language in ("ja", "zh") else " "
    # A few authors write most posts, and a few words are in most texts, as everywhere.
    author = accounts[min(int(chance.paretovariate(0.8)) - 1, len(accounts) - 1)]
    rare = [f"w{int(chance.paretovariate(0.9)) % 90_000:x}" for _ in range(chance.randint(0, 6) if between else 0)]
    text = between.join([chance.choice(words) for _ in range(chance.randint(8, 45))] + rare)
    text += " " + chance.choice(EMOJI) if chance.random() < 0.25 else ""
    tags = chance.sample(TAGS, chance.choice([0, 0, 0, 1, 2]))
    links = "".join(
        f' <a href="https://shore.example/tags/{tag}" class="mention hashtag" rel="tag">#<span>{tag}</span></a>'
        for tag in tags)
    name, picture = str(11 * 10**16 + number * 3_932_160), f"{chance.getrandbits(64):016x}.jpeg"
    media = [{
        "id": name[::-1], "type": "image", "url": f"{FILES}/{name[:3]}/original/{picture}",
        "preview_url": f"{FILES}/{name[:3]}/small/{picture}", "remote_url": None,
        "meta": {"original": {"width": 1080, "height": 1920, "size": "1080x1920", "aspect": 0.5625}},
        "description": "A lock at dawn", "blurhash": f"U{chance.getrandbits(100):025x}"}]
    return {
        "id": name, "created_at": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(1_700_000_000 + number * 60)),
        "in_reply_to_id": None, "in_reply_to_account_id": None, "sensitive": False, "spoiler_text": "",
        "visibility": chance.choices(["public", "unlisted", "private"], [80, 14, 6])[0], "language": language,
        "uri": f"{author['url']}/{name}", "url": f"{author['url']}/{name}", "replies_count": chance.randint(0, 3),
        "reblogs_count": chance.randint(0, 9), "favourites_count": chance.randint(0, 40), "edited_at": None,
        "content": f"<p>{text}{links}</p>", "reblog": None, "application": None, "account": author,
        "media_attachments": media if chance.random() < 0.2 else [], "mentions": [],
        "tags": [{"name": tag, "url": f"https://shore.example/tags/{tag}"} for tag in tags], "emojis": [],
        "card": None, "poll": None, "favourited": chance.random() < 0.03, "reblogged": False, "muted": False,
        "bookmarked": chance.random() < 0.01, "filtered": []}


def measure(program, server, environment, posts, runs, timed, terminal, report):
    chance, accounts = random.Random(1), make_accounts(max(20, posts // 50))
    account = ["--account", f"you@{server.address}"]
    timed([program, "set", "archive", "forever"], environment)
    timed([program, *account, "home", "--limit", "40"], environment)
    print(f"\nAn archive of {posts:,} posts in {len(WORDS)} languages")
    seconds, part = [], min(posts, 100_000)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "posts.jsonl")
        for start in range(0, posts, part):
            with open(path, "w", encoding="utf-8") as file:
                for number in range(start, min(start + part, posts)):
                    post = make_post(number, chance, accounts)
                    file.write(json.dumps(post, ensure_ascii=False, separators=(",", ":")) + "\n")
            taken, peak = timed([program, *account, "archive", "import", path], environment)
            seconds.append(taken)
    for what, taken in ("first", seconds[0]), ("last", seconds[-1]):
        report(f"inserts, the {what} {part:,}", f"{part / taken:.0f} a second", "at least 5000", part / taken >= 5000)
    report("memory of the import", f"{peak:.1f} MB", "at most 60 MB", peak <= 60)
    files = pathlib.Path(environment["HOME"], ".local/share/howdah").glob("archive-*")
    size = sum(file.stat().st_size for file in files) / posts
    report("disk for each post", f"{size:.0f} bytes", "at most 900", size <= 900)
    base = statistics.median(timed([program, "get", "theme"], environment)[0] for _ in range(runs))
    for words, limit in {
        "find heron": 10, "find 運河": 10, "find 🦆": 10, "find w15f90": 10, "find canal Schleuse": 10, "find from:@walker0 boats": 10,
        "find in:bookmarks": 10, "home --cached --limit 40": 20, "archive": 20,
    }.items():
        taken = [timed([program, *account, *words.split()], environment) for _ in range(runs)]
        beyond = statistics.median(seconds for seconds, _ in taken) - base
        report(
            f"{words}, beyond the start", f"{beyond * 1000:.1f} ms", f"at most {limit} ms", beyond * 1000 <= limit)
        peak = max(peak, *(peak for _, peak in taken))
    report("memory of each", f"{peak:.1f} MB", "at most 60 MB", peak <= 60)
    prompts = []
    for _ in range(runs):
        prompt = terminal(program, account, environment)
        prompts.append(prompt.wait_for_prompt() or 20)
        prompt.end()
    first = statistics.median(prompts)
    report("first prompt", f"{first * 1000:.1f} ms", "within 15 ms", first <= 0.015)
