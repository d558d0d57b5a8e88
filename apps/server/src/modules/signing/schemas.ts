import { type Static, Type } from 'typebox';
import { Id, line, oneOf, strict, Timestamp } from '../../kernel/http/schemas.ts';
import { pdfWarnings } from './pades/document.ts';
import { LEVELS } from './pades/level.ts';

export const SessionId = Type.String({ maxLength: 32, pattern: '^[0-9a-f]{32}$' });
export const BySession = strict({ id: SessionId });
export const BySid = strict({ sid: SessionId });

export const InitiateBody = strict({
  document_hash_hex: Type.String({ minLength: 64, maxLength: 64, pattern: '^[0-9a-fA-F]{64}$' }),
  display_text: Type.Optional(line(160, 0)),
  document_name: Type.Optional(line(160, 0)),
});
export type InitiateBody = Static<typeof InitiateBody>;

const PdfWarningWord = oneOf(...pdfWarnings);

export const InitView = Type.Object({
  session_id: SessionId,
  document_hash: Type.String(),
  verification_code: Type.String(),
  filename: Type.String(),
  warnings: Type.Array(PdfWarningWord),
});

/** What a person should know before they sign. */
export const CheckView = Type.Object({ warnings: Type.Array(PdfWarningWord) });
export const InitiatedView = Type.Object({
  sid: SessionId,
  state: oneOf('RUNNING'),
  verification_code: Type.String(),
});
export const StatusView = Type.Object({
  sid: SessionId,
  state: oneOf('RUNNING', 'CONFIRMED', 'REFUSED', 'TIMEOUT'),
});

export const sessionStates = ['running', 'completed', 'failed', 'expired', 'rejected'] as const;
export const SessionView = Type.Object({
  session_id: SessionId,
  state: oneOf(...sessionStates),
  filename: Type.String(),
  document_hash: Type.String(),
  verification_code: Type.String(),
  reason: Type.Optional(Type.String()),
  signer_name: Type.Optional(Type.String()),
  on_behalf_of_name: Type.Optional(Type.String()),
  level: Type.Optional(oneOf(...LEVELS)),
  target: Type.Optional(oneOf(...LEVELS)),
  shortfall: Type.Optional(Type.String()),
  /** The request that this is a signing of; its document is downloaded there. */
  request_id: Type.Optional(Id),
  completed_at: Type.Optional(Timestamp),
  /** Until then the phone waits for PIN2; absent when it no longer does. */
  confirm_by: Type.Optional(Timestamp),
  expires_at: Timestamp,
});
export type SessionView = Static<typeof SessionView>;

export const DocumentView = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer(),
  level: oneOf(...LEVELS),
  target: oneOf(...LEVELS),
  shortfall: Type.Optional(Type.String()),
  signed_at: Timestamp,
  created_at: Timestamp,
  /** The request in which it was signed together. */
  request_id: Type.Optional(Id),
});

/** An organisation that the person may sign for. */
export const SignerOrganisation = Type.Object({
  org_register: Type.String(),
  org_name: Type.String(),
  org_name_en: Type.String(),
  role: Type.String(),
});

export const names = {
  PdfWarning: PdfWarningWord,
  SignCheck: CheckView,
  SignerOrganisation,
  SignSession: SessionView,
  SignedDocument: DocumentView,
};
