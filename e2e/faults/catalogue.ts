/** @module All faults, in the order of their numbers. */
import { BOUND_FAULTS } from './catalogue/bound-faults.ts';
import { DEVICE_FAULTS } from './catalogue/device-faults.ts';
import { IDENTITY_FAULTS } from './catalogue/identity-faults.ts';
import { LINE_FAULTS } from './catalogue/line-faults.ts';
import { NEGOTIATION_FAULTS } from './catalogue/negotiation-faults.ts';
import { PAGE_FAULTS } from './catalogue/page-faults.ts';
import { PATH_FAULTS } from './catalogue/path-faults.ts';
import { REQUEST_FAULTS } from './catalogue/request-faults.ts';
import { RIGHTS_FAULTS } from './catalogue/rights-faults.ts';
import { SERVICE_FAULTS } from './catalogue/service-faults.ts';
import { SOCKET_FAULTS } from './catalogue/socket-faults.ts';
import { STORE_FAULTS } from './catalogue/store-faults.ts';
import type { Fault } from './fault.ts';

/** A part of the catalogue. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly Fault[];
}

export const FAULT_GROUPS: readonly FaultGroup[] = [
  { title: 'The service', faults: SERVICE_FAULTS },
  { title: 'Redis, PostgreSQL and disks', faults: STORE_FAULTS },
  { title: 'The device', faults: DEVICE_FAULTS },
  { title: 'Relays and paths', faults: PATH_FAULTS },
  { title: 'The line', faults: LINE_FAULTS },
  { title: 'Sockets and what is sent on them', faults: SOCKET_FAULTS },
  { title: 'Negotiation', faults: NEGOTIATION_FAULTS },
  { title: 'Identity', faults: IDENTITY_FAULTS },
  { title: 'Number and time', faults: BOUND_FAULTS },
  { title: 'Pages', faults: PAGE_FAULTS },
  { title: 'Rights', faults: RIGHTS_FAULTS },
  { title: 'Requests', faults: REQUEST_FAULTS },
];

export const FAULTS: readonly Fault[] = FAULT_GROUPS.flatMap(({ faults }) => faults);
