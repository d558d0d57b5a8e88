import { randomBytes } from 'node:crypto';
import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js';
import * as pkijs from 'pkijs';
import { createCircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { DIGEST_OID, type DigestName } from '../../kernel/pki/algorithm.ts';
import { copyBytes } from '../../kernel/pki/certificate.ts';
import type { TrustStore } from '../../kernel/pki/check-chain.ts';
import { checkTimestampToken, parseTimestampToken } from '../../kernel/pki/timestamp-token.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { TimestampError, type TimestampPort } from '../../modules/signing/timestamp-port.ts';
import { createPkiHttp } from '../pki-http/index.ts';

export interface TsaAdapterOptions {
  /** SIGN_TSA_URL; a user name and a password in it are sent as Basic. */
  url: string;
  trust: TrustStore;
  now: () => Date;
  guard?: AddressGuard<'revocation'>;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 64 * 1024;
/** Allowed difference between two clocks. */
const CLOCK_SKEW_MS = 5 * 60_000;
const NONCE_OCTETS = 16;
/** RFC 3161 2.4.2: granted, and granted with modifications. */
const GRANTED: ReadonlySet<number> = new Set([0, 1]);

/** A client of RFC 3161 that gives out only what it has verified. */
export function createTsaAdapter(options: TsaAdapterOptions): TimestampPort {
  const { trust, now } = options;
  const { url, headers } = readAddress(options.url);
  const breaker = createCircuitBreaker(now);
  const send = createPkiHttp({
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    largestBytes: LARGEST_ANSWER_BYTES,
    guard: options.guard,
  });

  return {
    async timestamp(imprint, signal) {
      const permit = breaker.admit();
      if (!permit) throw new TimestampError('unavailable', 'it failed repeatedly and is left alone');
      const nonce = createNonce();
      const answer = await send({
        url,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/timestamp-query',
          accept: 'application/timestamp-reply',
        },
        body: encodeRequest(imprint, nonce),
        signal,
      });
      if (!answer.ok) {
        if (signal?.aborted) permit.undecided();
        else permit.failed();
        throw new TimestampError('unavailable', answer.detail);
      }
      permit.succeeded();
      const der = readAnswer(answer.body);
      await check(der, imprint, nonce);
      return der;
    },
  };

  async function check(
    der: Uint8Array,
    imprint: { digest: DigestName; value: Uint8Array },
    nonce: Buffer,
  ): Promise<void> {
    const refuse = (detail: string) => {
      throw new TimestampError('invalid', detail);
    };
    const token = parseTimestampToken(der) ?? refuse('the token cannot be read');
    if (token.imprint.digest !== imprint.digest || !token.imprint.value.equals(imprint.value))
      refuse('the token is about something else');
    if (token.nonce?.equals(nonce) !== true) refuse('the token answers another request');
    if (Math.abs(token.at.getTime() - now().getTime()) > CLOCK_SKEW_MS)
      refuse('the token is not of this moment');
    const checked = await checkTimestampToken(token, trust, now());
    if (!checked.ok) refuse(checked.reason);
  }
}

function readAddress(text: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '') return { url, headers: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}

/** A positive INTEGER without a leading zero octet, so that it comes back octet by octet. */
function createNonce(): Buffer {
  const nonce = randomBytes(NONCE_OCTETS);
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  return nonce;
}

function encodeRequest(imprint: { digest: DigestName; value: Uint8Array }, nonce: Buffer): Uint8Array {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: DIGEST_OID[imprint.digest],
        algorithmParams: new Null(),
      }),
      hashedMessage: new OctetString({ valueHex: copyBytes(imprint.value) }),
    }),
    nonce: new Integer({ valueHex: copyBytes(nonce) }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

function readAnswer(body: Uint8Array): Uint8Array {
  let response: pkijs.TimeStampResp;
  try {
    response = pkijs.TimeStampResp.fromBER(copyBytes(body));
  } catch {
    throw new TimestampError('invalid', 'the answer cannot be read');
  }
  const { status } = response.status;
  if (!GRANTED.has(status)) throw new TimestampError('rejected', `status ${status}`);
  if (!response.timeStampToken) throw new TimestampError('invalid', 'the answer has no token');
  // Octet by octet as received: another encoding could break the authority's signature.
  const outer = fromBER(copyBytes(body)).result;
  const token = outer instanceof Sequence ? outer.valueBlock.value[1] : undefined;
  if (!token) throw new TimestampError('invalid', 'the answer has no token');
  return new Uint8Array(token.valueBeforeDecodeView);
}
