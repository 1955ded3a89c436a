/** @module A registry with cheap password checks. */
import type { Operators } from '../ports/operators.ts';
import type { Registry } from '../ports/registry.ts';

/** Wraps a registry so that password checks skip the expensive hash. */
export function withQuickPasswords(registry: Registry): Registry {
  const { operators } = registry;
  const passwords = new Map<string, string>();
  const quick: Operators = {
    add: async (operator) => {
      await operators.add(operator);
      passwords.set(operator.name, operator.password);
    },
    setPassword: async (name, password) => {
      await operators.setPassword(name, password);
      passwords.set(name, password);
    },
    change: (name, change) => operators.change(name, change),
    remove: (name) => operators.remove(name),
    list: () => operators.list(),
    get: (name) => operators.get(name),
    verify: async (name, password) => {
      const operator = await operators.get(name);
      return operator?.isEnabled === true && passwords.get(name) === password ? operator : undefined;
    },
  };
  return { ...registry, operators: quick };
}
