/** @module Loaded into a device (`node --import`): its packets go through {@link ./lossy-datachannel.ts}. */
import { registerHooks } from 'node:module';

const LOSSY = new URL('lossy-datachannel.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'node-datachannel' && context.parentURL !== LOSSY
      ? { url: LOSSY, shortCircuit: true }
      : nextResolve(specifier, context),
});
