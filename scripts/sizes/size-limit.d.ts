/** The plugin comes without types; size-limit's own say that plugins are functions. */
declare module '@size-limit/esbuild' {
  const plugins: ((...args: unknown[]) => unknown)[];
  // oxlint-disable-next-line import/no-default-export -- it has no other
  export default plugins;
}
