export type PdfRefusal =
  | 'not_a_pdf'
  | 'encrypted'
  | 'damaged'
  | 'too_large'
  /** It unpacks to more than the reader takes, or has too many parts. */
  | 'too_complex'
  /** The author certified the document and allowed no change, or an earlier signature locked it. */
  | 'changes_forbidden'
  | 'fields_locked'
  /** A certified document may be signed, but a new visible field would break the certification. */
  | 'mark_not_allowed'
  /** Only the first signature can certify. */
  | 'already_signed'
  | 'field_taken'
  | 'no_such_page'
  | 'mark_outside_page'
  | 'mark_too_small'
  | 'unprintable_text';

/** The document cannot be signed as asked; a person can be told why. */
export class PdfRefused extends Error {
  readonly reason: PdfRefusal;

  constructor(reason: PdfRefusal, detail = '') {
    super(`the document cannot be signed: ${reason}${detail === '' ? '' : ` (${detail})`}`);
    this.name = 'PdfRefused';
    this.reason = reason;
  }
}

export type SignatureRefusal =
  | 'unsupported_key'
  /** The signature is not one of this certificate over the approved digest. */
  | 'signature_invalid'
  /** The stored file is not the one that was prepared. */
  | 'other_document'
  | 'timestamp_for_other_signature'
  | 'signature_too_large';

/** Nothing was embedded. */
export class SignatureRefused extends Error {
  readonly reason: SignatureRefusal;

  constructor(reason: SignatureRefusal) {
    super(`the signature cannot be embedded: ${reason}`);
    this.name = 'SignatureRefused';
    this.reason = reason;
  }
}
