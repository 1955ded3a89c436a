/** @module Loaded before the service: it pings every 300 ms, so that a test need not wait for a minute. */
import { DEFAULT_LIMITS } from '../../packages/signaling/src/config/limits.ts';

Object.assign(DEFAULT_LIMITS, { pingIntervalMs: 300 });
