/** @module The steps of a diagnosis in order, available before the code that performs them is loaded. */

import type { DiagnosisStep } from '@longwire/client/diagnostics';

const ORDER: { readonly [Step in DiagnosisStep]: number } = {
  browser: 0,
  service: 1,
  websocket: 2,
  login: 3,
  device: 4,
  servers: 5,
  clock: 6,
  udp: 7,
  stun: 8,
  'turn-udp': 9,
  'turn-tcp': 10,
  'turn-tls': 11,
  pairs: 12,
  dtls: 13,
  channel: 14,
  identity: 15,
  user: 16,
  codecs: 17,
  line: 18,
};

/** All steps. */
export const DOCTOR_STEPS: readonly DiagnosisStep[] = Object.keys(ORDER).filter(
  (name): name is DiagnosisStep => name in ORDER,
);
