"""A camera on the network: an RTSP server (gst-rtsp-server) that plays a file with H.264 and sound to each client.

rtsp-camera.py PORT FILE aac|opus|pcmu [USER PASSWORD]; it prints a line when it listens, and ends with SIGTERM.
"""

import signal
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

SOUND = {
    "aac": "aacparse ! rtpmp4gpay",
    "opus": "opusparse ! rtpopuspay",
    "pcmu": "rtppcmupay",
}


def serve(port, file, sound, user=None, password=None):
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(port)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(
        f"( filesrc location={file} ! qtdemux name=demux "
        "demux.video_0 ! queue ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1 "
        f"demux.audio_0 ! queue ! {SOUND[sound]} name=pay1 pt=97 )"
    )
    if user is not None:
        auth = GstRtspServer.RTSPAuth()
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "viewer")
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
        server.set_auth(auth)
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("viewer", "media.factory.access", True)
        permissions.add_permission_for_role("viewer", "media.factory.construct", True)
        factory.set_permissions(permissions)
    server.get_mount_points().add_factory("/live", factory)
    server.attach(None)
    loop = GLib.MainLoop()
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGTERM, loop.quit)
    print("listening on", server.get_bound_port(), flush=True)
    loop.run()


serve(*sys.argv[1:])
