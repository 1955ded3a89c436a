/** @module Faults of the device's process, its identity and its disk. */
import { inFile, type Fault } from '../fault.ts';

export const DEVICE_FAULTS: readonly Fault[] = [
  {
    id: 16,
    fault: 'The device is killed.',
    seen: 'The connection ends, the next attempt says that the device is offline, and the picture is back when the device is.',
    how: 'SIGKILL of the device, started again',
    tests: [
      ...inFile(
        'e2e/tests/endings.spec.ts',
        'when the device is killed the connection closes, and a new one reports that the device is offline',
      ),
      ...inFile(
        'e2e/tests/session-recovery.spec.ts',
        'after the device is killed and restarted, the same element shows its video again',
      ),
      ...inFile(
        'e2e/tests/console-recovery.spec.ts',
        'when the device goes and comes back, input stays and no password is asked for',
      ),
    ],
  },
  {
    id: 17,
    fault: 'The device is stopped, its connections half open.',
    seen: 'What is safe to repeat continues over the next connection; a change says that its outcome is unknown. The badge says that nothing is heard.',
    how: 'SIGSTOP of the device',
    tests: [
      ...inFile(
        'e2e/tests/session-rules.spec.ts',
        'when the device freezes, is killed and restarts, operations that are safe to repeat continue, and the others report how they ended',
      ),
      ...inFile(
        'e2e/tests/console-silence.spec.ts',
        '${name}: the badge changes within two seconds of the last packet',
      ),
    ],
  },
  {
    id: 18,
    fault: 'The device starts again while its old socket is half open.',
    seen: 'The newest attachment serves every client; the old one ends late and changes nothing.',
    how: 'a proxy that stops forwarding, between nodes and at one',
    tests: [
      ...inFile(
        'packages/signaling/src/nodes/nodes.test.ts',
        'a device that attaches to another node while its old socket is half-open replaces the old attachment',
      ),
      ...inFile(
        'packages/signaling/src/relay/attachment.test.ts',
        'an older attachment that ends late does not affect the newer one',
      ),
      ...inFile(
        'packages/cluster/src/presence.test.ts',
        'of two attachments at the same time the same one stays, in whichever order the nodes write them: %s, %s',
      ),
    ],
  },
  {
    id: 19,
    fault: 'Two devices have one identity.',
    seen: 'The newest wins; the loser reads "replaced by a newer attachment" and waits ten seconds and more; both attachments are in the audit record.',
    how: 'two attachments with one key; the back-off as arithmetic',
    tests: [
      ...inFile(
        'packages/signaling/src/relay/attachment.test.ts',
        'a newer attachment closes the older one with 4009 and its clients with 4003, and new clients reach the newer one',
      ),
      ...inFile(
        'packages/device/src/agent/back-off.test.ts',
        'the wait after %s is not short, and grows from the first failure',
      ),
      ...inFile(
        'packages/signaling/src/relay/decisions.test.ts',
        'attachments are recorded as allowed, or refused with the reason',
      ),
    ],
  },
  {
    id: 20,
    fault: "The device's disk is full while users are written.",
    seen: 'The request fails, and the old state stays, in memory and on disk.',
    how: 'a temporary file that cannot be written; kills at seeded moments',
    tests: [
      ...inFile(
        'packages/device/src/store/state-file.test.ts',
        'a change that cannot be written is not answered with success and has no effect',
      ),
      ...inFile(
        'packages/device/src/auth/password-attacks.test.ts',
        'cannot be stored on a full disk, but the login succeeds',
      ),
      ...inFile(
        'packages/device/src/store/state-file-kill.test.ts',
        'after ${DEVICES * KILLS_PER_DEVICE} kills at seeded moments no answered change is lost, and only the change in progress may exist besides',
      ),
    ],
  },
];
