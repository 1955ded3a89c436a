/** @module The default theme with the fonts of the reader's system: a page loads no font. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

// oxlint-disable-next-line import/no-default-export -- VitePress reads the default export
export default theme;
