import { createHash, randomBytes, sign } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as pkijs from 'pkijs';
import { TIMESTAMP_POLICY } from './certificate-policies.ts';
import { oid, setOf, tlv } from './der.ts';
import type { CitizenCredential } from './pki.ts';
import type { Provider } from './provider.ts';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SHA256 = tlv(0x30, oid('2.16.840.1.101.3.4.2.1'));
const ECDSA_SHA256 = tlv(0x30, oid('1.2.840.10045.4.3.2'));
const HASH_OCTETS: Record<string, number> = {
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
};
const STALE_MS = 60 * 60_000;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const attribute = (type: string, value: Uint8Array) => tlv(0x30, oid(type), tlv(0x31, value));
const integer = (value: number) => tlv(0x02, Buffer.from([value]));

/** RFC 3161 section 2.4.2 with a status and no token: 2 is rejection. */
const REJECTION = tlv(0x30, tlv(0x30, integer(2)));

function readRequest(der: Uint8Array): pkijs.TimeStampReq | undefined {
  try {
    const request = pkijs.TimeStampReq.fromBER(new Uint8Array(der).buffer);
    const { hashAlgorithm, hashedMessage } = request.messageImprint;
    const octets = HASH_OCTETS[hashAlgorithm.algorithmId];
    return hashedMessage.valueBlock.valueHexView.length === octets ? request : undefined;
  } catch {
    return undefined;
  }
}

/** Lies that a client must detect. */
interface Lies {
  imprint: boolean;
  nonce: boolean;
}

function describeTime(request: pkijs.TimeStampReq, at: Date, lies: Lies): Buffer {
  const { hashAlgorithm, hashedMessage } = request.messageImprint;
  const message = Buffer.from(hashedMessage.valueBlock.valueHexView);
  const algorithm = Buffer.from(hashAlgorithm.toSchema().toBER());
  const imprint = tlv(0x30, algorithm, tlv(0x04, lies.imprint ? randomBytes(message.length) : message));
  // DER: a generalized time ends without trailing zeros of the fraction.
  const [day = '', clock = ''] = at.toISOString().split('T');
  const time = `${day.replaceAll('-', '')}${clock.replaceAll(':', '').replace(/\.?(?<!0)0*Z$/, 'Z')}`;
  const nonce = request.nonce && Buffer.from(request.nonce.valueBlock.valueHexView);
  if (nonce && lies.nonce) nonce[nonce.length - 1] = (nonce.at(-1) ?? 0) ^ 1;
  return tlv(
    0x30,
    integer(1),
    oid(TIMESTAMP_POLICY),
    imprint,
    tlv(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    tlv(0x18, Buffer.from(time)),
    tlv(0x30, integer(1)),
    ...(nonce ? [tlv(0x02, nonce)] : []),
  );
}

/** RFC 5652 SignedData over the time information, as RFC 3161 section 2.4.2 profiles it. */
function signToken(info: Buffer, signer: CitizenCredential, certificates: readonly Uint8Array[]): Buffer {
  const own = signer.certificate.raw;
  const parsed = pkijs.Certificate.fromBER(new Uint8Array(own).buffer);
  const issuer = Buffer.from(parsed.issuer.toSchema().toBER());
  const serial = Buffer.from(parsed.serialNumber.toBER());
  const attributes = setOf(
    attribute('1.2.840.113549.1.9.3', oid(TST_INFO)),
    attribute('1.2.840.113549.1.9.4', tlv(0x04, sha256(info))),
    // RFC 5816: the certificate by its SHA-256 digest.
    attribute('1.2.840.113549.1.9.16.2.47', tlv(0x30, tlv(0x30, tlv(0x30, tlv(0x04, sha256(own)))))),
  );
  const implicit = Buffer.from(attributes);
  implicit[0] = 0xa0;
  const signerInfo = tlv(
    0x30,
    integer(1),
    tlv(0x30, issuer, serial),
    SHA256,
    implicit,
    ECDSA_SHA256,
    tlv(0x04, sign('sha256', attributes, signer.privateKey)),
  );
  const content = tlv(0x30, oid(TST_INFO), tlv(0xa0, tlv(0x04, info)));
  const signed = tlv(
    0x30,
    integer(3),
    tlv(0x31, SHA256),
    content,
    ...(certificates.length > 0 ? [tlv(0xa0, ...certificates)] : []),
    tlv(0x31, signerInfo),
  );
  return tlv(0x30, oid('1.2.840.113549.1.7.2'), tlv(0xa0, signed));
}

export function registerTsa(
  app: FastifyInstance,
  { pki, faults, foreign, now }: Pick<Provider, 'pki' | 'faults' | 'foreign' | 'now'>,
): void {
  async function chooseSigner(): Promise<{ signer: CitizenCredential; issuer: Uint8Array }> {
    if (faults.take('tsa_foreign'))
      return {
        signer: await foreign.credential('timestamp authority'),
        issuer: (await foreign.credential('issuing')).certificate.raw,
      };
    const { issuing, responder } = pki.authority();
    // The responder's certificate is of the right authority, but not for timestamps.
    const signer = faults.take('tsa_wrong_certificate') ? responder : await pki.timestampAuthority();
    return { signer, issuer: issuing.raw };
  }

  async function answer(requestDer: Uint8Array): Promise<Buffer> {
    const request = readRequest(requestDer);
    if (!request || faults.take('tsa_refused')) return REJECTION;
    const { signer, issuer } = await chooseSigner();
    const at = new Date(now().getTime() - (faults.take('tsa_stale') ? STALE_MS : 0));
    const info = describeTime(request, at, {
      imprint: faults.take('tsa_wrong_imprint') !== null,
      nonce: faults.take('tsa_wrong_nonce') !== null,
    });
    const certificates = request.certReq === true ? [signer.certificate.raw, issuer] : [];
    return tlv(0x30, tlv(0x30, integer(0)), signToken(info, signer, certificates));
  }

  app.register(async (scope) => {
    scope.addContentTypeParser('application/timestamp-query', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/tsa', { bodyLimit: 16_384 }, async (request, reply) => {
      if (faults.take('tsa_down')) return reply.code(503).send();
      const late = faults.take('tsa_late');
      if (late) await faults.pause(late.ms);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return reply.header('content-type', 'application/timestamp-reply').send(await answer(body));
    });
  });
}
