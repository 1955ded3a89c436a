/** @module Answers of ONVIF cameras: WS-Discovery, and the media service of a camera on loopback. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAnswer } from './discover-cameras.ts';
import { streamAddress, streamAddresses } from './stream-addresses.ts';

const answer = (match: object): object => ({ probeMatches: { probeMatch: match } });

describe('an answer to WS-Discovery', () => {
  test('names the camera; its address is the one that the answer came from', () => {
    const match = {
      XAddrs: 'http://10.0.0.1/onvif/device_service http://192.0.2.7:8000/onvif/device_service',
      scopes: 'onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/Yard%20cam%07%E2%80%AE',
    };
    expect(readAnswer(answer(match), '192.0.2.7')).toEqual({
      hostname: '192.0.2.7',
      port: 8000,
      path: '/onvif/device_service',
      title: 'Yard cam',
    });
    expect(readAnswer(answer(match), '192.0.2.9')).toMatchObject({ hostname: '192.0.2.9', port: 80 });
  });

  test.each([
    ['nothing', undefined],
    ['another message', { hello: {} }],
    ['no address', answer({ scopes: 'x' })],
    ['a broken address', answer({ XAddrs: 'not a url' })],
    ['several cameras at once', { probeMatches: { probeMatch: [{}, {}] } }],
  ])('is ignored if it is %s', (_, received) => {
    expect(readAnswer(received, '192.0.2.7')).toBeUndefined();
  });

  test('without a readable name has the address as name', () => {
    const match = { XAddrs: 'http://192.0.2.7/', scopes: 'onvif://www.onvif.org/name/%zz' };
    expect(readAnswer(answer(match), '192.0.2.7')).toMatchObject({ title: '192.0.2.7' });
  });
});

test('user and password are escaped in an RTSP address', () => {
  const user = { username: 'anna@home', password: 'p:/?#@%' };
  const address = streamAddress('rtsp://192.0.2.7:554/main?x=1', '192.0.2.7', user);
  const { username, password, host, pathname, search } = new URL(address);
  expect([decodeURIComponent(username), decodeURIComponent(password)]).toEqual([
    user.username,
    user.password,
  ]);
  expect([host, pathname, search]).toEqual(['192.0.2.7:554', '/main', '?x=1']);
});

test.each([
  'file:///etc/passwd',
  'concat:rtsp://192.0.2.7/a|file:///etc/passwd',
  'http://192.0.2.7/main',
  'rtsp:main',
  'rtsp://192.0.2.7/main file:///etc/passwd',
  'rtsp://192.0.2.7:port/main',
  '',
])('the address %j of a camera is refused', (uri) => {
  const user = { username: 'anna', password: 'right' };
  expect(() => streamAddress(uri, '192.0.2.7', user)).toThrow('the camera gives no RTSP address');
});

/** The answers of a camera, by the request that each belongs to (ONVIF Media Service Specification). */
const ANSWERS: readonly (readonly [request: string, body: string])[] = [
  [
    'GetSystemDateAndTime',
    '<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:UTCDateTime><tt:Time><tt:Hour>1</tt:Hour><tt:Minute>2</tt:Minute><tt:Second>3</tt:Second></tt:Time><tt:Date><tt:Year>2026</tt:Year><tt:Month>1</tt:Month><tt:Day>2</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>',
  ],
  [
    'GetServices',
    '<tds:GetServicesResponse><tds:Service><tds:Namespace>http://www.onvif.org/ver10/media/wsdl</tds:Namespace><tds:XAddr>http://10.9.9.9/onvif/media</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>0</tt:Minor></tds:Version></tds:Service></tds:GetServicesResponse>',
  ],
  [
    'GetCapabilities',
    '<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Media><tt:XAddr>http://10.9.9.9/onvif/media</tt:XAddr></tt:Media></tds:Capabilities></tds:GetCapabilitiesResponse>',
  ],
  [
    'GetProfiles',
    `<trt:GetProfilesResponse>${['main:H264', 'jpeg:JPEG', 'sub:H264', 'third:H264'].map(profile).join('')}</trt:GetProfilesResponse>`,
  ],
  [
    'GetVideoSources',
    '<trt:GetVideoSourcesResponse><trt:VideoSources token="v0"/></trt:GetVideoSourcesResponse>',
  ],
];

function profile(text: string): string {
  const [token, codec] = text.split(':');
  return `<trt:Profiles token="${token}"><tt:Name>${token}</tt:Name><tt:VideoSourceConfiguration token="c"><tt:SourceToken>v0</tt:SourceToken></tt:VideoSourceConfiguration><tt:VideoEncoderConfiguration token="e"><tt:Encoding>${codec}</tt:Encoding></tt:VideoEncoderConfiguration></trt:Profiles>`;
}

function envelope(body: string): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema"><s:Body>${body}</s:Body></s:Envelope>`;
}

function answerTo(request: string): readonly [status: number, body: string] {
  const token = /<ProfileToken[^>]*>([^<]+)</u.exec(request)?.[1];
  if (request.includes('GetStreamUri'))
    return [
      200,
      `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>rtsp://192.0.2.7/${token}</tt:Uri></trt:MediaUri></trt:GetStreamUriResponse>`,
    ];
  const known = ANSWERS.find(([name]) => request.includes(`<${name}`));
  if (known !== undefined) return [200, known[1]];
  return [
    400,
    '<s:Fault><s:Reason><s:Text xml:lang="en">Action Not Implemented</s:Text></s:Reason></s:Fault>',
  ];
}

const REFUSAL = [
  400,
  '<s:Fault><s:Reason><s:Text xml:lang="en">Sender not authorized</s:Text></s:Reason></s:Fault>',
] as const;

describe('a camera', () => {
  let server: Server;
  let requests: string[] = [];
  beforeEach(async () => {
    requests = [];
    const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      requests.push(body);
      const [status, answer] = body.includes('<Username>mallory<') ? REFUSAL : answerTo(body);
      // Profiles of another source than the camera lists.
      const sent = body.includes('<Username>eve<') ? answer.replaceAll('>v0<', '>v9<') : answer;
      response.writeHead(status, { 'content-type': 'application/soap+xml' }).end(envelope(sent));
    };
    server = createServer((request, response) => void reply(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => void server.close());

  const found = (): Parameters<typeof streamAddresses>[0] => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { hostname: '127.0.0.1', port, path: '/onvif/device_service', title: 'Yard cam' };
  };

  test('gives its H.264 streams, at most two, at the host that answered, with the user in their addresses', async () => {
    expect(await streamAddresses(found(), { username: 'anna', password: 'right' })).toEqual([
      'rtsp://anna:right@127.0.0.1/main',
      'rtsp://anna:right@127.0.0.1/sub',
    ]);
    expect(requests.join('')).not.toContain('right');
  });

  test('whose profiles name a source that it does not have is an error within the time limit', async () => {
    await expect(streamAddresses(found(), { username: 'eve', password: 'x' }, 300)).rejects.toThrow(
      'the camera sends answers that cannot be read',
    );
  });

  test('that refuses the user is an error with its words', async () => {
    await expect(streamAddresses(found(), { username: 'mallory', password: 'x' })).rejects.toThrow(
      /authorized/u,
    );
  });
});
