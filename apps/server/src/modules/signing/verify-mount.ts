import type { IncomingMessage } from 'node:http';
import { open } from '../../kernel/http/access.ts';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { largestPdfBytes, readForm } from './form.ts';
import type { SealIdentity } from './seal/certificate.ts';
import { joinShared } from './shared-bytes.ts';
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
    slowBody: true,
    summary: 'Verify the signatures of a PDF: the file as the body, or as the field file of a form',
    media: {
      takes: ['application/pdf', 'application/octet-stream', 'multipart/form-data'],
      reply: VerificationView,
      statuses: [200],
    },
    handle: async (request, reply) => {
      const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
      const bytes = isForm ? (await readForm(request.raw, [])).file : await readAll(request.raw);
      const result = await deps.verifier
        .verify(bytes, { anchors: deps.anchors, now: deps.now() })
        .catch((error: unknown) => {
          if (error instanceof VerifierBusy) fail(kernelErrors.overloaded, { retryAfterSeconds: 5 });
          throw error;
        });
      const data = viewVerification(result, await deps.platformSeal());
      return reply.send({ status: true, message: 'OK', data, request_id: request.id });
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestPdfBytes) {
      request.resume();
      throw new AppError(kernelErrors.payload_too_large);
    }
    parts.push(part);
  }
  return size === 0 ? fail(errors.file_required) : joinShared(parts);
}
