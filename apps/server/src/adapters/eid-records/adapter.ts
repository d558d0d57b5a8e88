import type { Checker } from '../../kernel/checker.ts';
import { type EidRecordsPort, RecordsError } from '../../modules/eid-console/records-port.ts';
import {
  activityAnswer,
  certificatesAnswer,
  devicesAnswer,
  nameLatinAnswer,
  representationsAnswer,
  signersAnswer,
  summaryAnswer,
} from './answers.ts';
import { type Breaker, createGuardedSend, failureOf, readAnswer } from './guarded-send.ts';
import type { RecordsCall } from './http.ts';

export interface EidRecordsOptions {
  /** Ends with `/v3`. */
  baseUrl: string;
  rpSecret: string;
  breaker: Breaker;
  timeoutMs?: number;
}

interface RecordsRequest {
  body?: object;
  signal?: AbortSignal;
}

/** wire-identity 16.4. */
export function createEidRecords(options: EidRecordsOptions): EidRecordsPort {
  const base = new URL(options.baseUrl.replace(/(?<!\/)\/*$/, '/'));
  const send = createGuardedSend(options.breaker, options.timeoutMs);
  const headers = { authorization: `Bearer ${options.rpSecret}`, accept: 'application/json' };

  /** The provider's text is not passed on: a problem's detail may name the person. */
  async function call<T>(
    method: RecordsCall['method'],
    path: string,
    shape: Checker<T>,
    { body, signal }: RecordsRequest = {},
  ): Promise<T> {
    const { status, text } = await send({
      url: new URL(path, base),
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status !== 200) throw new RecordsError(failureOf(status), `status ${status}`);
    return readAnswer(text, shape);
  }

  const person = (nationalId: string) => `etsi/${encodeURIComponent(`PNOMN-${nationalId}`)}`;
  const linked = (nationalId: string) => `organization/representations/${person(nationalId)}`;
  const signing = (nationalId: string, regNo: string) =>
    `organization/signers/${encodeURIComponent(regNo)}/${person(nationalId)}`;
  const bySigner = (signer: string) => `?signer=${encodeURIComponent(signer)}`;

  return {
    summary: (nationalId, signal) =>
      call('GET', `person/summary/${person(nationalId)}`, summaryAnswer, { signal }),
    certificates: (nationalId, signal) =>
      call('GET', `person/certificates/${person(nationalId)}`, certificatesAnswer, { signal }),
    devices: (nationalId, signal) =>
      call('GET', `person/devices/${person(nationalId)}`, devicesAnswer, { signal }),
    activity: (nationalId, { limit, offset }, signal) =>
      call('GET', `rp/activity/${person(nationalId)}?limit=${limit}&offset=${offset}`, activityAnswer, {
        signal,
      }),

    representations: async (nationalId, signal) =>
      (await call('GET', linked(nationalId), representationsAnswer, { signal })).representations,
    link: async (nationalId, { regNo, name, nameEn, affiliates }) => {
      const body = {
        orgRegister: regNo,
        orgName: name,
        ...(nameEn === null ? {} : { orgNameEn: nameEn }),
        affiliates: affiliates.map((affiliate) => ({
          regNo: affiliate.regNo,
          ...(affiliate.role === null ? {} : { role: affiliate.role }),
          kind: affiliate.kind,
        })),
      };
      return (await call('POST', linked(nationalId), representationsAnswer, { body })).representations;
    },
    unlink: async (nationalId, regNo) => {
      const path = `${linked(nationalId)}/${encodeURIComponent(regNo)}`;
      return (await call('DELETE', path, representationsAnswer)).representations;
    },

    signers: async (nationalId, regNo, signal) =>
      (await call('GET', signing(nationalId, regNo), signersAnswer, { signal })).signers,
    addSigner: (nationalId, regNo, signer, role) =>
      call('POST', signing(nationalId, regNo), signersAnswer, {
        body: { signer, ...(role === null ? {} : { role }) },
      }),
    removeSigner: async (nationalId, regNo, signer) =>
      (await call('DELETE', signing(nationalId, regNo) + bySigner(signer), signersAnswer)).signers,
    resend: (nationalId, regNo, signer) =>
      call('POST', `${signing(nationalId, regNo)}/resend${bySigner(signer)}`, signersAnswer),

    setNameLatin: async (nationalId, regNo, nameLatin) => {
      const path = `organization/name-latin/${encodeURIComponent(regNo)}/${person(nationalId)}`;
      await call('PUT', path, nameLatinAnswer, { body: { nameLatin } });
    },
  };
}
