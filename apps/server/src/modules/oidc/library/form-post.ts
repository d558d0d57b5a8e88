import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * The library's page for `form_post` submits itself with an inline script, which the platform's policy blocks:
 * the person would see an empty page. The policy of this one answer names the script by its hash.
 */
export function allowFormScript(ctx: KoaContextWithOIDC): void {
  if (typeof ctx.body !== 'string' || !ctx.body.includes('document.forms[0].submit()')) return;
  const [, after] = ctx.body.split('<script>', 2);
  const [script] = after?.split('</script>', 1) ?? [];
  if (script === undefined) return;
  const hash = createHash('sha256').update(script).digest('base64');
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  );
}
