import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { spoolBody } from '../../kernel/http/intake.ts';
import { limitSubject } from '../../kernel/http/limit-subject.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { largestFormBytes, largestPdfBytes, readForm } from './form.ts';
import type { SealIdentity } from './seal/certificate.ts';
import { VerificationView, type Verifier, VerifierBusy, viewVerification } from './verify/index.ts';

export interface VerifyDeps {
  verifier: Verifier;
  /** PEM of the trusted authorities. */
  anchors: string;
  /** Undefined while the platform has no seal. */
  platformSeal: () => Promise<SealIdentity | undefined>;
  now: () => Date;
}

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
    bodyLimitBytes: largestFormBytes,
    summary: 'Verify the signatures of a PDF: the file as the body, or as the field file of a form',
    media: {
      takes: ['application/pdf', 'application/octet-stream', 'multipart/form-data'],
      reply: VerificationView,
      statuses: [200],
    },
    handle: async (request, reply) => {
      const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
      const file = isForm ? (await readForm(request, [])).file : await spoolBody(request, largestPdfBytes);
      if (file.size === 0) fail(errors.file_required);
      const result = await deps.verifier
        .verify(file, { anchors: deps.anchors, now: deps.now() }, limitSubject(request.ip))
        .catch((error: unknown) => {
          if (error instanceof VerifierBusy)
            fail(error.isClients ? kernelErrors.rate_limited : kernelErrors.overloaded, {
              retryAfterSeconds: 5,
            });
          throw error;
        });
      const data = viewVerification(result, await deps.platformSeal());
      return reply.send({ status: true, message: 'OK', data, request_id: request.id });
    },
  };
}
