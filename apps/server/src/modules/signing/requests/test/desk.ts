import type { TestServer } from '../../../../../test/server.ts';
import type { Stage } from './stage.ts';

/** For tests only: what a person and a stranger do with documents over HTTP, while services come and go. */
export function createDesk(desk: () => { stage: Stage; modest: TestServer }) {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${desk().stage.world.sandbox.url}/control${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const fault = (kind: string, count = 100) => control('POST', '/faults', { kind, count });
  const post = async (
    path: string,
    file: Buffer,
    { name = 'a.pdf', fields = {}, on = desk().stage.server } = {},
  ) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value as string);
    form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), name);
    const answer = await fetch(`${on.url}/api/v1/sign${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk().stage.person(0).token}` },
      body: form,
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
    const json = (await answer.json()) as any;
    return { status: answer.status, error: json.error, data: json.data };
  };
  /** Signs while these services are away, so the document stays at a lower level. */
  const sign = async (away: readonly string[] = [], on = desk().stage.server, file = desk().stage.pdf) => {
    const begun = await post('/init', file, { on });
    if (begun.status !== 200) throw new Error(JSON.stringify(begun));
    await desk().stage.approve(0);
    for (const kind of away) await fault(kind);
    const polled = await fetch(`${on.url}/api/v1/sign/${begun.data.session_id}`, {
      headers: { authorization: `Bearer ${desk().stage.person(0).token}` },
    });
    const done = ((await polled.json()) as { data: { level: string } }).data;
    await control('DELETE', '/faults');
    const got = await fetch(`${desk().stage.server.url}/api/v1/sign/${begun.data.session_id}/download`, {
      headers: { authorization: `Bearer ${desk().stage.person(0).token}` },
    });
    return { level: done.level, bytes: Buffer.from(await got.arrayBuffer()) };
  };
  const verify = async (file: Buffer, on: TestServer = desk().stage.server) =>
    (await post('/verify', file, { on })).data;
  const inBasic = () => sign(['tsa_down']);
  const withTime = () => sign([], desk().modest);
  const revoke = (serial: string, at?: Date) =>
    control('POST', '/revocations', { serial_number: serial, ...(at && { at: at.toISOString() }) });
  const send = async (given: object, headers: Record<string, string>, file = desk().stage.pdf) => {
    const form = new FormData();
    form.set('request', JSON.stringify(given));
    form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'Гэрээ.pdf');
    const answer = await fetch(`${desk().stage.server.url}/api/v1/sign/requests`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${desk().stage.person(0).token}` },
      body: form,
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
    const json = (await answer.json()) as any;
    return { status: answer.status, error: json.error, data: json.data };
  };
  return { send, control, fault, post, sign, verify, inBasic, withTime, revoke };
}
