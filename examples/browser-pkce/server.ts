import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Serves three files and two settings. The sign-in itself happens in the browser, without any secret. */
export async function startExample(settings: { issuer: string; clientId: string; port: number }) {
  const { issuer, clientId, port } = settings;
  const files: Record<string, [string, string]> = {
    '/': [`${import.meta.dirname}/index.html`, 'text/html'],
    '/app.js': [`${import.meta.dirname}/app.js`, 'text/javascript'],
    '/oauth4webapi.js': [fileURLToPath(import.meta.resolve('oauth4webapi')), 'text/javascript'],
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/settings.json') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer, client_id: clientId }));
      return;
    }
    const [file, type] = Object.hasOwn(files, pathname) ? (files[pathname] ?? []) : [];
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.end(await readFile(file));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { origin: `http://localhost:${port}`, server };
}

const { ISSUER: issuer = 'http://localhost:3000', CLIENT_ID: clientId = '', PORT = '4002' } = process.env;
if (import.meta.main) await startExample({ issuer, clientId, port: Number(PORT) });
