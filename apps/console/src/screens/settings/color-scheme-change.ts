/** @module How the colours are changed. */

/** For `useMantineColorScheme`: to hold transitions still, it would write a style element's text, which the page's policy forbids. */
export const QUIET = { keepTransitions: true } as const;
