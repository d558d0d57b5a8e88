import type { Mark } from './marks.ts';

/** What a later revision did, by what it means to a reader of the document. */
export const allowedKinds = [
  'EVIDENCE_ADDED',
  'DOCUMENT_TIMESTAMP_ADDED',
  'SIGNATURE_ADDED',
  'FORM_FILLED',
  'NOTE_ADDED',
  'MARK_ADDED',
  'MARK_BESIDE_CONTENT',
  'CONTENT_COVERED',
  'INFORMATION_UPDATED',
] as const;

export const attackKinds = [
  'CONTENT_REPLACED',
  'OVERLAY_REMOVED',
  'HIDDEN_CONTENT_ACTIVATED',
  'FONT_REPLACED',
  'RESOURCE_REPLACED',
  'DANGLING_REFERENCE_FILLED',
  'ANNOTATION_ADDED',
  'ANNOTATION_CHANGED',
  'ANNOTATION_REMOVED',
  'FIELD_ADDED',
  'FIELD_VALUE_REPLACED',
  'FIELD_APPEARANCE_REPLACED',
  'FIELD_UNCLEAR',
  'FIELD_MOVED',
  'FIELD_CHANGED',
  'FIELD_OVER_CONTENT',
  'NOTE_OVER_CONTENT',
  'SIGNATURE_MARK_OVER_PAGE',
  'UNTRUSTED_SIGNATURE_MARK',
  'PAGES_CHANGED',
  'PAGE_CHANGED',
  'LAYERS_CHANGED',
  'SCRIPT_ADDED',
  'CATALOG_CHANGED',
  'CATALOG_REPLACED',
  'INFORMATION_CHANGED',
  'PERMISSIONS_CHANGED',
  'OBJECT_STREAM_REPLACED',
  'OBJECT_CHANGED',
  'OBJECT_FREED',
  'UNREFERENCED_OBJECT',
  'DATA_AFTER_END',
  'STRUCTURE_AMBIGUOUS',
  'BROKEN_SIGNATURE_ADDED',
  'PICTURE_DIFFERS',
] as const;

export type AllowedKind = (typeof allowedKinds)[number];
export type AttackKind = (typeof attackKinds)[number];
export type ChangeKind = AllowedKind | AttackKind;

export interface Finding {
  kind: ChangeKind;
  /** Index of the revision that made the change. */
  revision: number;
  /** Field name, or the number of the object: for the reader's details. */
  where: string;
  /** Page number from 1, where it is known. */
  page?: number;
  /** For an added signature: the object that holds it. */
  signatureObject?: number;
  /** For an added signature: whether it draws something. */
  visible?: boolean;
  /** Where the change may draw: marks of signatures, filled fields, notes. */
  marks?: Mark[];
  /** Counts only for signatures that cover this revision: what it adds up to differs for each of them. */
  signedRevision?: number;
  /** For a filled or signed field: its fully qualified name. */
  fieldName?: string;
  /** For a filled field: its object, and what it says now. */
  fieldNumber?: number;
  value?: string;
}

export const isAttackKind = (kind: ChangeKind): kind is AttackKind =>
  (attackKinds as readonly string[]).includes(kind);
