import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Mongolian text needs all three (Ө and Ү are in cyrillic-ext), so they are preloaded with the script. */
const PRELOADED_FONTS = /inter-(latin|cyrillic|cyrillic-ext)-wght-normal-[^/]+\.woff2$/;

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((name) => PRELOADED_FONTS.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts()],
  build: {
    target: 'es2023',
    // An inlined asset would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for all that the first page needs: 17 files compress 8 kB worse and take one more round trip.
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
      },
    },
    modulePreload: {
      polyfill: false,
      // A list of every page's scripts costs the first page 3 kB; without it a page needs one more round trip for the
      // parts it shares. Style sheets stay listed: a page must not be drawn before its own.
      resolveDependencies: (_file, needed) => needed.filter((file) => file.endsWith('.css')),
    },
  },
});
