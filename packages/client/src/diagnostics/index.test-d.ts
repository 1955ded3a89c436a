/** @module Type tests of `@longwire/client/diagnostics`; each wrong use must be a compile error, which `tsc` checks. */
import { expectTypeOf } from 'vitest';
import type { Connection, ConnectTrace } from '../index.ts';
import {
  diagnose,
  distilStats,
  formatFinding,
  type ConnectionStats,
  type DiagnoseOptions,
  type DiagnosisStep,
  type Finding,
  type FindingCode,
} from './index.ts';

declare const connection: Connection;
declare const report: RTCStatsReport;
declare const finding: Finding;
const who: DiagnoseOptions = {
  signalingServerUrl: 'wss://s.example',
  productId: 'pr',
  deviceId: 'de',
  sct: 't',
};

// A diagnosis
expectTypeOf(diagnose(who)).toExtend<AsyncIterable<Finding>>();
diagnose({ ...who, fingerprint: 'ab', tracks: [], showsAddresses: true, stepTimeoutMs: 5000 });
diagnose({ ...who, credentials: { username: 'ann', password: 'correct horse' } });
// @ts-expect-error a password needs a user name
diagnose({ ...who, credentials: { password: 'correct horse' } });
// @ts-expect-error the steps have their own time limits
diagnose({ ...who, connectTimeoutMs: 5 });
// @ts-expect-error a fingerprint is a string
diagnose({ ...who, fingerprint: 7 });
expectTypeOf<Finding['kind']>().toEqualTypeOf<'good' | 'warning' | 'bad' | 'skipped'>();
expectTypeOf<Finding['step']>().toEqualTypeOf<DiagnosisStep>();
expectTypeOf<Finding['todo']>().toEqualTypeOf<string | undefined>();
expectTypeOf(formatFinding(finding)).toBeString();
// @ts-expect-error a finding is read-only
finding.kind = 'good';
// @ts-expect-error no such code
const code: FindingCode = 'broken';

// Statistics and the trace
expectTypeOf(distilStats(report)).toEqualTypeOf<ConnectionStats>();
expectTypeOf(distilStats(report, distilStats(report))).toEqualTypeOf<ConnectionStats>();
// @ts-expect-error the previous value is the distilled one, not the report
distilStats(report, report);
connection.on('stats', ({ path, tracks, roundTripMs }) => {
  expectTypeOf(path?.kind).toEqualTypeOf<'same-network' | 'direct' | 'relayed' | undefined>();
  expectTypeOf(path?.relayProtocol).toEqualTypeOf<'udp' | 'tcp' | 'tls' | undefined>();
  expectTypeOf(roundTripMs).toEqualTypeOf<number | undefined>();
  expectTypeOf(tracks[0]?.framesPerSecond).toEqualTypeOf<number | undefined>();
});
expectTypeOf(connection.trace).toEqualTypeOf<ConnectTrace>();
// @ts-expect-error the trace is read-only
connection.trace = { attempt: 1, steps: [], dropped: 0 };

void code;
