/** @module The operations of the control socket by name: one table for both ends. */
import type { TableReader } from '../config/table-reader.ts';
import {
  parseAccessEnd,
  parseBrowserRef,
  parseInvitation,
  parseInviteRequest,
  parseResetRequest,
  parseRoleChange,
  parseStatus,
  parseUserRef,
  parseUsers,
} from './control-message.ts';
import { parseNotifyRequest, type NotifyRequest } from './notify-operation.ts';
import type { StatusReport } from './status-report.ts';
import type { Invitation, UserOperations, UserSummary } from './user-operations.ts';

/** The operations that a running device serves on its control socket. */
export interface ControlOperations extends UserOperations {
  status(): Promise<StatusReport>;
  /** @throws EdgeError ERR_NOTIFICATION */
  notify(request: NotifyRequest): Promise<void>;
}

/** Runs an operation with a checked request, and returns its reply. */
type Serve = (operations: ControlOperations, request: TableReader) => Promise<object>;

/** Runs a parser over a whole request and refuses additional fields. */
function whole<T>(request: TableReader, parse: (table: TableReader) => T): T {
  const value = parse(request);
  request.end();
  return value;
}

const nothing = async (done: Promise<void>): Promise<object> => {
  await done;
  return {};
};

/** The device's end. */
export const SERVED: ReadonlyMap<string, Serve> = new Map<string, Serve>([
  ['status', (operations) => operations.status()],
  ['users', async (operations) => ({ users: await operations.users() })],
  ['invite', (operations, request) => operations.invite(whole(request, parseInviteRequest))],
  ['remove-user', (operations, request) => nothing(operations.removeUser(whole(request, parseUserRef)))],
  ['set-role', (operations, request) => nothing(operations.setRole(whole(request, parseRoleChange)))],
  [
    'set-access-end',
    (operations, request) => nothing(operations.setAccessEnd(whole(request, parseAccessEnd))),
  ],
  [
    'remove-browser',
    (operations, request) => nothing(operations.removeBrowser(whole(request, parseBrowserRef))),
  ],
  ['notify', (operations, request) => nothing(operations.notify(whole(request, parseNotifyRequest)))],
  ['reset', (operations, request) => operations.reset(whole(request, parseResetRequest))],
]);

/** Sends a request and returns the reply. */
export type Call = (name: string, request: object) => Promise<TableReader>;

/** The commands' end. */
export function remoteOperations(call: Call): ControlOperations {
  const run = async (name: string, request: object): Promise<void> => {
    await call(name, request);
  };
  return {
    status: async (): Promise<StatusReport> => parseStatus(await call('status', {})),
    users: async (): Promise<readonly UserSummary[]> => parseUsers(await call('users', {})),
    invite: async (request): Promise<Invitation> => parseInvitation(await call('invite', request)),
    removeUser: (request) => run('remove-user', request),
    setRole: (request) => run('set-role', request),
    setAccessEnd: (request) => run('set-access-end', request),
    removeBrowser: (request) => run('remove-browser', request),
    notify: (request) => run('notify', request),
    reset: async (request): Promise<Invitation> => parseInvitation(await call('reset', request)),
  };
}
