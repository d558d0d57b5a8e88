import type { SignerOrganisation } from '../../api/organisations.ts';
import type { Mark } from '../../api/signing.ts';

/** What the person chose, kept until the document is signed. */
export interface Draft {
  file: File;
  mark: Mark;
  /** Null for oneself. */
  organisation: SignerOrganisation | null;
}
