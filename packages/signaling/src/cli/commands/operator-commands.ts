/** @module The commands for operators; passwords come from a prompt or stdin, never from an argument. */
import { Option, type Command } from 'commander';
import { ROLES, type Role } from '../../ports/operators.ts';
import { printResult, printRows, timeCell, yesCell } from '../output.ts';
import { readNewPassword } from '../read-password.ts';
import {
  changeRegistry,
  commandGroup,
  readRegistry,
  registryCommand,
  type RegistryFlags,
} from './registry-command.ts';

interface RoleFlags extends RegistryFlags {
  readonly role: Role;
}

/** Adds `operator …`. */
export function addOperatorCommands(program: Command): void {
  const group = commandGroup(program, 'operator', 'people who run the service');
  const add = registryCommand(group, 'add', 'add an operator; asks for the password, or reads it from stdin');
  add
    .argument('<name>')
    .addOption(
      new Option('--role <role>', 'what the operator may do').choices([...ROLES]).makeOptionMandatory(),
    )
    .action(async (name: string) => addOperator(name, add.opts<RoleFlags>()));
  const list = registryCommand(group, 'list', 'list all operators');
  list.action(async () => listOperators(list.opts<RegistryFlags>()));
  const passwd = registryCommand(group, 'passwd', "set a new password; ends the operator's sessions");
  passwd.argument('<name>').action(async (name: string) => setPassword(name, passwd.opts<RegistryFlags>()));
  const role = registryCommand(
    group,
    'role',
    'change the role of an operator, effective immediately',
  ).argument('<name>');
  role
    .addArgument(role.createArgument('<role>').choices([...ROLES]))
    .action(async (name: string, to: Role) => setRole(name, to, role.opts<RegistryFlags>()));
  addSwitch(group, 'enable', true);
  addSwitch(group, 'disable', false);
  const remove = registryCommand(group, 'remove', 'remove an operator; ends their sessions').argument(
    '<name>',
  );
  remove.action(async (name: string) => removeOperator(name, remove.opts<RegistryFlags>()));
}

function addSwitch(group: Command, word: 'enable' | 'disable', isEnabled: boolean): void {
  const description = isEnabled
    ? 'allow an operator to log in again'
    : 'forbid an operator to log in; ends their sessions';
  const command = registryCommand(group, word, description).argument('<name>');
  command.action(async (name: string) => {
    const flags = command.opts<RegistryFlags>();
    await changeRegistry(
      flags,
      { action: 'operator.change', detail: `${name}: ${word}d` },
      async ({ operators }) => operators.change(name, { isEnabled }),
    );
    printResult(flags, `operator ${name} ${word}d`, { name, isEnabled });
  });
}

async function addOperator(name: string, flags: RoleFlags): Promise<void> {
  const { role } = flags;
  const password = await readNewPassword();
  await changeRegistry(flags, { action: 'operator.add', detail: `${name}: ${role}` }, async ({ operators }) =>
    operators.add({ name, role, password }),
  );
  printResult(flags, `operator ${name} added, as ${role}`, { name, role });
}

async function listOperators(flags: RegistryFlags): Promise<void> {
  const operators = await readRegistry(flags, async ({ operators }) => operators.list());
  printRows(flags, operators, [
    ['NAME', ({ name }) => name],
    ['ROLE', ({ role }) => role],
    ['ENABLED', ({ isEnabled }) => yesCell(isEnabled)],
    ['ADDED', ({ createdAt }) => timeCell(createdAt)],
  ]);
}

async function setPassword(name: string, flags: RegistryFlags): Promise<void> {
  const password = await readNewPassword();
  await changeRegistry(flags, { action: 'operator.password', detail: name }, async ({ operators }) =>
    operators.setPassword(name, password),
  );
  printResult(flags, `password of operator ${name} changed`, { name });
}

async function setRole(name: string, role: Role, flags: RegistryFlags): Promise<void> {
  await changeRegistry(
    flags,
    { action: 'operator.change', detail: `${name}: ${role}` },
    async ({ operators }) => operators.change(name, { role }),
  );
  printResult(flags, `operator ${name} now has role ${role}`, { name, role });
}

async function removeOperator(name: string, flags: RegistryFlags): Promise<void> {
  await changeRegistry(flags, { action: 'operator.remove', detail: name }, async ({ operators }) =>
    operators.remove(name),
  );
  printResult(flags, `operator ${name} removed`, { name });
}
