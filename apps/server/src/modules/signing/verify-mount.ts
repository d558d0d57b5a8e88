import type { FastifyRequest } from 'fastify';
import { open } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import { spoolBody } from '../../kernel/http/intake.ts';
import { limitSubject } from '../../kernel/http/limit-subject.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { SpooledBody } from '../../kernel/http/spool.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { disposition } from '../files/index.ts';
import { errors } from './errors.ts';
import { readForm } from './form.ts';
import { describeValidation } from './report/validation-report.ts';
import { signXml } from './report/xades.ts';
import { type PlatformSeal, SealFailure } from './seal/platform-seal.ts';
import { formOverheadBytes, largestSignedBytes } from './sizes.ts';
import { VerificationView, viewVerification } from './verify/index.ts';
import { type OnlineVerifyDeps, verifyOnline } from './verify-online.ts';

export interface VerifyDeps extends OnlineVerifyDeps {
  seal: Pick<PlatformSeal, 'sign'>;
}

const takes = ['application/pdf', 'application/octet-stream', 'multipart/form-data'];
/** A document takes up to seconds of a processor. */
const verifications: Limit = { group: 'sign-verify', perMinute: 20, burst: 10 };

/** For anybody: nothing of the document is kept or logged. */
export function verifyMount(deps: VerifyDeps): Mount {
  return {
    id: 'sign.verify',
    methods: ['POST'],
    openInMaintenance: true,
    path: '/api/v1/sign/verify',
    access: open('anybody may check a signature'),
    limit: verifications,
    unparsed: true,
    upload: 'spooled',
    bodyLimitBytes: largestSignedBytes + formOverheadBytes,
    summary: 'Verify the signatures of a PDF: the file as the body, or as the field file of a form',
    media: {
      takes,
      reply: VerificationView,
      statuses: [200],
    },
    handle: async (request, reply) => {
      const result = await verifyOnline(deps, await readDocument(request), limitSubject(request.ip));
      const data = viewVerification(result, await deps.sealKeys());
      return reply.send({ status: true, message: 'OK', data, request_id: request.id });
    },
  };
}

/** The same verification as a report that others can rely on: ETSI TS 119 102-2, under the platform's seal. */
export function reportMount(deps: VerifyDeps): Mount {
  return {
    id: 'sign.verify.report',
    methods: ['POST'],
    openInMaintenance: true,
    path: '/api/v1/sign/verify/report',
    access: open('anybody may check a signature'),
    limit: verifications,
    unparsed: true,
    upload: 'spooled',
    bodyLimitBytes: largestSignedBytes + formOverheadBytes,
    summary:
      'Verify the signatures of a PDF as verify does, and give the validation report of ETSI TS 119 102-2 as XML, sealed by the platform (XAdES B-B). Nothing is kept',
    media: { takes, gives: ['application/xml'] },
    handle: async (request, reply) => {
      const result = await verifyOnline(deps, await readDocument(request), limitSubject(request.ip));
      const { documentDigest, signatures, reason } = result;
      if (documentDigest === null || signatures.length === 0)
        fail(errors.nothing_to_report, { data: { reason } });
      const at = deps.now();
      const report = await deps.seal
        .sign((signer) =>
          signXml(
            describeValidation({ result, documentDigest, at, validator: signer.certificate }),
            signer,
            at,
          ),
        )
        .catch(explainSeal);
      return reply
        .header('content-type', 'application/xml; charset=utf-8')
        .header('content-disposition', disposition('validation-report.xml'))
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(report);
    },
  };
}

function explainSeal(error: unknown): never {
  if (!(error instanceof SealFailure)) throw error;
  fail(errors.report_not_sealed, { detail: error.message, retryAfterSeconds: 60 });
}

async function readDocument(request: FastifyRequest): Promise<SpooledBody> {
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
  const file = isForm
    ? (await readForm(request, [], { largestBytes: largestSignedBytes })).file
    : await spoolBody(request, largestSignedBytes);
  return file.size === 0 ? fail(errors.file_required) : file;
}
