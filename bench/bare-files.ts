// The floor of file transfer: a bare server that writes each body to a file, durably, and gives the last one back.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [port, folder = ''] = process.argv.slice(2);
const kept = join(folder, 'kept');

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-length': statSync(kept).size });
    return pipeline(createReadStream(kept), response);
  }
  const path = join(folder, randomUUID());
  await pipeline(request, createWriteStream(path, { flush: true }));
  renameSync(path, kept);
  response.writeHead(200, { 'content-length': 0 }).end();
});
server.listen(Number(port), '127.0.0.1', () => console.log('bare files ready'));
process.once('SIGTERM', () => process.exit(0));
