import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddings } from './index.ts';

let http: Server;
let url: string;
let answer: unknown;
let silent = false;
const seen: { authorization: string | undefined; body: unknown }[] = [];

beforeAll(async () => {
  http = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    request.on('end', () => {
      seen.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
      if (!silent) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1/embeddings`;
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

describe('the embedding endpoint', () => {
  it('gets model, texts and key, and its vectors are returned in the order of the texts', async () => {
    answer = {
      data: [
        { index: 1, embedding: [3, 4] },
        { index: 0, embedding: [1, 2] },
      ],
    };
    const port = createEmbeddings({ url, model: 'm', apiKey: 'k' });
    expect(await port.embed(['a', 'b'])).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(seen).toEqual([{ authorization: 'Bearer k', body: { model: 'm', input: ['a', 'b'] } }]);
  });

  it.each([
    [{}],
    [{ data: [] }],
    [{ data: [{ index: 0, embedding: [] }] }],
    [{ data: [{ index: 0, embedding: ['x'] }] }],
    [{ data: [{ index: 0, embedding: 'x' }] }],
    [null],
  ])('rejects an answer such as %j', async (given) => {
    answer = given;
    await expect(createEmbeddings({ url, model: 'm', apiKey: undefined }).embed(['a'])).rejects.toThrow();
  });

  it('times out', async () => {
    silent = true;
    const port = createEmbeddings({ url, model: 'm', apiKey: undefined, timeoutMs: 50 });
    await expect(port.embed(['a'])).rejects.toThrow();
  });
});
