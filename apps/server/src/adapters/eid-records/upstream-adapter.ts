import { type EidRecordsPort, RecordsError } from '../../modules/eid-console/records-port.ts';
import { type Breaker, createGuardedSend, failureOf } from './guarded-send.ts';
import {
  readActivity,
  readCertificates,
  readDevices,
  readRepresentations,
  readSigners,
  readSummary,
} from './upstream-answers.ts';

export interface UpstreamRecordsOptions {
  /** Ends with `/api/v1`. */
  baseUrl: string;
  breaker: Breaker;
  timeoutMs?: number;
}

/**
 * The eID records of people who sign in upstream, requested with each person's upstream access token. The
 * upstream gives applications read access only (wire-services 10.1).
 */
export function createUpstreamRecords(options: UpstreamRecordsOptions): EidRecordsPort {
  const base = new URL(options.baseUrl.replace(/(?<!\/)\/*$/, '/'));
  const send = createGuardedSend(options.breaker, options.timeoutMs);

  async function ask<T>(
    token: string,
    path: string,
    readAnswer: (text: string) => T,
    signal: AbortSignal,
  ): Promise<T> {
    const { status, text } = await send({
      url: new URL(path, base),
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal,
    });
    if (status === 401) throw new RecordsError('reauth', 'the upstream no longer takes the token');
    if (status !== 200) throw new RecordsError(failureOf(status), `status ${status}`);
    return readAnswer(text);
  }

  const refuse = async (): Promise<never> => {
    throw new RecordsError('read_only', 'the upstream lets applications read only');
  };

  return {
    summary: (token, signal) => ask(token, 'eid/summary', readSummary, signal),
    certificates: (token, signal) => ask(token, 'eid/certificates', readCertificates, signal),
    devices: (token, signal) => ask(token, 'eid/devices', readDevices, signal),
    activity: (token, { limit, offset }, signal) =>
      ask(token, `eid/activity?limit=${limit}&offset=${offset}`, readActivity, signal),
    representations: async (token, signal) =>
      (await ask(token, 'eid-org/organizations', readRepresentations, signal)).items,
    signers: async (token, regNo, signal) => {
      const path = `eid-org/organizations/${encodeURIComponent(regNo)}/signers`;
      return (await ask(token, path, readSigners, signal)).items;
    },
    link: refuse,
    unlink: refuse,
    addSigner: refuse,
    removeSigner: refuse,
    resend: refuse,
    setNameLatin: refuse,
  };
}
