import { forgetKeptDocuments } from '../api/kept-documents.ts';
import { forgetPersonalTexts, hasLeftTab, listTyped } from '../api/tab-storage.ts';
import { forgetUnsentFiles } from '../api/unsent-files.ts';

/** The other tabs of this browser. */
const SIGN_OUT = 'tamga-sign-out';

interface Leaving {
  tellsTabs?: boolean;
  /** The person signed out in another tab and was not asked about the unsent text of this one. */
  keepsTexts?: boolean;
}

/** Reloads instead of navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(address: string, { tellsTabs = true, keepsTexts = false }: Leaving = {}): void {
  if (!keepsTexts) forgetPersonalTexts();
  if (tellsTabs) new BroadcastChannel(SIGN_OUT).postMessage(null);
  void Promise.allSettled([forgetKeptDocuments(), forgetUnsentFiles()]).then(() =>
    window.location.assign(address),
  );
}

/**
 * Leaves this tab when the person signs out in another; what is kept in a tab is out of reach for the others. A page
 * with input may wait for its person instead. Unsent text stays in the tab for this person alone.
 */
export function followSignOut(userId: string, wait: () => boolean): () => void {
  const heard = new BroadcastChannel(SIGN_OUT);
  heard.onmessage = () => {
    if (hasLeftTab() || wait()) return;
    const keepsTexts = listTyped(userId).length > 0;
    leaveTo('/?notice=signed-out', { tellsTabs: false, keepsTexts });
  };
  return () => heard.close();
}
