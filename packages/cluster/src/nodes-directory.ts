/** @module Lists the connections of all nodes. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '@longwire/protocol';
import type { LocalConnections, LiveDevice, LiveDirectory, LiveSession } from './ports/live.ts';
import type { Bus } from './bus.ts';
import type { BusMessage, BusMessageOf } from './bus-message.ts';
import type { ClusterTiming } from './cluster-timing.ts';
import { after } from '@longwire/protocol';

/** Options of {@link NodesDirectory}. */
export interface NodesDirectoryOptions {
  readonly bus: Pick<Bus, 'send' | 'nodes' | 'isUsable'>;
  readonly timing: Pick<ClusterTiming, 'askMs'>;
  readonly clock: Clock;
}

/** Queries about connections and their responses. */
export type DirectoryMessage = BusMessageOf<'ask-list' | 'ask-end' | 'listed' | 'ended'>;

/** Responses so far, and the nodes that have yet to respond. */
interface Question {
  readonly silent: Set<string>;
  readonly devices: LiveDevice[];
  readonly sessions: LiveSession[];
  isFound: boolean;
  readonly done: PromiseWithResolvers<void>;
}

/** Rows per response message. */
const ROWS = 256;

/** Queries all nodes; nodes that do not respond in time are listed as missing. */
export class NodesDirectory implements LiveDirectory {
  readonly #options: NodesDirectoryOptions;
  readonly #questions = new Map<string, Question>();
  #live: LocalConnections | undefined;

  constructor(options: NodesDirectoryOptions) {
    this.#options = options;
  }

  /** Sets the connections of this node, which other nodes may query from then on. */
  serve(live: LocalConnections): void {
    this.#live = live;
  }

  async list(): Promise<{ devices: LiveDevice[]; sessions: LiveSession[]; missing: string[] }> {
    const { devices, sessions, silent } = await this.#ask((question) => ({ type: 'ask-list', question }));
    const own = this.#live;
    return {
      devices: [...(own?.devices() ?? []), ...devices],
      sessions: [...(own?.sessions() ?? []), ...sessions],
      missing: [...silent],
    };
  }

  async endSession(session: string, code: number): Promise<boolean> {
    if (this.#live?.endSession(session, code) === true) return true;
    const answer = await this.#ask((question) => ({ type: 'ask-end', question, session, code }));
    return answer.isFound;
  }

  handleMessage(node: string, message: DirectoryMessage): void {
    if (message.type === 'ask-list') this.#answerList(node, message.question);
    else if (message.type === 'ask-end') this.#answerEnd(node, message);
    else this.#handleAnswer(node, message);
  }

  async #ask(make: (question: string) => BusMessage): Promise<Question> {
    const { bus, clock, timing } = this.#options;
    const id = randomUUID();
    const done = Promise.withResolvers<void>();
    const silent = new Set(bus.nodes);
    const question: Question = { silent, devices: [], sessions: [], isFound: false, done };
    if (silent.size === 0 || !bus.isUsable) return question;
    this.#questions.set(id, question);
    using _limit = after(clock, timing.askMs, done.resolve);
    for (const node of silent) bus.send(node, make(id));
    await done.promise;
    this.#questions.delete(id);
    return question;
  }

  #handleAnswer(node: string, message: BusMessageOf<'listed' | 'ended'>): void {
    const question = this.#questions.get(message.question);
    if (question === undefined || !question.silent.has(node)) return;
    if (message.type === 'listed') {
      question.devices.push(...message.devices);
      question.sessions.push(...message.sessions);
      if (!message.isLast) return;
    } else if (message.isFound) question.isFound = true;
    question.silent.delete(node);
    if (question.silent.size === 0 || question.isFound) question.done.resolve();
  }

  #answerList(node: string, question: string): void {
    const devices = this.#live?.devices() ?? [];
    const sessions = this.#live?.sessions() ?? [];
    let isLast = false;
    for (let at = 0; !isLast; at += ROWS) {
      isLast = at + ROWS >= Math.max(devices.length, sessions.length);
      const part = { devices: devices.slice(at, at + ROWS), sessions: sessions.slice(at, at + ROWS) };
      this.#options.bus.send(node, { type: 'listed', question, ...part, isLast });
    }
  }

  #answerEnd(node: string, { question, session, code }: BusMessageOf<'ask-end'>): void {
    const isFound = this.#live?.endSession(session, code) ?? false;
    this.#options.bus.send(node, { type: 'ended', question, isFound });
  }
}
