/** @module A stream service of the settings as a handler. */
import { assertNever } from '@longwire/protocol';
import { settingsPath } from '../config/settings-path.ts';
import type { ServiceConfig } from '../config/stream-section.ts';
import { fileDownload } from '../stream/file-download.ts';
import { shell } from '../stream/shell.ts';
import type { StreamHandler } from '../stream/stream-handler.ts';
import { tcpTunnel } from '../stream/tcp-tunnel.ts';

/** Makes the handler. @throws EdgeError ERR_DEVICE_OPTIONS for settings that can never work. */
export function openStream(service: ServiceConfig, directory: string): StreamHandler {
  switch (service.kind) {
    case 'tcp':
      return tcpTunnel({ host: service.host, port: service.port });
    case 'shell': {
      const [command = '/bin/sh', ...args] = service.command;
      return shell({ command, args });
    }
    case 'files':
      return fileDownload({ root: settingsPath(directory, service.root) });
    default:
      return assertNever(service);
  }
}
