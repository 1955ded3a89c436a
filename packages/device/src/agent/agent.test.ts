/** @module Attaching to the service: the handshake, and what follows the loss of an attachment. */
import { encodeAttachmentMessage, silentLogger, type AttachmentMessage } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { generatePrivateKey, identityOf } from '../identity/identity-key.ts';
import { Agent, type AgentOptions } from './agent.ts';
import type { AttachmentSocketEvents } from './attachment-socket.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A service that records every socket a device opens. */
class FakeService {
  readonly sockets: {
    events: AttachmentSocketEvents;
    sent: string[];
    closed: number | 'terminated' | undefined;
  }[] = [];
  readonly options: AgentOptions = {
    service: 'ws://service.example:8443',
    productId: 'p',
    deviceId: 'd',
    key: {
      jwk: identityOf(generatePrivateKey()).key.jwk,
      sign: () => Promise.resolve(new Uint8Array(64)),
    },
    logger: silentLogger,
    random: () => 0.5,
    openSocket: (_service, events) => {
      const socket: FakeService['sockets'][number] = { events, sent: [], closed: undefined };
      this.sockets.push(socket);
      return {
        send: (text) => socket.sent.push(text),
        close: (code) => (socket.closed = code),
        terminate: () => (socket.closed = 'terminated'),
      };
    },
  };

  get last() {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }

  say(message: AttachmentMessage): void {
    this.last.events.text(encodeAttachmentMessage(message));
  }

  async attach(features?: string[]): Promise<void> {
    this.last.events.open();
    this.say({ type: 'challenge', nonce: 'bm9uY2U' });
    await vi.advanceTimersByTimeAsync(0);
    this.say({ type: 'attached', ...(features === undefined ? {} : { features }) });
  }
}

function setUp() {
  const service = new FakeService();
  const agent = new Agent(service.options);
  const log: unknown[] = [];
  agent.on('attached', () => log.push('attached'));
  agent.on('detached', ({ code }) => log.push(code));
  agent.on('message', ({ type }) => log.push(type));
  agent.start();
  return { service, agent, log };
}

describe('the attachment handshake', () => {
  test('sends hello, proves its key for the challenge and is attached', async () => {
    const { service, log } = setUp();
    await service.attach();
    expect(service.last.sent[0]).toBe('{"type":"hello","productId":"p","deviceId":"d"}');
    expect(service.last.sent).toHaveLength(2);
    const [, payload = ''] = (/"token":"([^"]+)"/u.exec(service.last.sent[1] ?? '')?.[1] ?? '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      attach: 'bm9uY2U',
      audience: 'service.example:8443',
      productId: 'p',
      deviceId: 'd',
    });
    expect(log).toEqual(['attached']);
  });

  test('answers one challenge once, ignores messages out of order and survives malformed ones', async () => {
    const { service, log } = setUp();
    service.last.events.open();
    service.say({ type: 'attached' });
    service.say({ type: 'session-open', session: 's', tokenId: 't', iceServers: [] });
    for (const text of ['', '{}', 'null', '{"type":"prove"}']) service.last.events.text(text);
    expect(log).toEqual([]);
    service.say({ type: 'challenge', nonce: 'a' });
    service.say({ type: 'challenge', nonce: 'b' });
    await vi.advanceTimersByTimeAsync(0);
    expect(service.last.sent).toHaveLength(2);
  });

  test('session messages pass in both directions once attached', async () => {
    const { service, agent, log } = setUp();
    agent.send({ type: 'session-close', session: 's', code: 1000 });
    await service.attach();
    service.say({ type: 'session-open', session: 's', tokenId: 't', iceServers: [] });
    agent.send({ type: 'session-message', session: 's', message: 'm' });
    expect(log).toEqual(['attached', 'session-open']);
    expect(service.last.sent.slice(2)).toEqual(['{"type":"session-message","session":"s","message":"m"}']);
  });

  test('session messages go unwrapped to a service that supports it, and arrive in either form', async () => {
    const { service, agent } = setUp();
    const heard: string[] = [];
    agent.on('message', (message) => heard.push(message.type === 'session-message' ? message.message : ''));
    await service.attach(['verbatim/1']);
    agent.send({ type: 'session-message', session: 's', message: '{"type":5}' });
    agent.send({ type: 'session-close', session: 's', code: 1000 });
    service.say({ type: 'session-message', session: 's', message: 'as JSON' });
    service.last.events.text('>s\nas it is');
    expect(service.last.sent.slice(2)).toEqual([
      '>s\n{"type":5}',
      '{"type":"session-close","session":"s","code":1000}',
    ]);
    expect(heard).toEqual(['as JSON', 'as it is']);
  });

  test('attached reports the features of the service, or undefined for a service that lists none', async () => {
    const { service, agent } = setUp();
    const events: unknown[] = [];
    agent.on('attached', (features) => events.push(features));
    agent.on('answer', ({ kept }) => events.push(kept));
    await service.attach();
    service.last.events.closed(1012, '');
    await vi.advanceTimersByTimeAsync(1_000);
    await service.attach(['tokens/1', 'other/1']);
    agent.send({ type: 'token-add', hash: 'ab'.repeat(32) });
    service.say({ type: 'tokens-kept', kept: 3, refused: 0 });
    expect(events).toEqual([undefined, ['tokens/1', 'other/1'], 3]);
    expect(service.last.sent.at(-1)).toBe(`{"type":"token-add","hash":"${'ab'.repeat(32)}"}`);
  });

  test('drops a message above the size limit of the service, which would close the socket of all sessions', async () => {
    const { service, agent } = setUp();
    await service.attach();
    agent.send({ type: 'session-message', session: 's', message: '€'.repeat(200_000) });
    agent.send({ type: 'session-message', session: 's', message: 'm' });
    expect(service.last.sent.slice(2)).toEqual(['{"type":"session-message","session":"s","message":"m"}']);
  });
});

describe('after the attachment is lost', () => {
  test('attaches again with growing delays, which start over once it was attached', async () => {
    const { service, log } = setUp();
    for (const delayMs of [250, 500, 1000]) {
      service.last.events.closed(1006, '');
      const opened = service.sockets.length;
      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(service.sockets).toHaveLength(opened);
      await vi.advanceTimersByTimeAsync(1);
      expect(service.sockets).toHaveLength(opened + 1);
    }
    await service.attach();
    service.last.events.closed(1012, 'restart');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(service.sockets).toHaveLength(5);
    expect(log).toEqual(['attached', 1012]);
  });

  test('a silent service counts as lost after the timeout; a ping restarts the timeout', async () => {
    const { service, log } = setUp();
    await service.attach();
    await vi.advanceTimersByTimeAsync(40_000);
    service.last.events.ping();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(log).toEqual(['attached']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(service.sockets[0]?.closed).toBe('terminated');
    expect(log).toEqual(['attached', 1006]);
  });

  test('a closed agent makes no further attempt and leaves no timer', async () => {
    const { service, agent } = setUp();
    service.last.events.closed(1006, '');
    agent.close();
    agent.close();
    expect(vi.getTimerCount()).toBe(0);
    const other = setUp();
    await other.service.attach();
    other.agent.close();
    expect(other.service.last.closed).toBe(1001);
    other.service.last.events.closed(1001, '');
    expect(vi.getTimerCount()).toBe(0);
  });
});
