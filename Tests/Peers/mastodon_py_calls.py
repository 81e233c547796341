#!/usr/bin/env python3
"""Mastodon.py (github.com/halcy/Mastodon.py) against the sandbox: its calls, its paging, its user stream, its pushes.

What it cannot read as its own types it warns of, and a warning is an error here.
"""
import datetime
import http.server
import os
import pathlib
import sys
import threading
import time

import mastodon
import requests

from peers import OUT_OF_BAND, Sandbox, Tally, expect, wait_for
from tls_proxy import TLSProxy
from toot_commands import picture


class Listener(mastodon.StreamListener):
    def __init__(self):
        self.events = []

    def on_update(self, status):
        self.events.append(("update", status))

    def on_status_update(self, status):
        self.events.append(("status.update", status))

    def on_delete(self, status_id):
        self.events.append(("delete", str(status_id)))

    def on_notification(self, notification):
        self.events.append(("notification", notification))

    def on_conversation(self, conversation):
        self.events.append(("conversation", conversation))

    def on_filters_changed(self):
        self.events.append(("filters_changed", None))

    def saw(self, kind, holds=lambda payload: True):
        return any(name == kind and holds(payload) for name, payload in list(self.events))


class PushReceiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((dict(self.headers), body))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_):
        pass


def sign_in(sandbox, account):
    """Registers, opens the page, takes the code: the library's own way, except for the browser."""
    client_id, secret = mastodon.Mastodon.create_app(
        "Peers", api_base_url=sandbox.base, redirect_uris=OUT_OF_BAND)
    client = mastodon.Mastodon(client_id, secret, api_base_url=sandbox.base, ratelimit_method="throw")
    url = client.auth_request_url(redirect_uris=OUT_OF_BAND, allow_http=True)
    client.log_in(code=sandbox.sign_in(url, account), allow_http=True)
    return client


def main(program, _, home):
    sandbox = Sandbox(program, home)
    try:
        return run(sandbox, pathlib.Path(home))
    finally:
        sandbox.stop()


def run(sandbox, home):
    tally = Tally("Mastodon.py", 60)
    step = tally.step
    me = sign_in(sandbox, "you")
    my_account = me.account_verify_credentials()
    other_account = next(
        status.account for status in me.timeline_home(limit=40)
        if status.account.id != my_account.id and "@" not in status.account.acct)
    other = sign_in(sandbox, other_account.username)
    in_future = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)

    for name in (
            "instance_v1", "instance_v2", "instance_activity", "instance_peers", "instance_rules", "instance_health",
            "instance_nodeinfo", "instance_extended_description", "instance_terms_of_service",
            "instance_translation_languages", "instance_domain_blocks", "instance_languages", "custom_emojis",
            "announcements", "oauth_authorization_server_info", "app_verify_credentials", "me",
            "preferences", "directory", "suggestions_v2", "trending_tags", "trending_statuses", "trending_links",
            "endorsements", "featured_tags", "featured_tag_suggestions", "followed_tags", "favourites", "bookmarks",
            "blocks", "mutes", "domain_blocks", "follow_requests", "lists", "filters_v2", "conversations",
            "scheduled_statuses", "notifications", "grouped_notifications", "notifications_policy",
            "notification_requests", "notifications_merged", "notifications_unread_count",
            "unread_grouped_notifications_count", "timeline_home", "timeline_local", "timeline_public", "profile",
            "stream_healthy"):
        with step(name):
            getattr(me, name)()

    with step("account"):
        expect(me.account(other_account.id).acct == other_account.acct)
    with step("accounts"):
        expect(len(me.accounts([my_account.id, other_account.id])) == 2)
    for name in ("account_statuses", "account_following", "account_followers", "account_lists",
                 "account_featured_tags", "account_familiar_followers", "account_relationships"):
        with step(name):
            getattr(me, name)(other_account.id)
    with step("account_lookup"):
        expect(me.account_lookup(other_account.acct).id == other_account.id)
    with step("account_search"):
        expect(me.account_search(other_account.username)[0].id == other_account.id)
    with step("search"):
        expect(other_account.id in [account.id for account in me.search(other_account.username).accounts])
    with step("account_update_credentials"):
        updated = me.account_update_credentials(
            display_name="You Again", note="Hello", fields=[("site", "https://example.test")], default_privacy="public",
            avatar=picture(home / "avatar.png"), avatar_mime_type="image/png")
        expect(updated.display_name == "You Again" and updated.source.fields[0].name == "site")

    status = None
    with step("status_post"):
        status = me.status_post("From Mastodon.py #peers", language="en")
        expect(status.language == "en")
    status = status or me.timeline_home()[0]
    with step("status_post twice with one idempotency key"):
        once = me.status_post("Once", idempotency_key="peers-1")
        expect(me.status_post("Once", idempotency_key="peers-1").id == once.id)
    with step("status"):
        expect(me.status(status.id).content == status.content)
    with step("statuses"):
        expect([found.id for found in me.statuses([status.id])] == [status.id])
    with step("status_reply"):
        reply = other.status_reply(status, "Heard")
        expect(str(reply.in_reply_to_id) == str(status.id))
    with step("status_context"):
        expect(len(me.status_context(status.id).descendants) == 1)
    with step("status_update"):
        expect(me.status_update(status.id, "Changed #peers").edited_at)
    with step("status_source"):
        expect(me.status_source(status.id).text == "Changed #peers")
    with step("status_history"):
        expect(len(me.status_history(status.id)) == 2)
    for act, undo, field in (
            ("status_favourite", "status_unfavourite", "favourited"),
            ("status_bookmark", "status_unbookmark", "bookmarked"),
            ("status_reblog", "status_unreblog", "reblogged"), ("status_mute", "status_unmute", "muted"),
            ("status_pin", "status_unpin", "pinned")):
        with step(act):
            getattr(me, act)(status.id)
            expect(me.status(status.id)[field])
        with step(undo):
            getattr(me, undo)(status.id)
            expect(not me.status(status.id)[field])
    with step("status_favourited_by and status_reblogged_by"):
        other.status_favourite(status.id)
        other.status_reblog(status.id)
        expect([account.id for account in me.status_favourited_by(status.id)] == [other_account.id])
        expect([account.id for account in me.status_reblogged_by(status.id)] == [other_account.id])
    with step("quotes"):
        quote = other.status_post("Quoting", quoted_status_id=status.id)
        expect(quote.quote.state == "accepted", quote.quote)
        expect([found.id for found in me.status_quotes(status.id)] == [quote.id])
    with step("status_quote_revoke"):
        me.status_quote_revoke(status.id, quote.id)
        expect(other.status(quote.id).quote.state == "revoked")
    with step("status_update_quote_approval_policy"):
        me.status_update_quote_approval_policy(status.id, "nobody")

    # The library signs in only where every address of the server's metadata is https.
    with step("sign-in and paging behind a TLS proxy"):
        proxy = TLSProxy(int(sandbox.base.rsplit(":", 1)[1]), home)
        session = requests.Session()
        session.verify = str(proxy.certificate)
        os.environ["REQUESTS_CA_BUNDLE"] = str(proxy.certificate)
        try:
            scopes = ["read", "profile"]
            client_id, secret = mastodon.Mastodon.create_app(
                "Proxied", scopes=scopes, api_base_url=proxy.base, redirect_uris=OUT_OF_BAND)
            proxied = mastodon.Mastodon(client_id, secret, api_base_url=proxy.base, session=session)
            url = proxied.auth_request_url(redirect_uris=OUT_OF_BAND, scopes=scopes)
            expect(url.startswith(proxy.base), url)
            proxied.log_in(code=sandbox.sign_in(url.replace(proxy.base, sandbox.base), "you"), scopes=scopes)
            expect(proxied.oauth_userinfo().preferred_username == "you")
            expect(len(proxied.fetch_next(proxied.timeline_home(limit=2))) == 2)
            expect(proxied.me().avatar.startswith(proxy.base), proxied.me().avatar)
        finally:
            del os.environ["REQUESTS_CA_BUNDLE"]
            proxy.stop()

    media = None
    with step("media_post"):
        media = me.media_post(picture(home / "post.png"), mime_type="image/png", description="green", focus=(0, 0.5))
        expect(media.description == "green")
    with step("media_update"):
        expect(me.media_update(media.id, description="greener").description == "greener")
    with step("status_post with media"):
        shown = me.status_post("A picture", media_ids=[media])
        expect(shown.media_attachments[0].description == "greener")
    with step("the picture is served"):
        with me.session.get(shown.media_attachments[0].url) as answer:
            expect(answer.content[:4] == b"\x89PNG" and answer.headers["Content-Type"] == "image/png")
    with step("status_update with a thumbnail"):
        changed = me.status_update(shown.id, "A picture", media_attributes=[
            me.generate_media_edit_attributes(
                media.id, description="greenest", thumbnail=picture(home / "thumbnail.png"), thumb_mimetype="image/png")])
        attachment = changed.media_attachments[0]
        expect(attachment.description == "greenest" and attachment.preview_url != attachment.url, attachment)
        with me.session.get(attachment.preview_url) as answer:
            expect(answer.content[:4] == b"\x89PNG")
    with step("make_poll"):
        asked = other.status_post("Which?", poll=me.make_poll(["a", "b"], 3600))
        expect(len(asked.poll.options) == 2)
    with step("poll_vote"):
        expect(me.poll_vote(asked.poll.id, [0]).voted)
    with step("poll"):
        expect(me.poll(asked.poll.id).own_votes == [0])
    with step("scheduled_status"):
        later = me.status_post("Later", scheduled_at=in_future)
        expect(me.scheduled_status(later.id).params.text == "Later")
    with step("scheduled_status_update"):
        me.scheduled_status_update(later.id, in_future + datetime.timedelta(hours=1))
    with step("scheduled_status_delete"):
        me.scheduled_status_delete(later.id)
        expect(me.scheduled_statuses() == [])
    with step("status_delete"):
        gone = me.status_post("Gone")
        expect(me.status_delete(gone.id).text == "Gone")

    for act, undo, field in (
            ("account_unfollow", "account_follow", "following"), ("account_mute", "account_unmute", "muting"),
            ("account_block", "account_unblock", "blocking")):
        with step(f"{act} and {undo}"):
            before = me.account_relationships(other_account.id)[0][field]
            expect(getattr(me, act)(other_account.id)[field] != before)
            expect(getattr(me, undo)(other_account.id)[field] == before or act == "account_unfollow")
    with step("account_follow again after a block"):
        expect(me.account_follow(other_account.id).following)
    with step("account_note_set"):
        expect(me.account_note_set(other_account.id, "met by the canal").note == "met by the canal")
    with step("account_endorse"):
        expect(me.account_endorse(other_account.id).endorsed)
    with step("a follow request"):
        me.account_update_credentials(locked=True)
        other.account_unfollow(my_account.id)
        expect(other.account_follow(my_account.id).requested)
        expect([account.id for account in me.follow_requests()] == [other_account.id])
        me.follow_request_authorize(other_account.id)
        expect(other.account_relationships(my_account.id)[0].following)
        me.account_update_credentials(locked=False)
    with step("domain_block"):
        me.domain_block("shore.example")
        expect("shore.example" in me.domain_blocks())
        me.domain_unblock("shore.example")

    with step("lists"):
        birds = me.list_create("Birds", replies_policy="followed")
        expect(me.list_update(birds.id, "Waders").title == "Waders")
        me.list_accounts_add(birds.id, [other_account.id])
        expect([account.id for account in me.list_accounts(birds.id)] == [other_account.id])
        me.timeline_list(birds.id)
        me.list_accounts_delete(birds.id, [other_account.id])
        me.list_delete(birds.id)
        expect(me.lists() == [])
    with step("tags"):
        expect(me.tag_follow("peers").following)
        expect([tag.name for tag in me.followed_tags()] == ["peers"])
        expect(not me.tag_unfollow("peers").following)
        expect(me.tag("peers").name == "peers")
    with step("timeline_hashtag"):
        expect(status.id in [found.id for found in me.timeline_hashtag("peers")])
    with step("featured_tag_create"):
        featured = me.featured_tag_create("peers")
        expect(featured.name == "peers")
        me.featured_tag_delete(featured.id)
    with step("filters"):
        made = me.create_filter_v2(
            "Cats", ["home", "public"], "warn", keywords_attributes=[{"keyword": "cats", "whole_word": True}])
        me.add_filter_keyword_v2(made.id, "kittens", True)
        expect(len(me.filter_keywords_v2(made.id)) == 2)
        caught = other.status_post("All about cats")
        expect(me.status(caught.id).filtered[0].filter.title == "Cats")
        me.delete_filter_v2(made.id)
        expect(me.filters_v2() == [])

    with step("notifications by kind"):
        other.status_post("@you hello again")
        mention = me.notifications(types=["mention"])[0]
        expect(mention.account.id == other_account.id)
        expect(me.notifications(mention.id).id == mention.id)
    with step("notifications_dismiss"):
        me.notifications_dismiss(mention.id)
        expect(mention.id not in [found.id for found in me.notifications()])
    with step("grouped notifications"):
        grouped = me.grouped_notifications()
        expect(grouped.notification_groups and grouped.accounts)
        key = grouped.notification_groups[0].group_key
        me.grouped_notification(key)
        me.grouped_notification_accounts(key)
        me.dismiss_grouped_notification(key)
    with step("update_notifications_policy"):
        expect(me.update_notifications_policy(for_not_following="filter").for_not_following == "filter")
        me.update_notifications_policy(for_not_following="accept")
    with step("conversations"):
        other.status_post("@you just us", visibility="direct")
        talk = me.conversations()[0]
        expect(talk.unread and talk.last_status.visibility == "direct")
        expect(not me.conversations_read(talk.id).unread)
    with step("markers"):
        me.markers_set(["home"], [status.id])
        expect(str(me.markers_get(["home"])["home"].last_read_id) == str(status.id))
    with step("report"):
        expect(me.report(other_account.id, status_ids=[reply.id], comment="a test", category="spam").category == "spam")
    with step("announcements"):
        for announcement in me.announcements():
            me.announcement_dismiss(announcement.id)
    with step("notifications_clear"):
        me.notifications_clear()
        expect(me.notifications() == [])

    with step("paging to the end"):
        for number in range(45):
            me.status_post(f"Page filler {number}")
        first = me.account_statuses(my_account.id, limit=20)
        everything = me.fetch_remaining(first)
        expect(len({found.id for found in everything}) == len(everything) > 45)
        expect(me.fetch_previous(me.fetch_next(first))[0].id == first[0].id)

    with step("stream_user"):
        stream(me, other, my_account)
    with step("push"):
        push(me, other, status)
    with step("an answer in the future is refused in Mastodon's words"):
        try:
            me.status("1")
            raise AssertionError("a post that there is not was found")
        except mastodon.MastodonNotFoundError as error:
            expect("Record not found" in str(error), str(error))
    with step("a post that is too long is refused"):
        try:
            me.status_post("x" * 501)
            raise AssertionError("a post of 501 characters was taken")
        except mastodon.MastodonAPIError as error:
            expect(error.args[1] == 422, str(error))
    with step("revoke_access_token"):
        token = me.access_token
        me.revoke_access_token(allow_http=True)
        try:
            sandbox.api("GET", "/api/v1/accounts/verify_credentials", token=token)
            raise AssertionError("a revoked token was taken")
        except Exception as error:
            expect("401" in str(error), str(error))
    return tally.end()


def stream(me, other, my_account):
    listener = Listener()
    handle = me.stream_user(listener, run_async=True, timeout=30)
    try:
        def post_until_heard():
            other.status_post("Is this on?")
            return listener.saw("update")
        # A stream that is being opened hears nothing yet.
        wait_for(lambda: post_until_heard() or time.sleep(0.2), "the stream to begin")
        posted = other.status_post("Streamed")
        wait_for(lambda: listener.saw("update", lambda status: status.id == posted.id), "update")
        other.status_update(posted.id, "Streamed and changed")
        wait_for(lambda: listener.saw("status.update", lambda status: status.id == posted.id), "status.update")
        other.status_delete(posted.id)
        wait_for(lambda: listener.saw("delete", lambda number: number == str(posted.id)), "delete")
        other.status_post("@you can you hear me?")
        wait_for(lambda: listener.saw("notification", lambda item: item.type == "mention"), "notification")
        made = me.create_filter_v2("Nothing", ["home"], "hide")
        wait_for(lambda: listener.saw("filters_changed"), "filters_changed")
        me.delete_filter_v2(made.id)
    finally:
        handle.close()


def push(me, other, status):
    """The sandbox sends an encrypted push to a receiver on this machine, and the library decrypts it.

    It is the older form that the library asks for (2.3.3 does not send on its `standard`); SandboxTests have RFC 8291's.
    """
    receiver = http.server.HTTPServer(("127.0.0.1", 0), PushReceiver)
    receiver.received = []
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    try:
        private, public = me.push_subscription_generate_keys()
        made = me.push_subscription_set(
            f"http://127.0.0.1:{receiver.server_port}/push", public, favourite_events=True, mention_events=True)
        expect(made.alerts.favourite)
        expect(me.push_subscription().endpoint == made.endpoint)
        other.status_unfavourite(status.id)
        other.status_favourite(status.id)
        headers, body = wait_for(lambda: receiver.received and receiver.received[0], "a push")
        pushed = me.push_subscription_decrypt_push(body, private, headers["Encryption"], headers["Crypto-Key"])
        expect(pushed.notification_type == "favourite", pushed)
        me.push_subscription_delete()
    finally:
        receiver.shutdown()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
