import { type EidRecordsPort, RecordsError } from '../../modules/eid-console/records-port.ts';
import { type Breaker, createGuardedSend, failureOf, readAnswer, type Shape } from './guarded-send.ts';
import {
  activityAnswer,
  certificatesAnswer,
  devicesAnswer,
  representationsAnswer,
  signersAnswer,
  summaryAnswer,
} from './upstream-answers.ts';

export interface UpstreamRecordsOptions {
  /** Ends with `/api/v1`. */
  baseUrl: string;
  breaker: Breaker;
  timeoutMs?: number;
}

/**
 * The eID records of people who sign in upstream, asked for with each person's own access token there. The upstream
 * lets applications read and nothing else (wire-services 10.1).
 */
export function createUpstreamRecords(options: UpstreamRecordsOptions): EidRecordsPort {
  const base = new URL(options.baseUrl.replace(/\/*$/, '/'));
  const send = createGuardedSend(options.breaker, options.timeoutMs);

  async function read<T>(token: string, path: string, shape: Shape<T>, signal: AbortSignal): Promise<T> {
    const { status, text } = await send({
      url: new URL(path, base),
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal,
    });
    if (status === 401) throw new RecordsError('reauth', 'the upstream no longer takes the token');
    if (status !== 200) throw new RecordsError(failureOf(status), `status ${status}`);
    return readAnswer(text, shape);
  }

  const refuse = async (): Promise<never> => {
    throw new RecordsError('read_only', 'the upstream lets applications read only');
  };

  return {
    summary: async (token, signal) =>
      camelCased((await read(token, 'eid/summary', summaryAnswer, signal)).data),
    certificates: async (token, signal) => {
      const { data } = await read(token, 'eid/certificates', certificatesAnswer, signal);
      return { counts: data.counts, certificates: data.certificates.map(camelCased) };
    },
    devices: async (token, signal) => {
      const { data } = await read(token, 'eid/devices', devicesAnswer, signal);
      return { devices: data.devices.map(camelCased), activeCount: data.active_count, total: data.total };
    },
    activity: async (token, { limit, offset }, signal) => {
      const path = `eid/activity?limit=${limit}&offset=${offset}`;
      const { data } = await read(token, path, activityAnswer, signal);
      return { counts: data.counts, sessions: data.sessions.map(camelCased), total: data.total };
    },
    representations: async (token, signal) =>
      (await read(token, 'eid-org/organizations', representationsAnswer, signal)).data.items.map(camelCased),
    signers: async (token, regNo, signal) => {
      const path = `eid-org/organizations/${encodeURIComponent(regNo)}/signers`;
      return (await read(token, path, signersAnswer, signal)).data.items.map(camelCased);
    },
    link: refuse,
    unlink: refuse,
    addSigner: refuse,
    removeSigner: refuse,
    resend: refuse,
    setNameLatin: refuse,
  };
}

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;
type CamelCased<T> = { [K in keyof T as K extends string ? Camel<K> : K]: T[K] };

/** The names of one record, one level deep: what lies below has names of one word. */
function camelCased<T extends object>(record: T): CamelCased<T> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelCased<T>;
}
