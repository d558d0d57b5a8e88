import { createRequire } from 'node:module';
const require = createRequire('/work/main/apps/server/src/app.ts');
const { fastify } = require('fastify');
const mode = process.argv[3];
const app = fastify(mode === 'opts' ? { handlerTimeout: 30000, requestTimeout: 30000, keepAliveTimeout: 72000, genReqId: () => crypto.randomUUID(), routerOptions: { ignoreTrailingSlash: true } } : mode === 'ht' ? { handlerTimeout: 30000 } : mode==='uuid' ? { genReqId: () => crypto.randomUUID() } : {});
const schema = { response: { 200: { type: 'object', properties: { status: { type: 'boolean' }, message: { type: 'string' }, platform_version: { type: 'string' } } } } };
const body = { status: true, message: 'alive', platform_version: '0.1.0' };
if (mode === 'hooks') { app.addHook('onRequest', (q: any, r: any, d: any) => d()); app.addHook('onRequest', (q: any, r: any, d: any) => d()); app.addHook('onResponse', (q: any, r: any, d: any) => d()); }
const h = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'strict-origin-when-cross-origin', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-site', 'cross-origin-embedder-policy': 'require-corp' };
if (mode === 'headers') app.addHook('onRequest', (q: any, r: any, d: any) => { r.headers(h); r.header('x-request-id', q.id); d(); });
app.get('/health', { schema }, mode === 'async' ? async () => body : (q: any, r: any) => { r.send(body) });
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
console.log('floor ready');
process.once('SIGTERM', () => process.exit(0));
