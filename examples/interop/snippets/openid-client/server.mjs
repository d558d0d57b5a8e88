import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { begin, finish, signOutUrl } from './tamga.mjs';

const sessions = new Map();

createServer(async (request, response) => {
  const url = new URL(request.url, `http://localhost:${process.env.PORT}`);
  const id = /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID();
  const session = sessions.get(id) ?? {};
  sessions.set(id, session);
  const headers = {
    'set-cookie': `sid=${id}; HttpOnly; SameSite=Lax`,
    'content-type': 'text/html; charset=utf-8',
  };
  const go = (location) => response.writeHead(303, { ...headers, location: String(location) }).end();
  if (url.pathname === '/login') {
    const { url: to, kept } = await begin();
    session.kept = kept;
    return go(to);
  }
  if (url.pathname === '/callback') {
    sessions.delete(id);
    headers['set-cookie'] = `sid=${randomUUID()}; HttpOnly; SameSite=Lax`;
    const renewed = /sid=([\w-]+)/.exec(headers['set-cookie'])[1];
    sessions.set(renewed, await finish(url, session.kept));
    return go('/');
  }
  if (url.pathname === '/logout') {
    sessions.delete(id);
    return go(signOutUrl(session.idToken));
  }
  response.writeHead(200, headers).end(session.person ? session.person.name : 'Nobody is signed in.');
}).listen(Number(process.env.PORT), 'localhost');
