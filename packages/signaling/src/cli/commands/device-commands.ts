/** @module The commands on devices. */
import type { Command } from 'commander';
import type { DeviceChange, StoredDevice } from '../../ports/devices.ts';
import type { DeviceKey } from '@longwire/protocol';
import { option } from '../flags/option.ts';
import { printResult, printRows, timeCell, yesCell } from '../output.ts';
import {
  allPages,
  changeRegistry,
  commandGroup,
  readRegistry,
  registryCommand,
  requireProduct,
  type RegistryFlags,
} from './registry-command.ts';

interface FingerprintFlags extends RegistryFlags {
  readonly fingerprint: string;
}

interface AddFlags extends FingerprintFlags {
  readonly name?: string;
}

/** Adds `device …`. */
export function addDeviceCommands(program: Command): void {
  const group = commandGroup(program, 'device', 'devices');
  const add = deviceCommand(group, 'add', 'register a device');
  addFingerprintFlag(add)
    .addOption(option('--name <name>', 'display name'))
    .action(async (productId: string, deviceId: string) =>
      addDevice({ productId, deviceId }, add.opts<AddFlags>()),
    );
  const list = registryCommand(group, 'list', 'list the devices of a product').argument('<productId>');
  list.action(async (productId: string) => listDevices(productId, list.opts<RegistryFlags>()));
  addChange(group, 'enable', 'allow a device to attach again', { isEnabled: true }, 'enabled');
  addChange(
    group,
    'disable',
    'disconnect a device and its sessions, until it is enabled',
    { isEnabled: false },
    'disabled',
  );
  const rename = deviceCommand(group, 'rename', 'set or remove the display name of a device').argument(
    '[name]',
  );
  rename.action(async (productId: string, deviceId: string, name?: string) =>
    changeDevice({ productId, deviceId }, rename.opts<RegistryFlags>(), { name: name ?? null }, 'renamed'),
  );
  const rekey = addFingerprintFlag(
    deviceCommand(group, 'rekey', "register a device's new key; connections with the old one end"),
  );
  rekey.action(async (productId: string, deviceId: string) => {
    const flags = rekey.opts<FingerprintFlags>();
    await changeDevice({ productId, deviceId }, flags, { fingerprint: flags.fingerprint }, 'changed');
  });
  const remove = deviceCommand(
    group,
    'remove',
    'remove a device and its tokens; its sessions end immediately',
  );
  remove.action(async (productId: string, deviceId: string) =>
    removeDevice({ productId, deviceId }, remove.opts<RegistryFlags>()),
  );
}

function deviceCommand(group: Command, name: string, description: string): Command {
  return registryCommand(group, name, description).argument('<productId>').argument('<deviceId>');
}

function addFingerprintFlag(command: Command): Command {
  return command.addOption(
    option('--fingerprint <hex>', "SHA-256 of the device's public key").makeOptionMandatory(),
  );
}

function addChange(
  group: Command,
  name: string,
  description: string,
  change: DeviceChange,
  done: string,
): void {
  const command = deviceCommand(group, name, description);
  command.action(async (productId: string, deviceId: string) =>
    changeDevice({ productId, deviceId }, command.opts<RegistryFlags>(), change, done),
  );
}

async function addDevice(key: DeviceKey, flags: AddFlags): Promise<void> {
  const { fingerprint, name } = flags;
  await changeRegistry(flags, { action: 'device.add', ...key }, async ({ devices }) =>
    devices.add({ ...key, fingerprint, name }),
  );
  printResult(flags, `${nameOf(key)} added`, { ...key, name, fingerprint });
}

async function listDevices(productId: string, flags: RegistryFlags): Promise<void> {
  const devices = await readRegistry(flags, async ({ products, devices }) => {
    await requireProduct(products, productId);
    return await allPages<StoredDevice>(async (after, limit) =>
      devices.list({ productId, after: after?.deviceId, limit }),
    );
  });
  printRows(flags, devices, [
    ['DEVICE', ({ deviceId }) => deviceId],
    ['NAME', ({ name }) => name ?? '-'],
    ['ENABLED', ({ isEnabled }) => yesCell(isEnabled)],
    ['LAST SEEN', ({ seenAt }) => timeCell(seenAt)],
    ['ADDED', ({ createdAt }) => timeCell(createdAt)],
    ['FINGERPRINT', ({ fingerprint }) => fingerprint],
  ]);
}

async function changeDevice(
  key: DeviceKey,
  flags: RegistryFlags,
  change: DeviceChange,
  done: string,
): Promise<void> {
  const device = await changeRegistry(
    flags,
    { action: 'device.change', ...key, detail: done },
    async ({ devices }) => devices.update(key, change),
  );
  printResult(flags, `${nameOf(key)} ${done}`, device);
}

async function removeDevice(key: DeviceKey, flags: RegistryFlags): Promise<void> {
  await changeRegistry(flags, { action: 'device.remove', ...key }, async ({ devices }) =>
    devices.remove(key),
  );
  printResult(flags, `${nameOf(key)} removed`, key);
}

function nameOf({ productId, deviceId }: DeviceKey): string {
  return `device ${deviceId} of product ${productId}`;
}
