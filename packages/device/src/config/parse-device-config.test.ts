/** @module device.toml: everything it can contain, and the message for each mistake. */
import { EdgeError } from '@longwire/protocol';
import * as fc from 'fast-check';
import { stringify } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SESSION_LIMITS } from '../agent/session-limits.ts';
import { DEFAULT_LOGIN_RATES } from '../auth/login-limits.ts';
import { MAX_CAMERAS } from './camera-section.ts';
import { MAX_NAME_LENGTH } from './config-name.ts';
import { formatConfig } from './config-template.ts';
import { MAX_SESSIONS } from './limits-section.ts';
import { MAX_ICE_SERVERS, MAX_RATE } from './network-section.ts';
import { MAX_CONFIG_LENGTH, MAX_ID_LENGTH, parseDeviceConfig } from './parse-device-config.ts';
import { MAX_RESOURCES } from './resource-section.ts';
import { MAX_STREAM_SERVICES } from './stream-section.ts';
import { MAX_LIST_LENGTH, MAX_TEXT_LENGTH } from './table-reader.ts';

const HEAD = 'product = "pr-1"\ndevice = "de-1"\nservice = "wss://service.example"\n';
const PLACE = { productId: 'pr-1', deviceId: 'de-1', service: 'wss://service.example' };

function errorOf(text: string): EdgeError {
  try {
    parseDeviceConfig(text);
  } catch (error) {
    if (error instanceof EdgeError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

const camera = (lines: string): string => `${HEAD}[[camera]]\nname = "door"\n${lines}\n`;
const stream = (lines: string): string => `${HEAD}[[stream]]\nname = "s"\nport = 22\n${lines}\n`;

test('three lines suffice, and the rest has defaults', () => {
  expect(parseDeviceConfig(HEAD)).toEqual({
    ...PLACE,
    logLevel: 'info',
    network: { iceServers: [] },
    limits: DEFAULT_SESSION_LIMITS,
    logins: DEFAULT_LOGIN_RATES,
    pairing: {},
    oauth: undefined,
    cameras: [],
    streams: [],
    resources: [],
  });
});

describe('the device.toml of init', () => {
  test('parses to the given settings', () => {
    expect(parseDeviceConfig(formatConfig(PLACE))).toMatchObject(PLACE);
    const place = { ...PLACE, console: 'https://console.example/' };
    expect(parseDeviceConfig(formatConfig(place))).toMatchObject(place);
  });

  test('contains an example of every setting, each valid without its #', () => {
    const text = formatConfig(PLACE).replaceAll(/^# (?=\[|[a-z_]+ = )/gmu, '');
    const { cameras, streams, resources, oauth, network, pairing, ...rest } = parseDeviceConfig(text);
    expect(cameras.map(({ input }) => input.kind)).toEqual([
      'ffmpeg',
      'ffmpeg',
      'ffmpeg',
      'clip',
      'pattern',
      'rtp',
    ]);
    expect(cameras.map(({ talk }) => talk?.kind)).toEqual([
      'ffmpeg',
      undefined,
      undefined,
      undefined,
      undefined,
      'rtp',
    ]);
    expect(streams.map(({ service }) => service.kind)).toEqual(['tcp', 'files', 'shell']);
    expect(resources).toEqual([
      {
        kind: 'value',
        path: '/lamp',
        title: 'Lamp',
        schema: { type: 'boolean' },
        read: ['cat', '/sys/class/leds/led0/brightness'],
        write: ['tee', '/sys/class/leds/led0/brightness'],
        everyMs: 5_000,
      },
      {
        kind: 'value',
        path: '/fan',
        title: 'Fan',
        schema: { type: 'integer', unit: '%', minimum: 0, maximum: 100 },
        read: ['fan-speed'],
        write: ['fan-speed', '--set', '{value}'],
        everyMs: 10_000,
      },
      { kind: 'button', path: '/restart', title: 'Restart', run: ['systemctl', 'reboot'], isAsking: true },
    ]);
    expect(oauth).toEqual({
      issuer: 'https://login.example',
      audience: 'longwire',
      jwks: 'https://login.example/.well-known/jwks.json',
    });
    expect(network).toMatchObject({
      bindAddress: '192.168.1.10',
      maxBitsPerSecond: 20_000_000,
      iceServers: [{}, { username: 'device' }],
    });
    expect(pairing).toEqual({ openForMs: 600_000, inviteForMs: 7 * 86_400_000 });
    expect(rest).toMatchObject({
      console: 'https://console.example/',
      logLevel: 'info',
      limits: DEFAULT_SESSION_LIMITS,
      logins: DEFAULT_LOGIN_RATES,
    });
  });
});

test('the keys of an issuer may be on any loopback address', () => {
  const jwks = 'http://127.0.0.2:8080/keys';
  const { oauth } = parseDeviceConfig(`${HEAD}[oauth]\nissuer = "i"\njwks = "${jwks}"`);
  expect(oauth).toEqual({ issuer: 'i', jwks });
});

describe('the settings of a resource', () => {
  const resource = (lines: string): string => `${HEAD}[[resource]]\ntitle = "X"\npath = "/x"\n${lines}\n`;
  const value = (lines: string): string => resource(`read = ["cat"]\n${lines}`);

  test('may be a choice, read only, with a right of its own', () => {
    const text = value('type = "choice"\nchoices = ["eco", "full"]\naction = "Home:See"');
    expect(parseDeviceConfig(text).resources).toMatchObject([
      {
        action: 'Home:See',
        schema: {
          type: 'string',
          oneOf: [
            { const: 'eco', title: 'eco' },
            { const: 'full', title: 'full' },
          ],
        },
      },
    ]);
  });

  test.each([
    [value(''), '"type" is missing'],
    [resource('type = "boolean"'), '"read" must be a program and its arguments'],
    [resource('type = "boolean"\nread = []'), '"read" must be a program and its arguments'],
    [value('type = "boolean"\nwrite = []'), '"write" must be a program and its arguments'],
    [value('type = "boolean"\nunit = "%"'), '"unit" is only a setting of a number'],
    [value('type = "number"\nmin = 5\nmax = 5'), 'minimum must be less than maximum'],
    [value('type = "choice"'), '"choices" must be a list of words'],
    [value('type = "number"\nchoices = ["a"]'), '"choices" must be a list of words'],
    [value('type = "choice"\nchoices = ["a", "a"]'), 'a different const in each choice'],
    [value('type = "boolean"\nevery = "100ms"'), 'every'],
    [value('type = "boolean"\nconfirm = true'), '"confirm" is only a setting of a resource with run'],
    [value('run = ["reboot"]'), '"read" is not a setting of a resource with run'],
    [resource('run = ["reboot"]\nhow = 1'), 'how'],
    [value('type = "boolean"\naction = "anything"'), '"action" must be a name such as Home:Control'],
    [value('type = "boolean"').replace('"/x"', '"/x/:name"'), 'must be one path'],
    [value('type = "boolean"').replace('"/x"', '"/.well-known/core"'), 'must be one path'],
    [
      value('type = "boolean"').replace('"/x"', '"/events"'),
      `[[resource]] number 1: "path": path '/events' is reserved for the device's events`,
    ],
    [
      value('type = "boolean"').replace('"/x"', '"/iam/lamp"'),
      `[[resource]] number 1: "path": route pattern '/iam/lamp' is reserved`,
    ],
    [value('type = "boolean"').replace('"/x"', '"x"'), "route pattern 'x' is malformed"],
    [
      `${value('type = "boolean"')}[[resource]]\ntitle = "X"\npath = "/X"\nrun = ["a"]`,
      'must have unique paths',
    ],
    [
      HEAD + '[[resource]]\ntitle = "X"\npath = "/x"\nrun = ["a"]\n'.repeat(MAX_RESOURCES + 1),
      'at most 64 entries, got 65',
    ],
  ])('%j are refused', (text, words) => {
    expect(errorOf(text)).toMatchObject({ code: 'ERR_CONFIG', message: expect.stringContaining(words) });
  });
});

describe('the settings of a camera', () => {
  test('may contain a title for people', () => {
    const { cameras } = parseDeviceConfig(camera('test_pattern = true\ntitle = "Tür zum Garten"'));
    expect(cameras).toEqual([{ name: 'door', title: 'Tür zum Garten', input: { kind: 'pattern' } }]);
  });

  test.each([' Door', 'x'.repeat(65), 'two\\nlines'])(
    'refuse a title that is not one short line: %j',
    (title) => {
      expect(() => parseDeviceConfig(camera(`test_pattern = true\ntitle = "${title}"`))).toThrow(
        'title must be one line of 1 to 64 characters',
      );
    },
  );

  test.each([
    [
      'of ffmpeg',
      'input = "rtsp://u:p@h/s"\ninput_options = ["-rtsp_transport", "tcp"]\ntranscode = true\naudio = false\nkeep_warm = true\nmotion = true',
      {
        kind: 'ffmpeg',
        inputs: ['rtsp://u:p@h/s'],
        inputOptions: ['-rtsp_transport', 'tcp'],
        transcode: true,
        audio: false,
        keepWarm: true,
        motion: true,
      },
    ],
    [
      'with the defaults of ffmpeg',
      'input = "x"',
      {
        kind: 'ffmpeg',
        inputs: ['x'],
        inputOptions: [],
        transcode: false,
        audio: true,
        keepWarm: false,
        motion: false,
      },
    ],
    [
      'of several sizes, best first',
      'inputs = ["rtsp://h/main", "rtsp://h/sub"]\ninput_options = ["-rtsp_transport", "tcp"]',
      {
        kind: 'ffmpeg',
        inputs: ['rtsp://h/main', 'rtsp://h/sub'],
        inputOptions: ['-rtsp_transport', 'tcp'],
        transcode: false,
        audio: true,
        keepWarm: false,
        motion: false,
      },
    ],
    ['of a clip', 'clip = "a.mp4"', { kind: 'clip', file: 'a.mp4' }],
    ['of a test pattern', 'test_pattern = true', { kind: 'pattern' }],
    ['of RTP', 'rtp_port = 5004', { kind: 'rtp', video: { port: 5004, codec: 'H264' } }],
    [
      'of RTP with sound',
      'rtp_port = 5004\nrtp_codec = "VP8"\nrtp_audio_port = 5006\nrtp_audio_codec = "PCMU"',
      { kind: 'rtp', video: { port: 5004, codec: 'VP8' }, audio: { port: 5006, codec: 'PCMU' } },
    ],
    ['of RTP sound alone', 'rtp_audio_port = 5006', { kind: 'rtp', audio: { port: 5006, codec: 'opus' } }],
  ])('%s', (_, lines, input) => {
    expect(parseDeviceConfig(camera(lines)).cameras).toEqual([{ name: 'door', input }]);
  });

  test.each([
    ['{ ffmpeg = ["-f", "alsa", "default"] }', { kind: 'ffmpeg', args: ['-f', 'alsa', 'default'] }],
    ['{ file = "talk-{time}.ogg" }', { kind: 'file', path: 'talk-{time}.ogg' }],
    ['{ rtp = "[::1]:5010" }', { kind: 'rtp', host: '::1', port: 5010 }],
  ])('talk = %s', (talk, parsed) => {
    expect(parseDeviceConfig(camera(`test_pattern = true\ntalk = ${talk}`)).cameras[0]?.talk).toEqual(parsed);
  });
});

describe('the settings of a stream', () => {
  test.each([
    ['service = "tcp"\ntarget = "127.0.0.1:22"', { kind: 'tcp', host: '127.0.0.1', port: 22 }],
    ['service = "shell"', { kind: 'shell', command: ['/bin/sh', '-l'] }],
    ['service = "shell"\ncommand = ["/bin/bash"]', { kind: 'shell', command: ['/bin/bash'] }],
    ['service = "files"\nroot = "/srv"', { kind: 'files', root: '/srv' }],
  ])('%s', (lines, service) => {
    expect(parseDeviceConfig(stream(lines)).streams).toEqual([{ name: 's', port: 22, service }]);
  });

  test('with a right of another name', () => {
    const text = stream('service = "shell"\naction = "Stream:Root"');
    expect(parseDeviceConfig(text).streams[0]).toMatchObject({ action: 'Stream:Root' });
  });
});

describe('the message names the place of a mistake', () => {
  test.each([
    ['no TOML', `${HEAD}x = = 1`, /^device\.toml, line 4, column \d+: /u],
    ['a key twice', `${HEAD}device = "x"`, /^device\.toml, line 4, /u],
    ['an unknown key', `${HEAD}servce = "x"`, 'device.toml: unknown key "servce", did you mean "service"?'],
    [
      'a key that resembles no other',
      `${HEAD}[zzzzzzzzzz]`,
      /unknown key "zzzzzzzzzz", known keys are product, device, /u,
    ],
    ['no product', 'device = "d"', 'device.toml: "product" is missing: must be the id of a product'],
    ['a number as a text', 'product = 5', 'device.toml: "product" must be a string, got a number'],
    ['an id with a slash', 'product = "a/b"', /"product": id must be 1 to 64 letters/u],
    [
      'a service of another kind',
      HEAD.replace('wss:', 'ftp:'),
      /^device\.toml: "service": must be the address of a service, such as wss:\/\/service\.example or https:\/\//u,
    ],
    ['a console that is none', `${HEAD}console = "x"`, /"console": console must be an http/u],
    [
      'a log level',
      `${HEAD}log_level = "loud"`,
      'device.toml: "log_level" must be one of debug, info, warn, error',
    ],
    ['a table as a text', `${HEAD}network = "x"`, 'device.toml, [network] must be a table, got a string'],
    [
      'a date as a table',
      `${HEAD}network = 2020-01-01`,
      'device.toml, [network] must be a table, got a date',
    ],
    ['a bind address', `${HEAD}[network]\nbind_address = "host"`, /"bind_address" must be an IP address/u],
    [
      'an ICE server',
      `${HEAD}[[network.ice_server]]\nurl = "turns:x"`,
      /\[\[ice_server\]\] number 1: "url" must be stun/u,
    ],
    [
      'a TURN server without a name',
      `${HEAD}[[network.ice_server]]\nurl = "turn:x"`,
      /a TURN server needs "username" and "credential"/u,
    ],
    [
      'an unknown limit',
      `${HEAD}[limits]\nsession = 1`,
      'device.toml, [limits]: unknown key "session", did you mean "sessions"?',
    ],
    [
      'a rate',
      `${HEAD}[logins]\ntoken = { tries = 0 }`,
      'device.toml, [logins], [token]: "tries" must be an integer from 1 to 10000, got 0',
    ],
    ['pairing for ever', `${HEAD}[pairing]\nopen_for = "0"`, /"open_for" must be longer than 0/u],
    ['a duration', `${HEAD}[pairing]\ninvite_for = "1 week"`, /"invite_for": duration must/u],
    [
      'keys over a plain connection',
      `${HEAD}[oauth]\nissuer = "i"\njwks = "http://x/"`,
      /"jwks" must be an https/u,
    ],
    [
      'keys behind a user name',
      `${HEAD}[oauth]\nissuer = "i"\njwks = "https://user@idp.example/keys"`,
      /"jwks" must be an https.* without a user name/u,
    ],
    [
      'a camera without a name',
      `${HEAD}[[camera]]\nclip = "x"`,
      'device.toml, [[camera]] number 1: "name" is missing: must be a name, such as frontdoor',
    ],
    ['a camera without a source', camera(''), /a camera needs exactly one of "input", "inputs", /u],
    [
      'a camera with a misspelt source',
      camera('imput = "x"\ntranscode = true\ntalk = { file = "x" }'),
      /unknown key "imput", did you mean "input"\?/u,
    ],
    [
      'a camera with two sources',
      camera('clip = "x"\ninput = "y"'),
      /a camera needs exactly one of "input", "inputs", /u,
    ],
    [
      'movement of a camera of the board',
      camera('input = "/dev/video0"\ninput_options = ["-f", "v4l2"]\nmotion = true'),
      /"motion" is not possible with a camera of this board/u,
    ],
    [
      'movement of a stream of the board',
      camera('inputs = ["rtsp://h/s", "/dev/v4l/by-id/usb-cam"]\nmotion = true'),
      /"motion" is not possible with a camera of this board/u,
    ],
    [
      'transcoding a clip',
      camera('clip = "x"\ntranscode = true'),
      /"transcode" is allowed only together with "input"/u,
    ],
    [
      'a codec without a port',
      camera('clip = "x"\nrtp_codec = "VP8"'),
      /"rtp_codec" is allowed only together with "rtp_port"/u,
    ],
    [
      'one port for picture and sound',
      camera('rtp_port = 5\nrtp_audio_port = 5'),
      /"rtp_audio_port" must be another port/u,
    ],
    [
      'an input option that is a number',
      camera('input = "x"\ninput_options = [5]'),
      /"input_options" must be a string, got a number/u,
    ],
    [
      'an empty list of inputs',
      camera('inputs = []'),
      /"inputs" must have 1 to 4 addresses, best quality first/u,
    ],
    ['too many inputs', camera('inputs = ["1", "2", "3", "4", "5"]'), /"inputs" must have 1 to 4 addresses/u],
    [
      'one input and several',
      camera('input = "x"\ninputs = ["x"]'),
      /a camera needs exactly one of "input", "inputs", /u,
    ],
    ['no test pattern', camera('test_pattern = false'), /"test_pattern" must be true/u],
    [
      'talk to nothing',
      camera('clip = "x"\ntalk = {}'),
      /\[talk\]: needs exactly one of "ffmpeg", "file" and "rtp"/u,
    ],
    [
      'one file for every talk',
      camera('clip = "x"\ntalk = { file = "a.ogg" }'),
      /"file" must be a path with \{time\}/u,
    ],
    [
      'two cameras of one name',
      `${camera('clip = "x"')}[[camera]]\nname = "Door"\nclip = "x"`,
      /must have unique names, got "Door" twice/u,
    ],
    [
      'two cameras on one port',
      `${camera('rtp_port = 5')}[[camera]]\nname = "b"\nrtp_port = 5`,
      /must have unique RTP ports/u,
    ],
    ['a stream without a service', stream(''), /"service" is missing: must be tcp, shell or files/u],
    ['a tunnel to nowhere', stream('service = "tcp"'), /"target" is missing: must be host:port/u],
    ['a tunnel without a port', stream('service = "tcp"\ntarget = "host"'), /"target": must be host:port/u],
    [
      'a root for a shell',
      stream('service = "shell"\nroot = "/"'),
      /"root" is not a setting of the service "shell"/u,
    ],
    ['no command', stream('service = "shell"\ncommand = []'), /"command" must be a program/u],
    ['files of nowhere', stream('service = "files"'), /"root" is missing: must be a directory/u],
    ['an action', stream('service = "shell"\naction = "all"'), /"action" must be a name such as Stream:Ssh/u],
    [
      'two streams on one port',
      `${stream('service = "shell"')}[[stream]]\nname = "t"\nport = 22\nservice = "shell"`,
      /must have unique ports/u,
    ],
  ])('%s', (_, text, message) => {
    const error = errorOf(text);
    expect(error.code).toBe('ERR_CONFIG');
    expect(error.message).toMatch(message);
  });

  test.each([
    ['where the TOML is broken', `${HEAD}x = = "canary"`],
    ['in a text that does not end', `${HEAD}[[camera]]\ninput = "rtsp://u:canary@h`],
    ['in a wrong value', camera('input = "rtsp://u:canary@h"\ntranscode = "canary"')],
    ['in a wrong address', `${HEAD}[[network.ice_server]]\nurl = "turn:u:canary@h:1"`],
    ['in a service with a password', HEAD.replace('service.example', 'u:canary@service.example#x')],
  ])('a password is not quoted %s', (_, text) => {
    const error = errorOf(text);
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain('canary');
  });
});

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('\n');

const cameras = (count: number): string =>
  HEAD + many(count, (index) => `[[camera]]\nname = "c${index}"\nclip = "x"`);
const streams = (count: number): string =>
  HEAD + many(count, (index) => `[[stream]]\nname = "s${index}"\nport = ${index + 1}\nservice = "shell"`);
const servers = (count: number): string => HEAD + many(count, () => '[[network.ice_server]]\nurl = "stun:x"');

describe('limits accept the largest value and refuse one more', () => {
  test.each<[string, number, (count: number) => string]>([
    ['cameras', MAX_CAMERAS, cameras],
    ['streams', MAX_STREAM_SERVICES, streams],
    ['ICE servers', MAX_ICE_SERVERS, servers],
    ['the rate of a viewer', MAX_RATE.max, (count) => `${HEAD}[network]\nmax_mbit_per_viewer = ${count}`],
    [
      'sessions',
      MAX_SESSIONS,
      (count) => `${HEAD}[limits]\nsessions = ${count}\nsessions_per_token = ${count}`,
    ],
    [
      'the name of a camera',
      MAX_NAME_LENGTH,
      (count) => camera('clip = "x"').replace('door', 'd'.repeat(count)),
    ],
    ['an id', MAX_ID_LENGTH, (count) => HEAD.replace('pr-1', 'p'.repeat(count))],
    ['a text', MAX_TEXT_LENGTH, (count) => camera(`input = "${'x'.repeat(count)}"`)],
    ['a list', MAX_LIST_LENGTH, (count) => camera(`input = "x"\ninput_options = [${'"x",'.repeat(count)}]`)],
    ['a stream port', 0xff_ff_ff_ff, (count) => stream('service = "shell"').replace('22', String(count))],
    ['a UDP port', 65_535, (count) => camera(`rtp_port = ${count}`)],
    ['the file', MAX_CONFIG_LENGTH, (count) => HEAD.padEnd(count, '\n')],
    ['tries', 10_000, (count) => `${HEAD}[logins]\ndevice = { tries = ${count} }`],
    ['a duration', 3650, (count) => `${HEAD}[pairing]\ninvite_for = "${count}d"`],
  ])('%s', (_, limit, text) => {
    expect(() => parseDeviceConfig(text(limit))).not.toThrow();
    expect(errorOf(text(limit + 1)).code).toBe('ERR_CONFIG');
  });
});

describe('places of sessions', () => {
  test('a quarter of the places is reserved for logins by default', () => {
    const configs = [1, 3, 4, 16, 256].map((count) =>
      parseDeviceConfig(`${HEAD}[limits]\nsessions = ${count}`),
    );
    expect(configs.map(({ limits }) => limits.reservedForLogin)).toEqual([0, 0, 1, 4, 64]);
  });

  test('not all places can be reserved', () => {
    const limits = '[limits]\nsessions_per_user = 2\nsessions = 4\nreserved_for_login =';
    expect(parseDeviceConfig(`${HEAD}${limits} 0`).limits).toEqual({
      maxSessions: 4,
      maxSessionsPerToken: 12,
      maxSessionsPerUser: 2,
      reservedForLogin: 0,
    });
    expect(errorOf(`${HEAD}${limits} 4`).message).toContain('must be less than the 4 sessions in total');
  });
});

function isTypedOrGood(text: string): boolean {
  try {
    parseDeviceConfig(text);
    return true;
  } catch (error) {
    return error instanceof EdgeError;
  }
}

describe('arbitrary settings', () => {
  test('any text parses or is a typed error', () => {
    const lines = fc.array(
      fc.constantFrom('[[camera]]', '[limits]', 'name = "x"', '[', '"', 'a.b = 1', 'port = 1'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          lines.map((all) => HEAD + all.join('\n')),
        ),
        (text) => {
          expect(isTypedOrGood(text)).toBe(true);
        },
      ),
    );
  });

  test('any one key with any value parses or is a typed error', () => {
    const keys = [
      'product',
      'service',
      'console',
      'log_level',
      'network',
      'limits',
      'logins',
      'pairing',
      'oauth',
      'camera',
      'stream',
      '__proto__',
    ];
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.dictionary(fc.string(), fc.string())),
      fc.dictionary(fc.constantFrom('name', 'port', 'issuer', 'x'), fc.string()),
    );
    fc.assert(
      fc.property(fc.constantFrom(...keys), value, (key, value) => {
        const text = stringify({ product: 'p', device: 'd', service: 'wss://s', [key]: value });
        expect(isTypedOrGood(text)).toBe(true);
      }),
    );
  });
});
