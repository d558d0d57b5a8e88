// The floor: the minimum work of any server on this runtime for an answer as large as that of /health.
import { createServer } from 'node:http';

const body = JSON.stringify({ status: true, message: 'alive', platform_version: '0.1.0' });
const length = Buffer.byteLength(body);

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
  response.end(body);
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log('floor ready'));
process.once('SIGTERM', () => process.exit(0));
