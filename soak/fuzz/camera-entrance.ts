/** @module A camera on loopback that answers ONVIF requests with what an input says. */
import { createServer } from 'node:http';
import { listen } from '../../scripts/listening.ts';
import { streamAddresses } from '../../packages/longwire/src/onvif/stream-addresses.ts';
import { inTime } from './in-time.ts';

/** Between the answers in an input. */
const NEXT_ANSWER = '\0';

/** An answer that starts with it is a 401, with the challenge behind it. */
const CHALLENGE = '401 ';

/** Longest wait for the camera, in milliseconds; answers that are read take a few. */
const LIMIT_MS = 300;

let answers: readonly string[] = [];
let asked = 0;
let port: Promise<number> | undefined;

async function listenAsCamera(): Promise<number> {
  const server = createServer((_request, response) => {
    const answer = answers[asked % answers.length] ?? '';
    asked += 1;
    if (answer.startsWith(CHALLENGE)) {
      const challenge = answer.slice(CHALLENGE.length).replaceAll(/[^ -~]/gu, '');
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    } else response.end(answer);
  });
  const at = await listen(server);
  server.unref();
  return at;
}

/** Asks the camera for its streams; it may refuse in any words, and has to come to an end. */
export async function askCamera(input: string): Promise<void> {
  port ??= listenAsCamera();
  [answers, asked] = [input.split(NEXT_ANSWER), 0];
  const camera = { hostname: '127.0.0.1', port: await port, path: '/onvif/device_service', title: '' };
  const user = { username: 'anna', password: 'secret' };
  await inTime(streamAddresses(camera, user, LIMIT_MS).catch(() => undefined));
}
