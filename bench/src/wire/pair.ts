/** @module A client and a device that signal with each other: through the service, or through the bare relay. */
import { parseAttachmentMessage } from '@longwire/protocol';
import { makeFrame, Opcode } from './frame.ts';
import { clientMessages, deviceMessages, sessionMessages, type MessageKind } from './messages.ts';
import { fleetKey, openClient, openDevice, type Fleet } from './service-ends.ts';
import { WireSocket, wireTarget } from './wire-socket.ts';

/** How pairs connect. */
export type PairTarget =
  | {
      readonly kind: 'service';
      readonly fleet: Fleet;
      /** Where the devices are, if not where the clients are. */ readonly deviceUrl?: string;
    }
  | { readonly kind: 'bare'; readonly url: string };

/** One end of a pair. */
export interface PairEnd {
  /** Called with each message of the other end. */
  handle: () => void;
  /** Sends one message to the other end. */
  send(): void;
}

/** Both ends, in one process. */
export interface Pair {
  readonly client: PairEnd;
  readonly device: PairEnd;
}

/** A socket that closes during a run invalidates the measurement. */
function fail(code: number, reason: string): never {
  throw new Error(`a socket was closed: ${code} ${reason}`);
}

function endOf(): PairEnd {
  return { handle: () => undefined, send: () => undefined };
}

/** Sends the next of the messages, and after the last the first again. */
function sender(socket: WireSocket, messages: readonly string[]): () => void {
  const frames = messages.map((message) => makeFrame(Opcode.text, message));
  let next = 0;
  return () => {
    const frame = frames[next];
    next = (next + 1) % frames.length;
    if (frame !== undefined) socket.send(frame);
  };
}

type OpenPair = (index: number) => Promise<Pair>;

function barePairs(url: string, kind: MessageKind): OpenPair {
  return async (index) => {
    const target = wireTarget(url, `/pair/${process.pid}-${index}`, 'json');
    const open = async (end: PairEnd, messages: readonly string[]): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const socket = new WireSocket(target, { open: resolve, text: () => end.handle(), closed: fail });
      await promise;
      end.send = sender(socket, messages);
    };
    const [client, device] = [endOf(), endOf()];
    await open(client, clientMessages(kind));
    await open(device, deviceMessages(kind));
    return { client, device };
  };
}

async function servicePairs(target: PairTarget & { kind: 'service' }, kind: MessageKind): Promise<OpenPair> {
  const { fleet, deviceUrl = fleet.url } = target;
  const key = await fleetKey(fleet);
  return async (index) => {
    const [client, device] = [endOf(), endOf()];
    const [attached, loggedIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const session = Promise.withResolvers<string>();
    let take = (payload: Buffer): void => {
      session.resolve(openedSession(payload));
      take = () => device.handle();
    };
    const deviceSocket = openDevice(
      { fleet: { ...fleet, url: deviceUrl }, key, index },
      { attached: attached.resolve, text: (payload) => take(payload), closed: fail },
    );
    await attached.promise;
    client.handle = loggedIn.resolve;
    const clientSocket = openClient({ fleet, index }, { text: () => client.handle(), closed: fail });
    await loggedIn.promise;
    client.send = sender(clientSocket, clientMessages(kind));
    device.send = sender(deviceSocket, sessionMessages(kind, await session.promise));
    return { client, device };
  };
}

function openedSession(payload: Buffer): string {
  const message = parseAttachmentMessage(payload.toString());
  if (message.ok && message.value.type === 'session-open') return message.value.session;
  throw new Error('the first message to the device is not session-open');
}

/** Opens `count` pairs, one after the other. */
export async function openPairs(target: PairTarget, kind: MessageKind, count: number): Promise<Pair[]> {
  const open = target.kind === 'bare' ? barePairs(target.url, kind) : await servicePairs(target, kind);
  const pairs: Pair[] = [];
  for (let index = 0; index < count; index += 1) pairs.push(await open(index));
  return pairs;
}
