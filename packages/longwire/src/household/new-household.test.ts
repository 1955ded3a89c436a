/** @module What a first start needs, from options alone and with a person to ask. */
import { bad } from '@longwire/protocol';
import { defaultLocalName } from '@longwire/signaling';
import { expect, test } from 'vitest';
import { fakeAsk } from '../questions/fake-ask.fixture.ts';
import { newHousehold, serviceSettings } from './new-household.ts';

const isRefused = async (): Promise<ReturnType<typeof bad>[]> => [
  bad(
    'camera new',
    'it refuses connections',
    "check the address and the port in 'input' in device.toml, and that the camera is on",
  ),
];

const works = async (): Promise<[]> => [];

test('options alone are enough; names that are not given are plain ones', async () => {
  const camera = ['Front door=rtsp://u:p@192.0.2.7/main', 'rtsp://192.0.2.8/sub?name=x'];
  const made = await newHousehold({ camera }, { ask: undefined, tryCamera: works });
  expect(made).toEqual({
    name: 'Home',
    cameras: [
      { name: 'front-door', title: 'Front door', inputs: ['rtsp://u:p@192.0.2.7/main'] },
      { name: 'camera-2', title: 'Camera 2', inputs: ['rtsp://192.0.2.8/sub?name=x'] },
    ],
    service: {
      host: '0.0.0.0',
      port: 8700,
      'local-https': true,
      'local-name': defaultLocalName(),
      'plain-port': 8701,
    },
  });
});

test('a person is asked for the name alone if the camera is given', async () => {
  const { ask, asked } = fakeAsk(['Our house']);
  const made = await newHousehold({ camera: ['rtsp://192.0.2.8/'] }, { ask, tryCamera: works });
  expect(made.name).toBe('Our house');
  expect(asked).toEqual(['What should people call this place?']);
});

test.each([
  ['no camera', { camera: [] }, 'no camera: give --camera rtsp://'],
  ['a camera that is no address', { camera: ['/dev/video0'] }, '--camera is no address'],
  [
    'a certificate without its name',
    { camera: [], tlsCert: 'c', tlsKey: 'k' },
    '--tls-cert needs the name that it is for',
  ],
  [
    'a certificate without its key',
    { camera: [], domain: 'cam.example.org', tlsCert: 'c' },
    '--tls-cert and --tls-key',
  ],
  [
    'an ACME server without the name that it certifies',
    { camera: [], acmeServer: 'https://acme.example/dir' },
    '--acme-server gives the certificate for --domain',
  ],
  [
    'a name that is none',
    { camera: [], domain: 'a/b', tlsCert: 'c', tlsKey: 'k' },
    '--domain is no host name',
  ],
  ['a name that is too long', { camera: [], name: 'x'.repeat(65) }, 'friendly name'],
])('without a person %s is an error that names the option', async (_, options, words) => {
  await expect(newHousehold(options, { ask: undefined, tryCamera: works })).rejects.toThrow(words);
});

test('a camera that does not work is an error in words that quotes no password', async () => {
  const made = newHousehold(
    { camera: ['Door=rtsp://u:hunter2@192.0.2.7/'] },
    { ask: undefined, tryCamera: isRefused },
  );
  await expect(made).rejects.toThrow(
    'Door does not work, nothing was set up: it refuses connections: check the address and the port, and that the camera is on',
  );
  await expect(made).rejects.not.toThrow('hunter2');
});

test('a name with its certificate is served on the port of https', () => {
  const given = { camera: [], domain: 'cam.example.org', tlsCert: '/c.pem', tlsKey: '/k.pem' };
  expect(serviceSettings(given)).toEqual({
    host: '0.0.0.0',
    port: 443,
    'public-url': 'https://cam.example.org',
    'tls-cert': '/c.pem',
    'tls-key': '/k.pem',
  });
  expect(serviceSettings({ ...given, port: 8443 })).toMatchObject({
    'public-url': 'https://cam.example.org:8443',
  });
});

test('a name alone gets its certificate by ACME', () => {
  expect(serviceSettings({ camera: [], domain: 'cam.example.org' })).toEqual({
    host: '0.0.0.0',
    port: 443,
    'public-url': 'https://cam.example.org',
    domain: 'cam.example.org',
  });
  const acmeServer = 'https://acme.example/dir';
  expect(serviceSettings({ camera: [], domain: 'cam.example.org', acmeServer })).toMatchObject({
    domain: 'cam.example.org',
    'acme-server': acmeServer,
  });
});
