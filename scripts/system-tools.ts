/** @module The programs of the system that tests need, installed from Debian's packages where they are missing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable, isExecutable } from './executable.ts';
import { runCommand } from './step.ts';

/** A program, or what else a test needs of the system. */
export interface Tool {
  /** As people call it. */
  readonly name: string;
  /** The Debian packages that bring it. */
  readonly packages: readonly string[];
  readonly isThere: () => boolean;
}

/** What {@link ensureTools} asks of the machine. */
export interface Machine {
  /** Whether packages can be installed: Debian's apt-get, as root. */
  readonly canInstall: () => boolean;
  /** Runs a command line in a shell. */
  readonly install: (command: string) => Promise<void>;
}

/** The machine that this runs on. */
export const thisMachine: Machine = {
  canInstall: () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get'),
  install: async (command) => {
    console.log(command);
    await runCommand('sh', ['-c', command], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  },
};

/** Cameras and sinks are read and written by it. */
export const FFMPEG: Tool = {
  name: 'ffmpeg',
  packages: ['ffmpeg'],
  isThere: () => findExecutable(['ffmpeg']) !== undefined && findExecutable(['ffprobe']) !== undefined,
};

/** WebKit and its driver, with a display without a screen to draw on. */
export const WEBKIT: Tool = {
  name: "WebKitGTK's driver, and Xvfb",
  packages: ['webkit2gtk-driver', 'xvfb'],
  isThere: () => findExecutable(['WebKitWebDriver']) !== undefined && findExecutable(['Xvfb']) !== undefined,
};

/** Debian's own Python, for which its packages of libraries are. */
const PYTHON = '/usr/bin/python3';

/** The real camera of the tests: an RTSP server of GStreamer, started from a few lines of Python. */
export const RTSP_SERVER: Tool = {
  name: "GStreamer's RTSP server",
  packages: [
    'python3-gi',
    'gir1.2-gst-rtsp-server-1.0',
    'gstreamer1.0-plugins-good',
    'gstreamer1.0-plugins-bad',
  ],
  isThere: () =>
    isExecutable(PYTHON) &&
    existsSync('/usr/lib/python3/dist-packages/gi') &&
    existsSync('/usr/share/doc/gir1.2-gst-rtsp-server-1.0') &&
    existsSync('/usr/share/doc/gstreamer1.0-plugins-good') &&
    existsSync('/usr/share/doc/gstreamer1.0-plugins-bad'),
};

/** The example of a device in Python runs on Debian's own packages. */
export const PYTHON_WEBRTC: Tool = {
  name: 'aiortc',
  packages: ['python3-aiortc', 'python3-websockets', 'python3-cryptography'],
  isThere: () =>
    isExecutable(PYTHON) &&
    ['aiortc', 'websockets', 'cryptography'].every((name) =>
      existsSync(`/usr/lib/python3/dist-packages/${name}`),
    ),
};

/** Where Debian keeps the servers of each version of PostgreSQL; none of them is in the search path. */
const POSTGRESQL_VERSIONS = '/usr/lib/postgresql';

/** The registry's other database; the tests start servers of their own, on free ports. */
export const POSTGRESQL: Tool = {
  name: 'PostgreSQL',
  packages: ['postgresql'],
  isThere: () =>
    existsSync(POSTGRESQL_VERSIONS) &&
    readdirSync(POSTGRESQL_VERSIONS).some(
      (version) =>
        isExecutable(join(POSTGRESQL_VERSIONS, version, 'bin/initdb')) &&
        isExecutable(join(POSTGRESQL_VERSIONS, version, 'bin/postgres')),
    ),
};

/** By which nodes find each other; the tests start servers of their own, on free ports. */
export const REDIS: Tool = {
  name: 'Redis',
  packages: ['redis-server'],
  isThere: () => findExecutable(['redis-server']) !== undefined,
};

/** The relay of networks that block direct ways; the tests start it in networks of their own. */
export const COTURN: Tool = {
  name: 'coturn',
  packages: ['coturn', 'openssl'],
  isThere: () =>
    findExecutable(['turnserver']) !== undefined &&
    // its certificate is made with it
    findExecutable(['openssl']) !== undefined,
};

/** Makes networks of the tests, and rules for them. */
export const NETWORKS: Tool = {
  name: 'ip and iptables',
  packages: ['iproute2', 'iptables'],
  // where root alone has it in the search path
  isThere: () => ['/usr/sbin/ip', '/usr/sbin/iptables'].every((path) => isExecutable(path)),
};

/** Routers of every kind, in networks of the tests. */
export const NFTABLES: Tool = {
  name: 'nft',
  packages: ['nftables'],
  // where root alone has it in the search path
  isThere: () => isExecutable('/usr/sbin/nft'),
};

/** NAT64, which the kernel does not have. */
export const TAYGA: Tool = {
  name: 'tayga',
  packages: ['tayga'],
  isThere: () => isExecutable('/usr/sbin/tayga'),
};

/** TLS before the service, as operators run it. */
export const CADDY: Tool = {
  name: 'Caddy',
  packages: ['caddy'],
  isThere: () => findExecutable(['caddy']) !== undefined,
};

/** A load balancer before several nodes, as operators run one. */
export const HAPROXY: Tool = {
  name: 'HAProxy',
  packages: ['haproxy'],
  // where root alone has it in the search path
  isThere: () => isExecutable('/usr/sbin/haproxy'),
};

/** An ACME server, for certificates that the service gets itself; the tests start one on free ports. */
export const PEBBLE: Tool = {
  name: 'Pebble',
  packages: ['pebble'],
  isThere: () =>
    findExecutable(['pebble']) !== undefined && findExecutable(['pebble-challtestsrv']) !== undefined,
};

/** Puts an authority into the certificate database of a browser. */
export const CERTUTIL: Tool = {
  name: 'certutil',
  packages: ['libnss3-tools'],
  isThere: () => findExecutable(['certutil']) !== undefined,
};

/** A release of the console is signed and verified by it. */
export const OPENSSH: Tool = {
  name: 'ssh-keygen',
  packages: ['openssh-client'],
  isThere: () => findExecutable(['ssh-keygen']) !== undefined,
};

/** The commands of the guide to the API are run as they stand there. */
export const CURL: Tool = {
  name: 'curl',
  packages: ['curl'],
  isThere: () => findExecutable(['curl']) !== undefined,
};

/** The clock of one process, set by a test. */
export const FAKETIME: Tool = {
  name: 'libfaketime',
  packages: ['libfaketime'],
  isThere: () => existsSync('/usr/share/doc/libfaketime'),
};

/** Delays the system calls of a process, as a slow disk does. */
export const STRACE: Tool = {
  name: 'strace',
  packages: ['strace'],
  isThere: () => findExecutable(['strace']) !== undefined,
};

/** Looks at the units of deploy/, without running. */
export const SYSTEMD: Tool = {
  name: 'systemd-analyze',
  packages: ['systemd'],
  isThere: () => findExecutable(['systemd-analyze']) !== undefined,
};

/** Another implementation of CoAP, which our messages are tried with. */
export const LIBCOAP: Tool = {
  name: "libcoap's client and server",
  packages: ['libcoap3-bin'],
  isThere: () =>
    findExecutable(['coap-client-notls']) !== undefined &&
    findExecutable(['coap-server-notls']) !== undefined,
};

/** Makes a fresh Debian in a folder. */
export const DEBOOTSTRAP: Tool = {
  name: 'debootstrap',
  packages: ['debootstrap'],
  // where root alone has it in the search path
  isThere: () => isExecutable('/usr/sbin/debootstrap'),
};

/** Makes container images. */
export const BUILDAH: Tool = {
  name: 'buildah',
  packages: ['buildah'],
  isThere: () => findExecutable(['buildah']) !== undefined,
};

/** Runs programs for arm64 on this machine. */
export const QEMU: Tool = {
  name: 'qemu-aarch64-static',
  packages: ['qemu-user-static'],
  isThere: () => findExecutable(['qemu-aarch64-static']) !== undefined,
};

/** What a person types to install packages on Debian. */
export function installCommand(packages: readonly string[]): string {
  return `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

/** Installs what is missing. @throws Error that names the command to run where it cannot be installed. */
export async function ensureTools(tools: readonly Tool[], machine: Machine = thisMachine): Promise<void> {
  const isMissing = (tool: Tool): boolean => !tool.isThere();
  const missing = tools.filter(isMissing);
  if (missing.length === 0) return;
  const command = installCommand(missing.flatMap(({ packages }) => packages));
  if (machine.canInstall()) await machine.install(command);
  const left = missing.filter(isMissing).map(({ name }) => name);
  if (left.length > 0)
    throw new Error(`${left.join(', ')} not found on this machine; install as root: ${command}`);
}
