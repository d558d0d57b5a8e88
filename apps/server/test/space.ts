import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GovStage, openGov, type PersonName } from './gov.ts';
import type { ServerOptions } from './server.ts';

export interface Reply {
  status: number;
  error: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  data: any;
  headers: Headers;
}

/** Citizens with a space of their own at one or more servers. */
export interface SpaceStage extends GovStage {
  /** A file of a form, as a browser sends it. */
  send(bytes: Buffer | string, name: string, who?: PersonName, url?: string): Promise<Reply>;
  form(form: FormData, who?: PersonName): Promise<Reply>;
  list(who?: PersonName): Promise<Reply>;
  fetch(path: string, init?: RequestInit, who?: PersonName): Promise<Response>;
  download(name: string, headers?: Record<string, string>, who?: PersonName): Promise<Response>;
  /** Names of the objects on the disk. */
  objects(): string[];
  /** States of files that are neither kept nor forgotten. */
  unsettled(): Promise<string[]>;
}

export async function readReply(response: Response): Promise<Reply> {
  const body = (await response.json()) as { error?: string; data?: unknown };
  return { status: response.status, error: body.error, data: body.data, headers: response.headers };
}

export async function openSpace(options: ServerOptions = {}): Promise<SpaceStage> {
  const stage = await openGov(options);
  const ask: SpaceStage['fetch'] = (path, init = {}, who = 'bold') =>
    fetch(`${stage.server.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${stage.people[who].token}`, ...init.headers },
    });
  return Object.assign(Object.create(stage) as GovStage, {
    fetch: ask,
    form: async (form: FormData, who: PersonName = 'bold') =>
      readReply(await ask('/gspace/upload', { method: 'POST', body: form }, who)),
    send: async (bytes: Buffer | string, name: string, who: PersonName = 'bold', url?: string) => {
      const body = new FormData();
      body.append('file', new Blob([bytes]), name);
      const response = await fetch(`${url ?? stage.server.url}/api/v1/gspace/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stage.people[who].token}` },
        body,
      });
      return readReply(response);
    },
    list: async (who: PersonName = 'bold') => readReply(await ask('/gspace/', {}, who)),
    download: (name: string, headers: Record<string, string> = {}, who: PersonName = 'bold') =>
      ask(`/gspace/download?name=${encodeURIComponent(name)}`, { headers }, who),
    objects: () => {
      const folder = join(stage.world.dataDir, 'files');
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name);
    },
    unsettled: async () =>
      (await stage.world.database.query(`select state from stored_files where state <> 'kept'`)).map((row) =>
        String((row as { state: string }).state),
      ),
  });
}
