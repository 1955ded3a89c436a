/** @module The applications that can be created. */
import { fileURLToPath } from 'node:url';

/** Their names; the first one is the default. */
export const TEMPLATES = ['react', 'page'] as const;

/** The name of a template. */
export type Template = (typeof TEMPLATES)[number];

/** The folder with a template's files, at the same place for sources and built files. */
export function templateFolder(template: Template): string {
  return fileURLToPath(new URL(`../template/${template}`, import.meta.url));
}
