/** @module Loaded before a program that is not part of the bench: reports its memory on request. */
import { reportMemory } from './memory-report.ts';

reportMemory();
