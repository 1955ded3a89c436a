/** @module Binary requests over one fake channel, to a device that a test plays itself or leaves to a fake. */
import {
  encodeCoapFrame,
  encodeCsm,
  parseCoapFrame,
  silentLogger,
  type CoapFrame,
  type Csm,
} from '@longwire/protocol';
import { asDataChannel, FakeCoapWs, FakeDataChannel, FakeResources, ManualClock } from '@longwire/testing';
import { Requests } from '../requests.ts';

/** One side's requests, and the other side's end of the channel. */
export interface BinaryRig {
  readonly requests: Requests;
  readonly channel: FakeDataChannel;
  readonly device: FakeDataChannel;
  readonly clock: ManualClock;
  readonly logged: string[];
  readonly lost: string[];
  /** What the client sent, in order. */
  readonly sent: () => CoapFrame[];
  /** Sends a message as the device. */
  readonly say: (frame: Partial<CoapFrame> & { readonly code: number }) => Promise<void>;
  /** Lets everything happen that is under way. */
  readonly settle: () => Promise<void>;
}

const SETTLING_TURNS = 50;
const NO_TOKEN = new Uint8Array(0);

/** Opens requests; the device has said nothing yet. */
export async function openRig(): Promise<BinaryRig> {
  const [channel, device] = [new FakeDataChannel('coap'), new FakeDataChannel('coap')];
  const clock = new ManualClock();
  const logged: string[] = [];
  const lost: string[] = [];
  const requests = new Requests({
    channel: asDataChannel(channel),
    clock,
    logger: { ...silentLogger, warn: (event) => void logged.push(event) },
    requestTimeoutMs: 10_000,
    maxMessageBytes: () => 262_144,
    isBinary: () => true,
  });
  requests.on('lost', () => lost.push('lost'));
  FakeDataChannel.pair(channel, device);
  await requests.opened(new AbortController().signal);
  const say: BinaryRig['say'] = async (frame) => {
    device.send(encodeCoapFrame({ token: NO_TOKEN, options: [], ...frame }));
    await settle();
  };
  return { requests, channel, device, clock, logged, lost, sent: () => framesOf(channel), say, settle };
}

/** Opens requests to a device that has said what it takes. */
export async function openSettledRig(csm: Partial<Csm> = {}): Promise<BinaryRig> {
  const rig = await openRig();
  rig.device.send(encodeCsm({ maxMessageSize: 262_144, isBlockWise: true, ...csm }));
  await rig.settle();
  return rig;
}

/** Requests to a fake device with resources. */
export async function openFakeDevice(): Promise<
  BinaryRig & { resources: FakeResources; coapWs: FakeCoapWs }
> {
  const rig = await openRig();
  const resources = new FakeResources();
  const coapWs = new FakeCoapWs(rig.device, resources);
  await rig.settle();
  return { ...rig, resources, coapWs };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await Promise.resolve();
}

function framesOf(channel: FakeDataChannel): CoapFrame[] {
  return channel.sent.map((message) => {
    const parsed = message instanceof Uint8Array ? parseCoapFrame(message) : undefined;
    if (!parsed?.ok) throw new Error('a CoAP message expected');
    return parsed.value;
  });
}
