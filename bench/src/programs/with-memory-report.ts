/** @module Loaded before a program that knows nothing of the bench: it tells of its memory when it is asked to. */
import { reportMemory } from './memory-report.ts';

reportMemory();
