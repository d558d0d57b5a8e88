import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createSmsAdapter } from './adapter.ts';

let gateway: Server | undefined;
afterEach(() => {
  gateway?.closeAllConnections();
  gateway?.close();
});

async function listen(handler: RequestListener, timeoutMs?: number) {
  const server = createServer(handler);
  gateway = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createSmsAdapter({
    baseUrl: `http://127.0.0.1:${port}/`,
    apiKey: 'key',
    sender: 'Tamga',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
const message = { id: '7', to: '+97699112233', text: 'Код: 123456' };

it('hands the message to the gateway with our key', async () => {
  const seen: unknown[] = [];
  const sms = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push(request.url, request.headers.authorization, JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.writeHead(202).end('{}');
  });
  await sms.send(message);
  expect(seen).toEqual(['/sms/messages', 'Bearer key', { ...message, from: 'Tamga' }]);
});

it('reports a refusal, a redirect and a silent gateway without number, text or key', async () => {
  const refusing = await listen((_request, response) => {
    response.writeHead(422).end(`no such number ${message.to}`);
  });
  await expect(refusing.send(message)).rejects.toThrow('sms: status 422');
  gateway?.closeAllConnections();
  gateway?.close();
  const redirecting = await listen((_request, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  });
  await expect(redirecting.send(message)).rejects.toThrow('sms: status 307');
  gateway?.closeAllConnections();
  gateway?.close();
  const silent = await listen(() => undefined, 50);
  await expect(silent.send(message)).rejects.toThrow('sms: TimeoutError');
});
