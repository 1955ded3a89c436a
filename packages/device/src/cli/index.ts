/** @module The parts of the `longwire-device` command that other commands are built from. */
export { readConfig } from '../config/config-file.ts';
export type { NewCamera } from '../config/config-template.ts';
export { LOG_LEVELS, type LogLevel } from '../config/device-config.ts';
export { connectControl } from '../control/control-client.ts';
export type { StatusReport } from '../control/status-report.ts';
export { deviceDirectory, type DeviceDirectory } from '../store/device-directory.ts';
export { becomeOwner } from './directory-owner.ts';
export { formatStatus } from './format-status.ts';
export { exists, initDevice, type InitResult } from './init-device.ts';
export { addInvite } from './invite-command.ts';
export { addNotify } from './notify-command.ts';
export { terminalQr } from './pairing.ts';
export { printableText } from './printable-text.ts';
export { addUsers } from './users-command.ts';
