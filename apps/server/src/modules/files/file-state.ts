import { fail } from '../../kernel/http/errors.ts';
import { withheld } from './errors.ts';
import type { StoredFile } from './store.ts';

export const fileStates = ['ready', 'waiting', 'infected', 'unscannable'] as const;
export type FileState = (typeof fileStates)[number];

/** Without a scanner nothing waits; what one found earlier stays infected. */
export function stateOf({ scan }: Pick<StoredFile, 'scan'>, hasScanner: boolean): FileState {
  if (scan === 'infected') return 'infected';
  if (!hasScanner || scan === 'clean') return 'ready';
  return scan === 'unscanned' ? 'waiting' : 'unscannable';
}

/** 409 unless this reader may have the file: its owner anything but an infected one, others what was found clean. */
export function requireReadable(state: FileState, isOwner: boolean): void {
  if (state === 'infected') fail(withheld.file_infected);
  if (isOwner || state === 'ready') return;
  fail(state === 'waiting' ? withheld.file_waiting : withheld.file_unscannable);
}
