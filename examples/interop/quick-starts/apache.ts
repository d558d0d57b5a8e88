import { prepareApache, unpackApache } from '../apache.ts';
import type { QuickStart } from '../quick-start.ts';

const page = (site: string) => `<!doctype html><meta charset="utf-8"><title>Interop</title>
<p>Signed in: <!--#echo encoding="none" var="OIDC_CLAIM_name" --></p>
<a href="/secure/redirect_uri?refresh=${encodeURIComponent(`${site}/secure/`)}&access_token=<!--#echo encoding="url" var="OIDC_access_token" -->">Refresh</a>
`;

export const apache: QuickStart = {
  title: 'mod_auth_openidc (Apache)',
  redirectPath: '/secure/redirect_uri',
  install: ({ dir, logFile }) => unpackApache(dir, logFile),
  command: ({ dir, port, site, issuer, hasMore }) => {
    const settings = `
OIDCRedirectURI ${site}/secure/redirect_uri
OIDCCryptoPassphrase \${SESSION_SECRET}
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID \${CLIENT_ID}
OIDCClientSecret \${CLIENT_SECRET}
${hasMore ? 'OIDCScope "openid profile offline_access"' : ''}
<Location /secure>
  AuthType openid-connect
  Require valid-user
</Location>`;
    const pages = { 'index.shtml': 'Nobody is signed in.', 'secure/index.shtml': page(site) };
    return prepareApache(dir, port, settings, pages);
  },
  signInPath: '/secure/',
  homePath: '/secure/',
  refresh: async (page) => {
    const link = page.getByRole('link', { name: 'Refresh' });
    const before = await link.getAttribute('href');
    await link.click();
    return !page.url().includes('error_code') && before !== (await link.getAttribute('href'));
  },
  signOut: (page, site) => page.goto(`${site}/secure/redirect_uri?logout=${encodeURIComponent(`${site}/`)}`),
  more: { name: 'scope `profile`', refresh: 'scope `offline_access`' },
};
