import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';

export interface Session {
  pending?: { verifier: string; state: string; nonce: string };
  name?: string;
}

export interface Visit {
  url: URL;
  session: Session;
  go: (to: string) => void;
  show: (status: number, text: string) => void;
}

/** The part that both applications share: sessions in a cookie, and `/me` for the person signed in. */
export async function startWebServer(answer: (visit: Visit) => Promise<void>) {
  const sessions = new Map<string, Session>();
  const show = (response: ServerResponse, status: number, text: string) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const id =
      /(?:^|; )session=([\w-]{22})/.exec(request.headers.cookie ?? '')?.[1] ??
      randomBytes(16).toString('base64url');
    const session = sessions.get(id) ?? {};
    sessions.set(id, session);
    response.setHeader('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=Lax`);
    if (url.pathname === '/me')
      return show(response, session.name === undefined ? 401 : 200, session.name ?? 'nobody');
    return void answer({
      url,
      session,
      go: (to) => void response.writeHead(303, { location: to }).end(),
      show: (status, text) => show(response, status, text),
    }).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const origin = `http://localhost:${port}`;
  return {
    origin,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
