/** @module Header fields of HTTP/1.1: names without case, several of one name. */

/** Name and value, in the order in which they came. */
export type Field = readonly [name: string, value: string];

/** RFC 9110 section 5.1. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/u;

/** What ends a line, or a C string. Each character is one byte. */
const BAD_VALUE = /[\0\r\n\u0100-\uffff]/u;

/** Whether a text may be the name of a field, or a method. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** Whether a text may be the value of a field. */
export const isFieldValue = (text: string): boolean => !BAD_VALUE.test(text);

/** All values of a name, joined as RFC 9110 section 5.3 has it; undefined where there is none. */
export function fieldOf(fields: readonly Field[], name: string): string | undefined {
  const values = valuesOf(fields, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** The values of a name, one by one. */
export function valuesOf(fields: readonly Field[], name: string): string[] {
  return fields.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** The words of a list such as `keep-alive, Upgrade`, in lower case. */
export function wordsOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}
