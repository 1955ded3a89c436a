/** @module Finds texts written in a component's source instead of in the messages. */

/** Attributes that a person reads or hears. */
const READ_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'label',
  'placeholder',
  'title',
]);

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Two letters make a word; a URL scheme does not count. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && /\p{L}{2}/u.test(value.replace(/^[a-z]+:\/\//u, ''));

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** The literal texts an expression may evaluate to. */
function textsOfExpression(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node['type']) {
    case 'Literal':
      return isText(node['value']) ? [node['value']] : [];
    case 'TemplateLiteral':
      return childrenOf(node).flatMap((child) => {
        const value = child['value'];
        const text = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : undefined;
        return isText(text) ? [text.trim()] : [];
      });
    case 'ConditionalExpression':
      return [...textsOfExpression(node['consequent']), ...textsOfExpression(node['alternate'])];
    case 'LogicalExpression':
      return [...textsOfExpression(node['left']), ...textsOfExpression(node['right'])];
    case 'JSXExpressionContainer':
      return textsOfExpression(node['expression']);
    default:
      return [];
  }
}

function textsOfChild(node: Node): string[] {
  if (node['type'] === 'JSXText') return isText(node['value']) ? [node['value'].trim()] : [];
  return node['type'] === 'JSXExpressionContainer' ? textsOfExpression(node) : [];
}

function textsOfAttribute(node: Node): string[] {
  const name = isNode(node['name']) ? node['name']['name'] : undefined;
  return typeof name === 'string' && READ_ATTRIBUTES.has(name) ? textsOfExpression(node['value']) : [];
}

/** Every literal text that the parsed source shows or reads out. */
export function literalTexts(node: unknown): string[] {
  if (!isNode(node)) return [];
  const own =
    node['type'] === 'JSXElement' || node['type'] === 'JSXFragment'
      ? [node['children']].flat().filter(isNode).flatMap(textsOfChild)
      : node['type'] === 'JSXAttribute'
        ? textsOfAttribute(node)
        : [];
  return [...own, ...childrenOf(node).flatMap(literalTexts)];
}
