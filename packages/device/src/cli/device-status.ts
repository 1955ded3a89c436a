/** @module Collects the status of a running device. */
import type { DevicePlace } from '../config/device-config.ts';
import { nameOf } from '../control/iam-operations.ts';
import type { AttachmentReport, StatusReport, TrackReport } from '../control/status-report.ts';
import type { Device } from '../device.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { BuiltDevice } from './build-device.ts';

/** Returns a function that reports the current status; it records events from here on, so call this before the device is started. */
export function createStatus(
  place: DevicePlace & { readonly fingerprint: string },
  { device, tracks, streams }: BuiltDevice,
): () => StatusReport {
  const attachmentOf = followAttachment(device);
  const { productId, deviceId, fingerprint, service } = place;
  return () => ({
    productId,
    deviceId,
    fingerprint,
    service,
    attachment: attachmentOf(),
    uptimeSeconds: Math.floor(process.uptime()),
    memoryBytes: process.memoryUsage.rss(),
    sessions: device.sessions.map(({ id, user, connectedAt, watching }) => ({
      id,
      connectedAt: connectedAt.toISOString(),
      watching,
      ...nameOf(user),
    })),
    tracks: [...tracks].map(([trackId, source]) => trackReport(device, trackId, source)),
    streams,
  });
}

const now = (): string => new Date().toISOString();

function followAttachment(device: Device): () => AttachmentReport {
  let report: AttachmentReport = { state: 'detached', since: now(), reason: 'not attached yet' };
  device.on('attached', () => {
    report = { state: 'attached', since: now() };
  });
  device.on('detached', ({ code, reason }) => {
    report = { state: 'detached', since: now(), reason: `${code} ${reason}`.trim() };
  });
  return () => report;
}

function trackReport(device: Device, trackId: string, { kind, health, codecs }: MediaSource): TrackReport {
  const viewers = device.sessions.filter(({ watching }) => watching.includes(trackId)).length;
  return {
    trackId,
    kind,
    health: health.kind,
    codecs: codecs.map(({ name }) => name),
    viewers,
    ...(health.kind !== 'ok' ? { message: health.message } : {}),
  };
}
