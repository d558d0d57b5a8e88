import { createServer } from 'node:http';
const mode = process.argv[3];
const h: Record<string,string> = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'strict-origin-when-cross-origin', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-site', 'cross-origin-embedder-policy': 'require-corp', 'x-request-id': 'abcdefgh' };
const body = JSON.stringify({ status: true, message: 'alive', platform_version: '0.1.0' });
const server = createServer((q, r) => {
  if (mode === 'set') { for (const k in h) r.setHeader(k, h[k]!); r.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }); }
  else if (mode === 'writehead') r.writeHead(200, { ...h, 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  else r.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  r.end(body);
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('floor ready'));
process.once('SIGTERM', () => process.exit(0));
