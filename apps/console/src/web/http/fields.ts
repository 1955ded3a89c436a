/** @module Header fields of HTTP/1.1: names are case-insensitive and may be repeated. */

/** Name and value, in the received order. */
export type Field = readonly [name: string, value: string];

/** RFC 9110 section 5.1. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/u;

/** Characters that end a line or a C string, or are not one byte. */
const BAD_VALUE = /[\0\r\n\u0100-\uffff]/u;

/** Whether a text is a valid field name, or method. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** Whether a text is a valid field value. */
export const isFieldValue = (text: string): boolean => !BAD_VALUE.test(text);

/** All values of a name, joined as in RFC 9110 section 5.3; undefined without any. */
export function fieldValue(fields: readonly Field[], name: string): string | undefined {
  const values = fieldValues(fields, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** The values of a name, separately. */
export function fieldValues(fields: readonly Field[], name: string): string[] {
  return fields.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** The words of a list such as `keep-alive, Upgrade`, in lower case. */
export function wordsOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}
