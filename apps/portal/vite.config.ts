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
        // What pages share is in few files too: a page of 85 files waits for 14 turns of a browser's six connections.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 5 },
            // With all that it needs, so that signing in loads no script of the pages behind it.
            { name: 'sign-in', test: /features[\\/]eid-sign-in[\\/]sign-in-card/, priority: 4 },
            { name: 'icons', test: /@tabler[\\/]/, minShareCount: 2, priority: 3 },
            { name: 'styles', test: /[\\/]src[\\/].{0,500}\.module\.css/, minShareCount: 10, priority: 3 },
            // A module is shared by at least as many pages as each module that imports it, so no group needs a later one.
            { name: 'common', minShareCount: 30, priority: 2 },
            { name: 'own', minShareCount: 11, priority: 1 },
          ],
        },
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
