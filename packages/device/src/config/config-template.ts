/** @module The device.toml that `init` writes: the given settings, and all others as commented examples. */
import { given } from '@longwire/protocol';
import { stringify } from 'smol-toml';
import type { DevicePlace } from './device-config.ts';

/** One line of TOML, with the text escaped. */
function line(key: string, value: string): string {
  return stringify({ [key]: value }).trimEnd();
}

/** A network camera for a new device.toml. */
export interface NewCamera {
  readonly name: string;
  readonly title?: string;
  /** Its addresses, the best quality first; they may contain a password. */
  readonly inputs: readonly string[];
}

/** Writes the cameras, each as a table of its own. */
function cameraTables(cameras: readonly NewCamera[]): string {
  if (cameras.length === 0) return '';
  const camera = cameras.map(({ name, title, inputs: [input = '', ...further] }) => ({
    name,
    ...given({ title }),
    ...(further.length === 0 ? { input } : { inputs: [input, ...further] }),
  }));
  return `\n${stringify({ camera }).trimEnd()}\n`;
}

/** Writes device.toml. */
export function formatConfig(
  { productId, deviceId, service, console }: DevicePlace,
  cameras: readonly NewCamera[] = [],
): string {
  return `# What this device is and does. Changes are in force after a restart: systemctl restart longwire-device
# 'longwire-device doctor' checks this file. It may hold passwords of cameras: only the device's user may read it.

# Which device of which product it is, as registered at the service.
${line('product', productId)}
${line('device', deviceId)}

# The signaling service.
${line('service', service)}

# The page that pairing links open. The service's own unless set.
${console === undefined ? '# console = "https://console.example/"' : line('console', console)}

# How much is logged: debug, info, warn or error.
# log_level = "info"

# Cameras. The tracks of one are <name>-video and <name>-audio.
${cameraTables(cameras)}${EXAMPLES}`;
}

const EXAMPLES = `
# A camera on the network, or anything else that ffmpeg reads. Its picture is copied, not encoded again.
# [[camera]]
# name = "frontdoor"
# title = "Front door"  # how people see it; its name without this
# input = "rtsp://user:password@192.168.1.20/stream1"
# input_options = ["-rtsp_transport", "tcp"]   # arguments of ffmpeg before the input
# transcode = false     # true: make another picture for viewers who cannot play this one or whose line is too slow for it. Takes a core of the processor
# audio = true          # false: the picture only
# motion = false        # true: movement is listed under Activity, and notified to those who asked for it
# keep_warm = false     # true: read the camera without viewers too, so that its picture is there at once
# talk = { ffmpeg = ["-f", "alsa", "default"] }   # plays talk on a loudspeaker: ffmpeg's output

# A camera with several streams of the same picture, the best first. Each viewer gets the one that their line and screen need.
# [[camera]]
# name = "garden"
# inputs = ["rtsp://user:password@192.168.1.21/main", "rtsp://user:password@192.168.1.21/sub"]

# A camera of this board. The user of the device has to be in the group 'video'.
# [[camera]]
# name = "board"
# input = "/dev/video0"
# input_options = ["-f", "v4l2", "-framerate", "15"]
# transcode = true

# A file, MP4 with H.264 and Opus, again and again. A path without / in front begins in this directory.
# [[camera]]
# name = "clip"
# clip = "clip.mp4"

# A picture that counts the time, to try a connection with.
# [[camera]]
# name = "pattern"
# test_pattern = true

# RTP that another program sends to a UDP port of this machine.
# [[camera]]
# name = "robot"
# rtp_port = 5004
# rtp_codec = "H264"          # H264, H265, VP8, VP9 or AV1
# rtp_audio_port = 5006
# rtp_audio_codec = "opus"    # opus, PCMU or PCMA
# talk = { rtp = "127.0.0.1:5010" }   # or { file = "said-{time}.ogg" }

# Streams of bytes. Each needs its own right, Stream:<name> unless 'action' names another; administrators have them all.

# A TCP connection to one address and no other.
# [[stream]]
# port = 22             # the number that clients ask for
# name = "ssh"
# service = "tcp"
# target = "127.0.0.1:22"

# Files to download, of one directory and what is in it.
# [[stream]]
# port = 8021
# name = "recordings"
# service = "files"
# root = "/var/lib/recordings"

# A shell. WARNING: every user with the right Stream:shell can do on this machine what the device's user can.
# [[stream]]
# port = 8023
# name = "shell"
# service = "shell"
# command = ["/bin/sh", "-l"]

# What people see and switch under Controls: values that programs print and set. No shell runs them.
# [[resource]]
# path = "/lamp"
# title = "Lamp"
# type = "boolean"          # boolean, number, integer or choice
# read = ["cat", "/sys/class/leds/led0/brightness"]    # prints 0 or 1
# write = ["tee", "/sys/class/leds/led0/brightness"]   # gets 0 or 1 on its stdin, and in place of {value} in its arguments

# [[resource]]
# path = "/fan"
# title = "Fan"
# type = "integer"
# unit = "%"
# min = 0
# max = 100
# read = ["fan-speed"]
# write = ["fan-speed", "--set", "{value}"]
# every = "10s"             # how often it is read while someone looks

# A button.
# [[resource]]
# path = "/restart"
# title = "Restart"
# run = ["systemctl", "reboot"]
# confirm = true            # false: without a question

# Logins with tokens of an issuer of yours. A user is known by the subject that an administrator has set.
# [oauth]
# issuer = "https://login.example"
# audience = "longwire"
# jwks = "https://login.example/.well-known/jwks.json"

# How many browsers may be connected at once.
# [limits]
# sessions = 16
# sessions_per_token = 12     # with the same connection token, before their login
# sessions_per_user = 4       # that a user may take from other users, when all places of users are taken
# reserved_for_login = 4      # places that users leave free for logins; a quarter of all unless set

# [network]
# bind_address = "192.168.1.10"   # the only address that peer connections use; all of them unless set
# max_mbit_per_viewer = 20        # of pictures and sound to one viewer; 100 unless set
# [[network.ice_server]]          # besides those that the service names
# url = "stun:stun.example:3478"
# [[network.ice_server]]
# url = "turn:turn.example:3478"
# username = "device"
# credential = "a password"

# How often wrong passwords may be tried: 'tries' at once, then 'per_second'. What all tokens share should be several times what one of
# them may use up: with less, one token locks out the others.
# [logins]
# connection = { tries = 10, per_second = 1 }
# token = { tries = 20, per_second = 1 }                # with one connection token
# token_username = { tries = 15, per_second = 0.2 }     # at one user name with one connection token
# username = { tries = 35, per_second = 1 }             # at one user name, with all tokens that no user has logged in with
# device = { tries = 100, per_second = 5 }              # at all names, with all tokens that no user has logged in with
# rounds = { tries = 20, per_second = 2 }               # begun logins of one connection, right or wrong
# token_rounds = { tries = 40, per_second = 4 }         # of one connection token
# device_rounds = { tries = 100, per_second = 20 }      # of all tokens that no user has logged in with

# [pairing]
# open_for = "10m"      # how long open pairing stays on
# invite_for = "7d"     # how long an unused password of an invite is valid; "0": for ever
`;
