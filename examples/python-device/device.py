"""A Longwire device in Python: it attaches to a service, proves its identity, answers requests and shows a picture.

Written from docs/protocol/attachment.md (the service's side) and docs/spec/PROTOCOL.md (the client's side); "section" refers to the latter.
Debian has all it needs: apt-get install python3-aiortc python3-websockets python3-cryptography
"""
import argparse
import asyncio
import hashlib
import json
import logging
import os
import random
import time
from base64 import urlsafe_b64encode
from urllib.parse import urlsplit

import av
import numpy
import websockets
from aiortc import RTCConfiguration, RTCIceServer, RTCPeerConnection, RTCSessionDescription, VideoStreamTrack
from aiortc.sdp import candidate_from_sdp
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

log = logging.getLogger("device")

SUBPROTOCOL = "longwire-device.v1"
ATTACHMENT_PATH = "/signaling/device/v1"
TRACK_ID = "pattern-video"
MAX_SESSIONS = 8
# Types of signaling messages (section 2).
OFFER, ANSWER, CANDIDATE = 0, 1, 2
# Content formats (SPEC.md section 9).
TEXT, JSON = 0, 50
# A browser has this long for its first connection, in seconds; the state of a session would otherwise last for ever.
CONNECT_TIMEOUT = 60


_tasks: set = set()


def spawn(work) -> asyncio.Task:
    """Runs a coroutine; asyncio itself would let go of a task that nobody keeps."""
    task = asyncio.create_task(work)
    _tasks.add(task)
    task.add_done_callback(_forget)
    return task


def _forget(task: asyncio.Task) -> None:
    _tasks.discard(task)
    if not task.cancelled() and task.exception() is not None:
        log.warning("failed: %s", type(task.exception()).__name__)


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Identity:
    """The long-lived P-256 key of a device. Its fingerprint is what people check (section 6)."""

    def __init__(self, path: str):
        if not os.path.exists(path):
            self._create(path)
        with open(path, "rb") as file:
            self._key = serialization.load_pem_private_key(file.read(), password=None)
        public = self._key.public_key()
        der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        self.fingerprint = hashlib.sha256(der).hexdigest()
        numbers = public.public_numbers()
        x, y = (base64url(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
        self._jwk = {"kty": "EC", "crv": "P-256", "x": x, "y": y}

    @staticmethod
    def _create(path: str) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)

    def sign(self, typ: str, payload: dict) -> str:
        """A compact JWS (RFC 7515) with ES256, whose signature is r || s."""
        header = {"alg": "ES256", "typ": typ, "jwk": self._jwk}
        text = ".".join(base64url(json.dumps(part).encode()) for part in (header, payload))
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


class Pattern(VideoStreamTrack):
    """A picture whose colours move, 320 x 240, 30 times a second."""

    async def recv(self) -> av.VideoFrame:
        pts, time_base = await self.next_timestamp()
        row = (numpy.arange(320) + pts // 1500) % 256
        picture = numpy.zeros((240, 320, 3), numpy.uint8)
        picture[:, :, 0] = row
        picture[:, :, 1] = numpy.arange(240)[:, None]
        picture[:, :, 2] = row
        frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
        frame.pts, frame.time_base = pts, time_base
        return frame


class Session:
    """One client: its peer connection and its requests."""

    def __init__(self, identity: Identity, ice_servers: list, send, handle_end):
        servers = [RTCIceServer(entry["urls"], entry.get("username"), entry.get("credential")) for entry in ice_servers]
        self._peer = RTCPeerConnection(RTCConfiguration(servers))
        self._identity = identity
        self._send = send
        self._has_video = False
        self._early_candidates: list = []
        self._messages: asyncio.Queue = asyncio.Queue(maxsize=100)
        self._handle_end = handle_end
        self._peer.on("datachannel", self._accept_channel)
        self._peer.on("connectionstatechange", self._look)
        self._timer = asyncio.get_running_loop().call_later(CONNECT_TIMEOUT, self._give_up)
        self._task = spawn(self._run())

    def receive(self, text: str) -> None:
        """Takes a frame of the client. A client that sends more than can be handled loses messages."""
        try:
            self._messages.put_nowait(text)
        except asyncio.QueueFull:
            log.warning("a client sends too fast")

    async def close(self) -> None:
        self._timer.cancel()
        self._task.cancel()
        await self._peer.close()

    def _look(self) -> None:
        if self._peer.connectionState in ("failed", "closed"):
            self._handle_end()

    def _give_up(self) -> None:
        if self._peer.connectionState != "connected":
            self._handle_end()

    async def _run(self) -> None:
        """Handles messages strictly in order."""
        while True:
            text = await self._messages.get()
            try:
                await self._handle(json.loads(text))
            except Exception as error:  # pylint: disable=broad-except
                # Whatever a client sends: the next message is handled, and nothing of it is logged.
                log.warning("ignored a message of a client: %s", type(error).__name__)

    async def _handle(self, message: dict) -> None:
        if message["type"] == OFFER:
            await self._answer(json.loads(message["data"])["sdp"], message.get("metadata") or {})
        elif message["type"] == ANSWER:
            if self._peer.signalingState == "have-local-offer":
                await self._set_remote(json.loads(message["data"])["sdp"], "answer")
        elif message["type"] == CANDIDATE:
            await self._add_candidate(json.loads(message["data"]))

    async def _answer(self, sdp: str, metadata: dict) -> None:
        # The device is impolite: while its own offer is out, it ignores the client's (section 3).
        if self._peer.signalingState != "stable":
            return
        await self._set_remote(sdp, "offer")
        await self._peer.setLocalDescription(await self._peer.createAnswer())
        self._describe(ANSWER, metadata.get("tracks") or [])

    async def _set_remote(self, sdp: str, kind: str) -> None:
        await self._peer.setRemoteDescription(RTCSessionDescription(sdp, kind))
        early, self._early_candidates = self._early_candidates, []
        for candidate in early:
            await self._peer.addIceCandidate(candidate)

    async def _add_candidate(self, init: dict) -> None:
        if not init["candidate"]:
            return
        candidate = candidate_from_sdp(init["candidate"].removeprefix("candidate:"))
        candidate.sdpMid, candidate.sdpMLineIndex = init.get("sdpMid"), init.get("sdpMLineIndex")
        if self._peer.remoteDescription is None:
            self._early_candidates.append(candidate)
        else:
            await self._peer.addIceCandidate(candidate)

    def _describe(self, kind: int, tracks: list) -> None:
        """Sends the local description; aiortc has put all candidates into it."""
        description = self._peer.localDescription
        data = json.dumps({"type": description.type, "sdp": description.sdp})
        self._send({"type": kind, "data": data, "metadata": {"tracks": tracks, "status": "OK"}})

    async def _offer_video(self) -> None:
        if not self._has_video:
            self._has_video = True
            self._peer.addTrack(Pattern())
        await self._peer.setLocalDescription(await self._peer.createOffer())
        mids = [line.mid for line in self._peer.getTransceivers() if line.kind == "video"]
        self._describe(OFFER, [{"mid": mid, "trackId": TRACK_ID} for mid in mids])

    def _accept_channel(self, channel) -> None:
        if channel.label in ("coap", "nabto-coap"):
            channel.on("message", lambda text: self._handle_request(channel, text))

    def _handle_request(self, channel, text) -> None:
        """Section 5. What cannot be parsed is not answered."""
        try:
            request = json.loads(text)
            request_id, method, path = (str(request[key]) for key in ("requestId", "method", "path"))
            payload = bytes((request.get("payload") or {}).get("data", []))
        except (ValueError, KeyError, TypeError, AttributeError):
            return
        status, content_type, body = self._respond(method, path, payload)
        response = {"type": 1, "requestId": request_id, "statusCode": status}
        channel.send(json.dumps({**response, "contentType": content_type, "payload": list(body)}))

    def _respond(self, method: str, path: str, payload: bytes) -> tuple:
        """The device's resources: status, content format and body."""
        if (method, path) == ("GET", "/uptime"):
            return 205, TEXT, f"{time.monotonic():.0f}".encode()
        if (method, path) == ("GET", "/webrtc/tracks/default"):
            return 205, JSON, json.dumps({"videoTrackId": TRACK_ID}).encode()
        if (method, path) == ("POST", "/webrtc/tracks"):
            return self._respond_tracks(payload)
        if (method, path) == ("POST", "/webrtc/challenge"):
            return self._respond_challenge(payload)
        return 404, TEXT, b""

    def _respond_tracks(self, payload: bytes) -> tuple:
        try:
            wanted = json.loads(payload)["tracks"]
        except (ValueError, KeyError, TypeError):
            return 400, TEXT, b'expected {"tracks": [...]}'
        if TRACK_ID not in wanted:
            return 404, TEXT, b"no such track"
        spawn(self._offer_video())
        return 201, TEXT, b""

    def _respond_challenge(self, payload: bytes) -> tuple:
        """Signs the client's nonce together with the certificates of this connection (section 6)."""
        try:
            nonce = str(json.loads(payload)["challenge"])
        except (ValueError, KeyError, TypeError):
            return 400, TEXT, b'expected {"challenge": "..."}'
        client, device = self._certificates()
        claims = {"nonce": nonce, "client_fingerprint": client, "device_fingerprint": device}
        return 205, JSON, json.dumps({"response": self._identity.sign("JWS", claims)}).encode()

    def _certificates(self) -> tuple:
        """The DTLS certificates that are really used, never those that an SDP names."""
        tls = self._peer.sctp.transport.ssl
        pair = (tls.get_peer_certificate(), tls.get_certificate())
        return tuple(certificate.digest("sha256").decode().replace(":", "").lower() for certificate in pair)


class Device:
    """The attachment to the service and the sessions of its clients (docs/protocol/attachment.md)."""

    def __init__(self, service: str, product_id: str, device_id: str, identity: Identity):
        self._service = service.rstrip("/")
        self._ids = {"productId": product_id, "deviceId": device_id}
        self._identity = identity
        self._sessions: dict = {}

    async def run(self) -> None:
        """Stays attached. After a loss it waits a random time: many devices may have lost the service together."""
        while True:
            try:
                await self._attach()
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
                log.warning("not attached: %s", error)
            except (ValueError, KeyError, TypeError) as error:
                log.warning("the service sent what is no message: %s", type(error).__name__)
            await self._close_all()
            await asyncio.sleep(random.uniform(0, 10))

    async def _attach(self) -> None:
        url = self._service + ATTACHMENT_PATH
        async with websockets.connect(url, subprotocols=[SUBPROTOCOL], max_size=512 * 1024) as socket:
            await socket.send(json.dumps({"type": "hello", **self._ids}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "challenge":
                    await socket.send(json.dumps({"type": "prove", "token": self._prove(message["nonce"])}))
                elif message["type"] == "attached":
                    print(f"attached to {self._service}", flush=True)
                else:
                    await self._handle_session(socket, message)

    def _prove(self, nonce: str) -> str:
        """The audience is the host that this device connected to, never one from a message."""
        claims = {"attach": nonce, "audience": urlsplit(self._service).netloc, **self._ids}
        return self._identity.sign("longwire-attach+jws", claims)

    async def _handle_session(self, socket, message: dict) -> None:
        session_id = message.get("session")
        if message["type"] == "session-open":
            if len(self._sessions) >= MAX_SESSIONS:
                close = {"type": "session-close", "session": session_id, "code": 4001, "reason": "the device is full"}
                await socket.send(json.dumps(close))
                return

            def send(frame: dict) -> None:
                envelope = {"type": "session-message", "session": session_id, "message": json.dumps(frame)}
                spawn(socket.send(json.dumps(envelope)))

            def handle_end() -> None:
                session = self._sessions.pop(session_id, None)
                if session is not None:
                    spawn(session.close())
                    spawn(socket.send(json.dumps({"type": "session-close", "session": session_id, "code": 1000})))

            ice_servers = message.get("iceServers") or []
            self._sessions[session_id] = Session(self._identity, ice_servers, send, handle_end)
        elif message["type"] == "session-message" and session_id in self._sessions:
            self._sessions[session_id].receive(message["message"])
        elif message["type"] == "session-close" and session_id in self._sessions:
            await self._sessions.pop(session_id).close()

    async def _close_all(self) -> None:
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            await session.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--service", required=True, help="ws:// or wss:// address of the signaling service")
    parser.add_argument("--product", required=True)
    parser.add_argument("--device", required=True)
    parser.add_argument("--key", default="identity.pem", help="the device's key, made if it does not exist")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    identity = Identity(options.key)
    print(f"fingerprint {identity.fingerprint}", flush=True)
    asyncio.run(Device(options.service, options.product, options.device, identity).run())


if __name__ == "__main__":
    main()
