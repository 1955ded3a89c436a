/**
 * @module Clients in a separate process. `clients.ts --target JSON --count N [--watch] [--load SECONDS]` connects them and prints
 * `connected`; with `--load` each keeps one request pending, and the result is printed as `result JSON`.
 */
import { parseArgs } from 'node:util';
import { ClientPeer, requestText, type Target } from './client-peer.ts';
import { printLoad } from './load-result.ts';

/** How many connect concurrently. Reason: with more, all of them take longer. */
const AT_ONCE = 5;

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '{}' },
    count: { type: 'string', default: '1' },
    watch: { type: 'boolean', default: false },
    load: { type: 'string' },
  },
});
const target: Target = JSON.parse(values.target);

async function connect(count: number): Promise<ClientPeer[]> {
  const clients: ClientPeer[] = [];
  while (clients.length < count) {
    const group = Array.from(
      { length: Math.min(AT_ONCE, count - clients.length) },
      () => new ClientPeer(target, { isWatching: values.watch }),
    );
    await Promise.all(group.map(async (client) => await client.ready()));
    clients.push(...group);
  }
  return clients;
}

/** Keeps one request pending on a channel, forever; reports how long each took. */
function keepAsking({ channel }: ClientPeer, index: number, tell: (elapsedMs: number) => void): void {
  let sentMs = 0;
  let requests = 0;
  const ask = (): void => {
    requests += 1;
    sentMs = performance.now();
    channel.sendMessage(requestText(`${index * 1_000_000 + requests}`));
  };
  channel.onMessage(() => {
    tell(performance.now() - sentMs);
    ask();
  });
  ask();
}

const clients = await connect(Number(values.count));
console.log('connected');
if (values.load !== undefined)
  await printLoad(Number(values.load), (tell) => {
    for (const [index, client] of clients.entries()) keepAsking(client, index, tell);
  });
process.once('SIGTERM', () => {
  for (const client of clients) client.close();
  process.exit(0);
});
process.on('SIGUSR2', () => console.log(`packets ${clients.reduce((sum, { packets }) => sum + packets, 0)}`));
