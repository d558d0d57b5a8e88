import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { ThreadFailure } from '../../kernel/threads.ts';
import { errors, refusalTexts } from './errors.ts';
import type { PdfWarning } from './pades/document.ts';
import type { PdfEngine } from './pades/engine.ts';
import { PdfRefused } from './pades/refusal.ts';

interface CheckDeps {
  engine: PdfEngine;
  /** PEM of the trusted authorities. */
  anchors: string;
}

/** What a person should know before they sign; fails for a document that nobody can sign. */
export async function checkDocument(
  deps: CheckDeps,
  document: Uint8Array,
  { language, now }: { language: Language; now: Date },
): Promise<PdfWarning[]> {
  const plain = await deps.engine
    .checkSignable(document)
    .catch((error: unknown) => explainPdf(error, language));
  return [...plain, ...(await findRisks(deps, document, { language, now }))];
}

export const findRisks = (
  deps: CheckDeps,
  document: Uint8Array,
  { language, now }: { language: Language; now: Date },
): Promise<PdfWarning[]> =>
  deps.engine
    .findRisks(document, { anchors: deps.anchors, now })
    .catch((error: unknown) => explainPdf(error, language));

/** The reason in words and as a code: a person and a program can both act on it. */
export function explainPdf(given: unknown, language: Language): never {
  const error = given instanceof ThreadFailure ? explainThread(given) : given;
  if (!(error instanceof PdfRefused)) throw error;
  fail(errors.not_signable, {
    detail: error.message,
    data: { reason: error.reason, text: refusalTexts[error.reason][language] },
  });
}

/** What a document did to its thread is a property of the document. */
function explainThread(failure: ThreadFailure): Error {
  const { code } = Object(failure.cause) as { code?: string };
  if (failure.fault === 'crowded') fail(kernelErrors.overloaded, { retryAfterSeconds: 5 });
  const isItsFault = failure.fault === 'timed_out' || code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isItsFault ? new PdfRefused('too_complex', failure.message) : failure;
}
