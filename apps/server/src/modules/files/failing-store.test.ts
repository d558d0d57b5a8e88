import { randomBytes } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type FileServer, startS3 } from '../../../test/file-stores.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { until } from '../../../test/until.ts';
import { openFileStores } from '../../commands/outside.ts';

/** A store that works until it is told to fail in a way that real ones do. */
type Mode = 'works' | 'full' | 'broken' | 'garbage' | 'silent' | 'away';
let mode: Mode = 'works';
let front: Server;
let s3: FileServer;
let stage: GovStage;
let id: string;

const answers: Record<'full' | 'broken' | 'garbage', [status: number, body: string]> = {
  full: [507, '<Error><Code>XMinioStorageFull</Code><Message>full</Message></Error>'],
  broken: [500, 'Internal Server Error'],
  garbage: [200, '<html><title>Welcome to the captive portal</title></html>'],
};

beforeAll(async () => {
  s3 = await startS3();
  const target = new URL(s3.env['FILES_S3_ENDPOINT'] ?? '');
  front = createServer((asked, answer) => {
    if (mode === 'away') asked.socket.destroy();
    else if (mode === 'silent') asked.resume();
    else if (mode !== 'works') {
      const [status, body] = answers[mode];
      asked.resume().on('end', () => answer.writeHead(status, { 'content-type': 'text/html' }).end(body));
    } else {
      const { method, url: path, headers } = asked;
      const passed = request({ port: target.port, host: target.hostname, method, path, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as { port: number };
  stage = await openGov({
    env: {
      ...s3.env,
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_DRIVER: 's3',
      FILES_TIMEOUT_SECONDS: '3',
    },
    storeWatch: { intervalMs: 100 },
  });
});
afterAll(async () => {
  await stage.world.close();
  front.closeAllConnections();
  front.close();
  await s3.close();
});
beforeEach(async () => {
  stage.world.clock.advance(60_000);
  id = await stage.place('bold', 'registered');
});
afterEach(() => {
  mode = 'works';
});

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
const at = (path: string) => `${stage.server.url}/api/v1/gov/applications/${id}/files${path}`;
const headers = () => ({ authorization: `Bearer ${stage.people.bold.token}` });
const add = async (bytes: Buffer) => {
  const answer = await fetch(at('?name=a.pdf'), { method: 'POST', headers: headers(), body: bytes });
  const body = (await answer.json()) as { data?: { id: string }; error?: string };
  return { status: answer.status, error: body.error, id: body.data?.id ?? '' };
};
const ready = async () => {
  const { status, body } = await createCaller(stage.server.url).get('/ready');
  return { status, files: (body as unknown as { checks: { files: string } }).checks.files };
};

describe('a store that fails', () => {
  it.each(['full', 'broken', 'garbage', 'silent', 'away'] as const)(
    'because it is %s is reported, loses nothing, and is used again when it works',
    async (failure) => {
      const bytes = pdf(200_000);
      const kept = await add(bytes);
      expect(kept.status).toBe(201);
      mode = failure;
      const [refused, given] = await Promise.all([
        add(pdf(100_000)),
        fetch(at(`/${kept.id}`), { headers: headers() }),
      ]);
      expect([refused.status, refused.error]).toEqual([503, 'storage_unavailable']);
      expect([given.status, ((await given.json()) as { error: string }).error]).toEqual([
        503,
        'storage_unavailable',
      ]);
      // An instance stays in rotation: the others have the same store.
      await expect.poll(ready).toEqual({ status: 200, files: 'unavailable' });
      const metrics = (await createCaller(stage.server.url).get('/metrics')).body.message;
      expect(metrics).toContain('tamga_file_store_up{driver="s3"} 0');

      mode = 'works';
      await until(async () => (await ready()).files === 'ok');
      const again = await fetch(at(`/${kept.id}`), { headers: headers() });
      expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
      expect((await add(pdf(1000))).status).toBe(201);
      await stage.runJob('files.sweep');
      const rows = await stage.world.database.query<{ id: string; state: string }>(
        'select id, state from stored_files order by id',
      );
      expect(rows.filter(({ state }) => state !== 'kept')).toEqual([]);
      const { s3: store } = openFileStores(stage.server.config);
      const objects: string[] = [];
      for await (const { key } of store?.list() ?? []) objects.push(key);
      expect(objects.sort()).toEqual(rows.map((row) => row.id));
      await store?.close?.();
    },
  );

  it('in the middle of a large upload leaves no row and no object', async () => {
    const { promise: isHalf, resolve: reachHalf } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(pdf(6_000_000));
        reachHalf();
      },
      async pull(controller) {
        mode = 'away';
        controller.enqueue(randomBytes(2_000_000));
        controller.close();
      },
    });
    const uploading = fetch(at('?name=a.pdf'), {
      method: 'POST',
      headers: headers(),
      body,
      duplex: 'half',
    } as RequestInit);
    await isHalf;
    expect((await uploading).status).toBe(503);
    mode = 'works';
    await stage.runJob('files.sweep');
    expect(await stage.world.database.query(`select from stored_files where state <> 'kept'`)).toEqual([]);
  });
});
