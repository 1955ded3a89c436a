/** @module What a first start needs, from options and from questions. */
import { EdgeError, checkFriendlyName } from '@longwire/protocol';
import { defaultLocalName } from '@longwire/signaling';
import type { Ask } from '../questions/ask.ts';
import { askForCameras, titleProblem } from '../questions/camera-questions.ts';
import { parseCamera, settledCameras, type GivenCamera } from '../questions/new-camera.ts';
import { cameraProblem, tryCamera as tryWithFfprobe, type TryCamera } from '../questions/try-camera.ts';
import { defaultHost } from './addresses.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { NewHousehold } from './set-up.ts';

/** The options of a first start. */
export interface FirstStart {
  readonly camera: readonly string[];
  readonly name?: string;
  readonly host?: string;
  readonly port?: number;
  readonly domain?: string;
  readonly acmeServer?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** How questions are asked and cameras tried. */
export interface FirstStartPorts {
  /** Undefined where there is no person to ask. */
  readonly ask: Ask | undefined;
  readonly tryCamera?: TryCamera;
}

const DEFAULT_NAME = 'Home';

const DEFAULT_PORT = 8700;
const HTTPS_PORT = 443;
const MAX_PORT = 65_535;

/** Completes the options by questions. Writes nothing. @throws EdgeError ERR_USAGE that names a missing or wrong option */
export async function newHousehold(options: FirstStart, ports: FirstStartPorts): Promise<NewHousehold> {
  const service = serviceSettings(options);
  if (options.name !== undefined) checkFriendlyName(options.name);
  const cameras = await camerasOf(options, ports);
  const name = options.name ?? (await nameFrom(ports.ask));
  return { name, cameras: settledCameras(cameras), service };
}

/** The settings of the service. @throws EdgeError ERR_USAGE */
export function serviceSettings({
  host,
  port,
  domain,
  acmeServer,
  tlsCert,
  tlsKey,
}: FirstStart): ServiceSettings {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new EdgeError('ERR_USAGE', '--tls-cert and --tls-key are required together');
  if (acmeServer !== undefined && (domain === undefined || tlsCert !== undefined))
    throw new EdgeError('ERR_USAGE', '--acme-server gives the certificate for --domain, without --tls-cert');
  const settings = {
    host: host ?? defaultHost(),
    port: port ?? (domain === undefined ? DEFAULT_PORT : HTTPS_PORT),
  };
  if (domain === undefined) {
    if (tlsCert === undefined) return { ...settings, ...localHttps(settings.port) };
    throw new EdgeError('ERR_USAGE', '--tls-cert needs the name that it is for, --domain');
  }
  const url = URL.parse(`https://${domain}:${settings.port}`);
  if (url === null || url.pathname !== '/' || url.username !== '')
    throw new EdgeError('ERR_USAGE', `--domain is no host name: ${domain}`);
  const named = { ...settings, 'public-url': url.origin };
  if (tlsCert === undefined || tlsKey === undefined)
    return { ...named, domain, ...(acmeServer === undefined ? {} : { 'acme-server': acmeServer }) };
  return { ...named, 'tls-cert': tlsCert, 'tls-key': tlsKey };
}

/** https with an authority of the service's own. The name is kept: another one would be another authority. */
function localHttps(port: number): Partial<ServiceSettings> {
  const plainPort = port < MAX_PORT ? port + 1 : port - 1;
  return { 'local-https': true, 'local-name': defaultLocalName(), 'plain-port': plainPort };
}

async function camerasOf(
  { camera }: FirstStart,
  { ask, tryCamera = tryWithFfprobe }: FirstStartPorts,
): Promise<readonly GivenCamera[]> {
  const given = camera.map(parseCamera);
  if (given.length === 0) {
    if (ask !== undefined) return await asked(ask, tryCamera);
    throw new EdgeError(
      'ERR_USAGE',
      'no camera: give --camera rtsp://USER:PASSWORD@ADDRESS/PATH, once for each, or start longwire up in a terminal',
    );
  }
  for (const [index, { inputs, title = `camera ${index + 1}` }] of given.entries()) {
    const [problem] = await tryCamera(inputs);
    if (problem !== undefined)
      throw new EdgeError(
        'ERR_USAGE',
        `${title} does not work, nothing was set up: ${cameraProblem(problem)}`,
      );
  }
  return given;
}

async function asked(ask: Ask, tryCamera: TryCamera): Promise<readonly GivenCamera[]> {
  const [{ discoverCameras }, { streamAddresses }] = await Promise.all([
    import('../onvif/discover-cameras.ts'),
    import('../onvif/stream-addresses.ts'),
  ]);
  return await askForCameras({ ask, discover: discoverCameras, streams: streamAddresses, tryCamera });
}

async function nameFrom(ask: Ask | undefined): Promise<string> {
  if (ask === undefined) return DEFAULT_NAME;
  const message = 'What should people call this place?';
  return await ask.text({ message, initial: DEFAULT_NAME, problem: titleProblem });
}
