/** @module Options for changing the color scheme. */

/** For `useMantineColorScheme`: disabling transitions would write the text of a style element, which the page's policy forbids. */
export const QUIET = { keepTransitions: true } as const;
