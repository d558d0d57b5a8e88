"""Signs in at /mcp with the official Python client and uses the tools.

    python client.py http://localhost:3000/mcp [--document https://…] [--mode auto|legacy|2026-07-28]

Without PERSON it opens a browser; with PERSON (the address that run.ts gives) the script plays the person.
"""

import argparse
import asyncio
import json
import os
import urllib.parse
import urllib.request
import webbrowser
from http.server import BaseHTTPRequestHandler, HTTPServer

from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata, OAuthToken

PORT = 33418
REDIRECT = f"http://127.0.0.1:{PORT}/callback"


class Memory:
    """Keeps tokens for one run."""

    def __init__(self):
        self.tokens = None
        self.client = None
        self.issued = 0

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken):
        self.tokens = tokens
        self.issued += 1

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


def ask_person(url: str) -> str:
    """Returns the address that the browser is sent back to."""
    person = os.environ.get("PERSON")
    if person:
        request = urllib.request.Request(person, data=url.encode(), method="POST")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()
    received = []

    class Callback(BaseHTTPRequestHandler):
        def do_GET(self):
            received.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"You can close this page.")

        def log_message(self, *args):
            pass

    print(f"Open {url}")
    webbrowser.open(url)
    with HTTPServer(("127.0.0.1", PORT), Callback) as server:
        server.handle_request()
    return f"http://127.0.0.1:{PORT}{received[0]}"


async def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("url")
    options.add_argument("--document")
    options.add_argument("--mode", default="auto")
    given = options.parse_args()
    memory = Memory()
    asked = []

    async def redirect(url: str) -> None:
        asked.append(url)

    async def callback() -> AuthorizationCodeResult:
        back = await asyncio.to_thread(ask_person, asked[-1])
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
        return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))

    auth = OAuthClientProvider(
        server_url=given.url,
        client_metadata=OAuthClientMetadata(
            client_name="Python client",
            redirect_uris=[REDIRECT],
            grant_types=["authorization_code", "refresh_token"],
            token_endpoint_auth_method="none",
        ),
        storage=memory,
        redirect_handler=redirect,
        callback_handler=callback,
        client_metadata_url=given.document,
    )
    async with create_mcp_http_client(auth=auth) as http:
        async with Client(streamable_http_client(given.url, http_client=http), mode=given.mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            status = await client.call_tool("host_status", {})
            first = memory.tokens.access_token
            # The provider refreshes a token whose time has passed, without asking the person.
            auth.context.token_expiry_time = 1
            again = await client.call_tool("search_memory", {"query": "anything"})
            print(
                json.dumps(
                    {
                        "protocol": client.protocol_version,
                        "client_id": memory.client.client_id,
                        "tools": tools,
                        "platform": status.structured_content["platform"],
                        "refreshed": memory.tokens.access_token != first and not again.is_error,
                        "asked_the_person": len(asked),
                    }
                )
            )


asyncio.run(main())
