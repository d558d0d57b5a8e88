import type { Faults } from './faults.ts';
import type { Foreign } from './foreign-authority.ts';
import type { Pins } from './pins.ts';
import type { Pki } from './pki.ts';
import type { SessionHistory } from './records/history.ts';
import type { RelyingParty, Sessions } from './sessions.ts';

/** Shared by the routes of the provider. */
export interface Provider {
  pki: Pki;
  foreign: Foreign;
  sessions: Sessions;
  history: SessionHistory;
  faults: Faults;
  pins: Pins;
  now: () => Date;
  /** A function, because a server on a free port learns its address only when it listens. */
  publicUrl: () => string;
  relyingParties: RelyingParty[];
  rpSecret: string;
}

export function deviceLinkBase(provider: Provider): string {
  return `${provider.publicUrl()}/link`;
}
