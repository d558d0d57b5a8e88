import type { Language } from '../../kernel/http/language.ts';
import { type BeginDeps, explainPdf } from './begin.ts';
import type { PdfWarning } from './pades/document.ts';

type CheckDeps = Pick<BeginDeps, 'engine' | 'anchors'>;

/** What a person should know before they sign; fails for a document that nobody can sign. */
export async function checkDocument(
  deps: CheckDeps,
  document: Uint8Array,
  { language, now }: { language: Language; now: Date },
): Promise<PdfWarning[]> {
  const plain = await deps.engine
    .checkSignable(document)
    .catch((error: unknown) => explainPdf(error, language));
  return [...plain, ...(await findRisks(deps, document, now))];
}

/** A check that failed is told as such: it does not forbid to sign. */
export const findRisks = (deps: CheckDeps, document: Uint8Array, now: Date): Promise<PdfWarning[]> =>
  deps.engine.findRisks(document, { anchors: deps.anchors, now }).catch((): PdfWarning[] => ['not_checked']);
