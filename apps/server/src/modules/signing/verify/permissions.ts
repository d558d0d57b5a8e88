import type { PdfView } from './pdf/document.ts';
import { intOf, nameOf, type PdfDict, textOf } from './pdf/values.ts';
import type { FoundSignature } from './signatures.ts';

/** What may change after a signature (12.8.2). */
export interface Permissions {
  /** 1 nothing, 2 form filling and signing, 3 also notes; null without a certification. */
  certified: 1 | 2 | 3 | null;
  isLocked: (fieldName: string) => boolean;
}

/** Read from the signed revision: a later one must not widen what its signer allowed. */
export function permissionsOf(view: PdfView, signature: FoundSignature): Permissions {
  const certification = view.dict(view.dict(view.root.get('Perms'))?.get('DocMDP'));
  const own = transformOf(view, signature.dict, 'DocMDP');
  const levels = [certification && transformOf(view, certification, 'DocMDP'), own]
    .filter((parameters) => parameters !== undefined)
    .map((parameters) => {
      const level = view.resolve(parameters.get('P'));
      return level === null ? 2 : (intOf(level) ?? 1);
    });
  const lowest = levels.length > 0 ? Math.min(...levels) : null;
  return {
    certified: lowest === 1 || lowest === 2 || lowest === 3 ? lowest : lowest === null ? null : 1,
    isLocked: lockOf(view, transformOf(view, signature.dict, 'FieldMDP')),
  };
}

function transformOf(view: PdfView, signature: PdfDict, method: string): PdfDict | undefined {
  for (const reference of view.array(signature.get('Reference'))) {
    const dict = view.dict(reference);
    if (nameOf(view.resolve(dict?.get('TransformMethod'))) === method)
      return view.dict(dict?.get('TransformParams'));
  }
  return undefined;
}

function lockOf(view: PdfView, parameters: PdfDict | undefined): Permissions['isLocked'] {
  if (parameters === undefined) return () => false;
  const action = nameOf(view.resolve(parameters.get('Action')));
  const names = view.array(parameters.get('Fields')).map((name) => textOf(view.resolve(name)) ?? '');
  const isNamed = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`));
  if (action === 'Include') return isNamed;
  return action === 'Exclude' ? (field) => !isNamed(field) : () => true;
}
