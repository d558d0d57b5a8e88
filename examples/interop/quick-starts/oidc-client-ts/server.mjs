import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { ISSUER, CLIENT_ID, SITE, PORT, MORE } = process.env;
const settings = {
  authority: ISSUER,
  client_id: CLIENT_ID,
  redirect_uri: `${SITE}/callback`,
  ...(MORE ? { scope: 'openid profile offline_access', post_logout_redirect_uri: SITE } : {}),
};
const page = readFileSync('index.html', 'utf8').replace('SETTINGS', JSON.stringify(settings));
const library = readFileSync('node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js');

createServer((request, response) => {
  const isLibrary = request.url === '/oidc-client-ts.js';
  response.writeHead(200, { 'content-type': `text/${isLibrary ? 'javascript' : 'html'}; charset=utf-8` });
  response.end(isLibrary ? library : page);
}).listen(Number(PORT), 'localhost');
