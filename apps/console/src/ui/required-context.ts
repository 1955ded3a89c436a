/** @module A React context that is always provided. */

import { createContext, useContext, type Provider } from 'react';

/** Its provider, and the hook for what is provided, which throws an Error outside of it. */
export function requiredContext<Value>(name: string): readonly [Provider<Value | undefined>, () => Value] {
  const Context = createContext<Value | undefined>(undefined);
  const useValue = (): Value => {
    const value = useContext(Context);
    if (value === undefined) throw new Error(`use${name} must be called below its provider`);
    return value;
  };
  return [Context.Provider, useValue];
}
