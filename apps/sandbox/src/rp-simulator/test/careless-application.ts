import { CLIENT_ID, CLIENT_SECRET } from './correct-application.ts';
import { startWebServer, type Visit } from './web-server.ts';

/** An application that believes every answer. It sends state and nonce, and never looks at them again. */
export async function startCarelessApplication({ asksUserinfo }: { asksUserinfo: boolean }) {
  let issuer = '';

  async function answer({ url, session, go, show }: Visit): Promise<void> {
    if (url.pathname === '/login') {
      const to = new URL(`${issuer}/authorize`);
      to.search = new URLSearchParams({
        client_id: CLIENT_ID,
        response_type: 'code',
        scope: 'openid profile',
        redirect_uri: `${web.origin}/callback`,
        state: 'state',
        nonce: 'nonce',
      }).toString();
      return go(to.href);
    }
    if (url.pathname !== '/callback') return show(200, 'Welcome');
    const tokens = await call('token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: url.searchParams.get('code') ?? '',
        redirect_uri: `${web.origin}/callback`,
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
      }),
    });
    const claims = JSON.parse(Buffer.from(tokens['id_token']?.split('.')[1] ?? '', 'base64url').toString());
    const headers = { authorization: `Bearer ${tokens['access_token']}` };
    const person = asksUserinfo ? await call('userinfo', { headers }) : claims;
    session.name = String(person.name);
    return go('/');
  }

  const call = async (path: string, init: RequestInit): Promise<Record<string, string>> =>
    (await fetch(`${issuer}/${path}`, init)).json() as Promise<Record<string, string>>;
  const web = await startWebServer(answer);
  return {
    ...web,
    connect: async (to: string) => {
      issuer = to;
    },
  };
}
