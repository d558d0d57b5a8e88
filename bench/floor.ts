// The floor: the minimum work of any server on this runtime for an answer of a given size, by default that of /health.
import { createServer } from 'node:http';

const [port, bytes] = process.argv.slice(2).map(Number);
const alive = JSON.stringify({ status: true, message: 'alive', platform_version: '0.1.0' });
const body = Buffer.from(alive.padEnd(bytes ?? alive.length));
const length = body.length;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
  response.end(body);
});
server.listen(port ?? 0, '127.0.0.1', () => console.log('floor ready'));
process.once('SIGTERM', () => process.exit(0));
