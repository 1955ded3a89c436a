/** @module Resources of device.toml: values that programs print and set, and buttons that run one. No shell is involved. */
import { assertNever, given, TaskQueue, type Logger } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { DataSchema } from '../coap/data-schema.ts';
import type { ActionResource, ValueResource } from '../coap/described-resource.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import { HandlerError } from '../coap/handler-error.ts';
import type { ObservableResource } from '../coap/observable-resource.ts';
import { DEFAULT_ROUTE_ACTION } from '../coap/router.ts';
import type { ButtonConfig, Command, ResourceConfig, ValueConfig } from '../config/resource-section.ts';
import type { Iam } from '../iam/iam.ts';
import { passedEnvironment } from '../process/passed-environment.ts';
import { runProgram } from '../process/run-program.ts';

/** Registers them; a device is one. */
export interface ResourceRegistry {
  readonly iam: Pick<Iam, 'isAllowed'>;
  resource(path: string, resource: ValueResource): ObservableResource;
  resource(path: string, resource: ActionResource): unknown;
}

/** Where the programs run. */
export interface ProgramPlace {
  /** Their working directory: that of device.toml. */
  readonly directory: string;
  readonly logger: Logger;
}

/** Longest run of a program, in milliseconds. Reason: a person waits; a client gives up after ten seconds. */
const PROGRAM_MS = 8_000;

/** Most runs of one resource that wait for the one before. Reason: a hundredth request gets its answer at once rather than minutes later. */
const MAX_WAITING = 8;

/** Replaced by the value in the arguments of `write`. */
const PLACEHOLDER = '{value}';

/** Registers the resource; returns a function that stops reading it. @throws EdgeError ERR_ROUTE */
export function addProgramResource(
  device: ResourceRegistry,
  config: ResourceConfig,
  place: ProgramPlace,
): () => void {
  const programs = new ProgramQueue(device, config, place);
  if (config.kind === 'value') return addValue(device, config, programs);
  addButton(device, config, programs);
  return () => undefined;
}

function addButton(device: ResourceRegistry, config: ButtonConfig, programs: ProgramQueue): void {
  const { path, title, action, run, isAsking } = config;
  device.resource(path, {
    title,
    ...given({ action }),
    idempotent: !isAsking,
    post: ({ session }) => programs.runFor(session, run),
  });
}

function addValue(device: ResourceRegistry, config: ValueConfig, programs: ProgramQueue): () => void {
  const { path, title, action, schema, read, write, everyMs } = config;
  const text = { title, ...given({ action }) };
  let reading: Promise<string> | undefined;
  // Those who ask at the same time share one run.
  const readText = (): Promise<string> => {
    reading ??= programs.read(read).finally(() => (reading = undefined));
    return reading;
  };
  const writeText =
    write === undefined
      ? undefined
      : (value: string, { session }: DeviceRequest): Promise<void> => programs.runFor(session, write, value);
  const resource = device.resource(path, valueResource(schema, text, readText, writeText));
  let last: string | undefined;
  const look = async (): Promise<void> => {
    if (resource.observerCount === 0) return;
    const value = await readText();
    if (value !== last) resource.notify();
    last = value;
  };
  // A failed reading is logged with its run, and changes nothing for those who observe: the next one may succeed.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs).unref();
  return () => clearInterval(timer);
}

/** The resource whose values a program prints as text. */
function valueResource(
  schema: DataSchema,
  text: Pick<ValueResource, 'title' | 'action'>,
  read: () => Promise<string>,
  write: ((text: string, request: DeviceRequest) => Promise<void>) | undefined,
): ValueResource {
  switch (schema.type) {
    case 'boolean': {
      const put = write && {
        put: (isOn: boolean, request: DeviceRequest) => write(isOn ? '1' : '0', request),
      };
      return { ...text, ...schema, get: async () => readBoolean(await read()), ...put };
    }
    case 'number':
    case 'integer': {
      const put = write && {
        put: (value: number, request: DeviceRequest) => write(String(value), request),
      };
      return { ...text, ...schema, get: async () => readNumber(await read()), ...put };
    }
    case 'string':
      return { ...text, ...schema, get: read, ...(write && { put: write }) };
    default:
      return assertNever(schema);
  }
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['on', true],
  ['true', true],
  ['0', false],
  ['off', false],
  ['false', false],
]);

function readBoolean(text: string): boolean {
  const isOn = WORDS.get(text.toLowerCase());
  if (isOn === undefined) throw HandlerError.notAvailable('The program printed neither 0 nor 1');
  return isOn;
}

function readNumber(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value))
    throw HandlerError.notAvailable('The program printed no number');
  return value;
}

/** Runs the programs of one resource one after the other, because they use the same hardware. */
class ProgramQueue {
  readonly #device: ResourceRegistry;
  readonly #path: string;
  readonly #action: string;
  readonly #place: ProgramPlace;
  readonly #queue = new TaskQueue();
  #waiting = 0;

  constructor(
    device: ResourceRegistry,
    { path, action = DEFAULT_ROUTE_ACTION }: ResourceConfig,
    place: ProgramPlace,
  ) {
    this.#device = device;
    this.#path = path;
    this.#action = action;
    this.#place = place;
  }

  /** Runs a program and resolves with the first line of its output. @throws HandlerError 503 */
  read(command: Command): Promise<string> {
    return this.#inTurn(() => this.#run(command, ''));
  }

  /** Runs a program with a value, unless the session ends or loses its right before the turn comes. @throws HandlerError 403, 503 */
  async runFor(session: SessionIdentity, command: Command, value = ''): Promise<void> {
    await this.#inTurn(() => {
      if (!this.#device.iam.isAllowed(session, this.#action)) throw HandlerError.accessDenied();
      return this.#run(command, value);
    });
  }

  async #inTurn(run: () => Promise<string>): Promise<string> {
    if (this.#waiting >= MAX_WAITING) throw HandlerError.notAvailable('Too many requests at once');
    this.#waiting += 1;
    try {
      return await this.#queue.run(run);
    } finally {
      this.#waiting -= 1;
    }
  }

  async #run([program, ...args]: Command, value: string): Promise<string> {
    const { directory, logger } = this.#place;
    const end = await runProgram(
      program,
      args.map((arg) => arg.replaceAll(PLACEHOLDER, () => value)),
      PROGRAM_MS,
      {
        input: value,
        env: passedEnvironment(),
        cwd: directory,
      },
    );
    if (end.kind === 'done') return firstLine(end.output);
    const reason = end.kind === 'failed' ? firstLine(end.errors) : undefined;
    logger.warn('resource.program-failed', { path: this.#path, program, end: end.kind, reason });
    throw HandlerError.notAvailable(FAILURES[end.kind]);
  }
}

/** For the person who asked; the log says more. */
const FAILURES = {
  failed: 'The program failed',
  missing: 'The program is missing',
  slow: 'The program took too long',
} as const;

/** Longest line that is kept, in UTF-16 units. Reason: a value is one line. */
const MAX_LINE_LENGTH = 1024;

function firstLine(output: string): string {
  return output.slice(0, MAX_LINE_LENGTH).trimStart().split('\n', 1)[0]?.trim() ?? '';
}
