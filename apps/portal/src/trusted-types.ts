/** The part of the Trusted Types API that the page needs; not every browser has it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(address: string): string },
  ): unknown;
}

/** The service worker of kept documents, and the reader of PDFs, which the build names by its content. */
const OWN_SCRIPTS = /^\/(?:offline-worker\.js|assets\/pdf\.worker\.min-[\w-]{1,40}\.mjs)$/;

function refuse(what: string): never {
  throw new TypeError(`the page does not accept ${what}`);
}

/**
 * The policy of the server asks this for every text that a library gives to the browser as HTML or as the address of a
 * script. Only style sheets are given as HTML: they contain no tag. Text as script is never accepted.
 */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? refuse('HTML') : text),
  createScriptURL: (address) => (OWN_SCRIPTS.test(address) ? address : refuse('a script')),
});
