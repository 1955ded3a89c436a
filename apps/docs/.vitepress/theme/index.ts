/** @module The default theme with the fonts of the reader's system: a page loads no font. */
import './style.css';

// oxlint-disable-next-line import/no-default-export -- VitePress reads the default export
export { default } from 'vitepress/theme-without-fonts';
