import type { Mark } from '../../api/signing.ts';
import type { SignedFor } from '../../features/signing/use-signed-for.ts';

/** What the person chose, kept until the document is signed. */
export interface Draft {
  file: File;
  mark: Mark;
  /** Null for oneself. */
  organisation: SignedFor | null;
}
