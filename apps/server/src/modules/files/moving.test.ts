import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FileServer, startS3 } from '../../../test/file-stores.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { manageFiles } from '../../commands/files.ts';

let stage: GovStage;
let s3: FileServer;
beforeAll(async () => {
  s3 = await startS3();
  stage = await openGov({ env: s3.env });
});
afterAll(async () => {
  await stage.world.close();
  await s3.close();
});

it('tamga files move takes the files to another store, where they are read as before', async () => {
  const id = await stage.place('bold', 'registered');
  const url = `${stage.server.url}/api/v1/gov/applications/${id}/files`;
  const headers = { authorization: `Bearer ${stage.people.bold.token}` };
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'x')]);
  const added = await fetch(`${url}?name=a.pdf`, { method: 'POST', headers, body });
  const { data } = (await added.json()) as { data: { id: string } };
  const said: string[] = [];
  const tell = (line: string) => said.push(line);
  expect(await manageFiles(stage.server.config, ['move', '--to', 's3'], tell, { patience: 0 })).toBe(0);
  expect(said.join('\n')).toMatch(/New files go to s3[\s\S]*Moved 1 file/);
  const places = await stage.world.database.query(
    `select driver, copy_driver from stored_files where state = 'kept'`,
  );
  expect(places).toEqual([{ driver: 's3', copy_driver: null }]);
  const read = await fetch(`${url}/${data.id}`, { headers });
  expect(Buffer.from(await read.arrayBuffer()).equals(body)).toBe(true);
});
