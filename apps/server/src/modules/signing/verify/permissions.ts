import { type AddedSignatures, leadsToAnchor } from './changes/accept.ts';
import type { PdfFile, PdfView } from './pdf/document.ts';
import { intOf, isName, nameOf, type PdfDict, PdfRef, sameValue, textOf } from './pdf/values.ts';
import { type FoundSignature, signedFields } from './signatures.ts';
import type { TimelineContext } from './timeline.ts';

export type CertifiedLevel = 1 | 2 | 3;

/** The one signature that may permit changes: 1 nothing, 2 form filling and signing, 3 also notes (12.8.2.2). */
export interface Certification {
  signature: FoundSignature;
  level: CertifiedLevel;
}

/** What may change after a signature. */
export interface Permissions {
  /** Of a certification that counts, whoever made it; null without one. */
  certified: CertifiedLevel | null;
  /** What the certification permits concerns the certifier's own signature. */
  isCertifier: boolean;
  isSigningForbidden: boolean;
  isLocked: (fieldName: string) => boolean;
}

/**
 * Anybody can write a dictionary that calls itself a certification. It permits something only as the first signature of
 * the file, in a listed field, intact, and of somebody whose certificate leads to an anchor.
 */
export async function findCertification(
  file: PdfFile,
  found: readonly FoundSignature[],
  checked: AddedSignatures['signatures'],
  context: TimelineContext,
): Promise<Certification | null> {
  const [first] = found;
  const certifier = checked.find(({ signature }) => signature === first);
  if (!first || first.revision === null || !certifier || certifier.integrity.verdict) return null;
  const view = file.view(first.revision);
  const permissions = view.dict(view.root.get('Perms'));
  const named = permissions?.get('DocMDP');
  if (!permissions || permissions.ambiguous || !(named instanceof PdfRef)) return null;
  const isIt =
    named.num === first.objectNumber &&
    sameValue(view.dict(named) ?? null, first.dict) &&
    signedFields(view).some(({ objectNumber }) => objectNumber === named.num);
  if (!isIt || !isName(first.dict.get('Type'), 'Sig')) return null;
  const [parameters, ...others] = transformsOf(view, first.dict, 'DocMDP');
  const isClear = view
    .array(first.dict.get('Reference'))
    .every((item) => view.dict(item)?.ambiguous === false);
  const level = parameters?.ambiguous === false ? intOf(view.resolve(parameters.get('P'))) : undefined;
  if (!isClear || others.length > 0 || (level !== 1 && level !== 2 && level !== 3)) return null;
  return (await leadsToAnchor(certifier.integrity, context)) ? { signature: first, level } : null;
}

/** Read from the signed revision: a later one must not widen what its signer allowed. */
export function permissionsOf(
  view: PdfView,
  signature: FoundSignature,
  certification: Certification | null,
): Permissions {
  const named = view.dict(view.dict(view.root.get('Perms'))?.get('DocMDP'));
  const field = signature.fieldNumber === undefined ? null : view.object(signature.fieldNumber);
  const lock = view.dict(view.dict(field)?.get('Lock'));
  const restricting = [
    ...(named ? transformsOf(view, named, 'DocMDP') : []),
    ...transformsOf(view, signature.dict, 'DocMDP'),
    ...(lock ? [lock] : []),
  ];
  const locks = [...transformsOf(view, signature.dict, 'FieldMDP'), ...(lock ? [lock] : [])].map(
    (parameters) => lockOf(view, parameters),
  );
  return {
    certified: certification?.level ?? null,
    isCertifier: certification?.signature === signature,
    // Who forbids is believed, whoever it is; the absent level is 2.
    isSigningForbidden: restricting.some((parameters) => {
      const level = view.resolve(parameters.get('P'));
      return level !== null && level !== 2 && level !== 3;
    }),
    isLocked: (name) => locks.some((isLocked) => isLocked(name)),
  };
}

function transformsOf(view: PdfView, signature: PdfDict, method: string): PdfDict[] {
  return view.array(signature.get('Reference')).flatMap((reference) => {
    const dict = view.dict(reference);
    const isIt = nameOf(view.resolve(dict?.get('TransformMethod'))) === method;
    return (isIt && view.dict(dict?.get('TransformParams'))) || [];
  });
}

function lockOf(view: PdfView, parameters: PdfDict): Permissions['isLocked'] {
  const action = nameOf(view.resolve(parameters.get('Action')));
  const names = view.array(parameters.get('Fields')).map((name) => textOf(view.resolve(name)));
  const isNamed = (field: string) =>
    names.some((name) => name !== undefined && (field === name || field.startsWith(`${name}.`)));
  if (action === 'Include' && !names.includes(undefined)) return isNamed;
  return action === 'Exclude' ? (field) => !isNamed(field) : () => true;
}
