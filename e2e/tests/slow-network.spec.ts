/** @module The relay that simulates long cables: it delays TCP and UDP alike, and loses packets as configured. */
import { expect, test } from '@playwright/test';
import { Child } from '../harness/child.ts';
import type { CableQualities } from '@longwire/demo';
import { DelayNetwork } from '../harness/delay-network.ts';
import { DEVICE_ADDRESS } from '../harness/namespace.ts';
import { ECHO } from '../harness/paths.ts';

const PORT = '7000';
const NO_CABLE = { roundTripMs: 0 };

interface Echoes {
  readonly connectMs: number;
  readonly tcpMs: readonly number[];
  readonly udpMs: readonly number[];
  /** Of the packets that were sent by UDP, those that came back, by number. */
  readonly udpBack: readonly number[];
}

/** A browser's machine pings a device's, through cables of that quality. */
class Rig implements AsyncDisposable {
  readonly #network: DelayNetwork;
  readonly #server: Child;

  private constructor(network: DelayNetwork) {
    this.#network = network;
    this.#server = new Child('echo', [ECHO, 'serve', PORT], [], network.networks.device.within);
  }

  static async start(cables: CableQualities): Promise<Rig> {
    const rig = new Rig(await DelayNetwork.start(cables));
    await rig.#server.nextLine(/^listening$/u);
    return rig;
  }

  async ask(count: number): Promise<Echoes> {
    const args = [ECHO, 'ask', PORT, DEVICE_ADDRESS, String(count)];
    const asking = new Child('asker', args, [], this.#network.networks.browser.within);
    await asking.exited;
    return JSON.parse(asking.stdout);
  }

  async setCables(cables: CableQualities): Promise<void> {
    await this.#network.setCables(cables);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    await this.#network.stop();
  }
}

test('TCP and UDP each take as long as both cables', async () => {
  await using rig = await Rig.start({ browser: { roundTripMs: 60 }, device: { roundTripMs: 40 } });
  const slow = await rig.ask(5);
  expect(slow.tcpMs).toHaveLength(5);
  expect(slow.udpMs).toHaveLength(5);
  // There is no upper bound on a busy machine, and none is needed: the test shows that nothing bypasses the relay.
  for (const elapsedMs of [slow.connectMs, ...slow.tcpMs, ...slow.udpMs]) {
    expect(elapsedMs).toBeGreaterThanOrEqual(100);
  }
  await rig.setCables({ browser: NO_CABLE, device: NO_CABLE });
  const fast = await rig.ask(5);
  expect(Math.min(...fast.tcpMs)).toBeLessThan(Math.min(...slow.tcpMs));
  expect(Math.min(...fast.udpMs)).toBeLessThan(Math.min(...slow.udpMs));
});

test('a lossy cable loses some UDP packets, and TCP retransmits', async () => {
  const browser = { roundTripMs: 0, lossShare: 0.2, seed: 7 };
  await using rig = await Rig.start({ browser, device: NO_CABLE });
  const { udpBack, tcpMs } = await rig.ask(50);
  expect(tcpMs).toHaveLength(50);
  // 32 are expected: a packet has to survive both directions.
  expect(udpBack.length).toBeGreaterThan(10);
  expect(udpBack.length).toBeLessThan(50);
});

test('on a narrow cable packets wait for their turn', async () => {
  // 2 bytes by UDP are 44 on the cable: 17.6 ms each way.
  const browser = { roundTripMs: 0, bitsPerSecond: 20_000 };
  await using rig = await Rig.start({ browser, device: NO_CABLE });
  const { udpMs, tcpMs } = await rig.ask(5);
  for (const elapsedMs of [...udpMs, ...tcpMs]) expect(elapsedMs).toBeGreaterThanOrEqual(35);
});
