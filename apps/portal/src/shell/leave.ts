import { forgetKeptDocuments } from '../api/kept-documents.ts';
import { forgetInTab, forgetPersonalTexts, hasLeftTab, listTyped } from '../api/tab-storage.ts';
import { forgetUnsentFiles } from '../api/unsent-files.ts';

/** The other tabs of this browser. */
const SIGN_OUT = 'tamga-sign-out';

interface Leaving {
  tellsTabs?: boolean;
  /** Names of the unsent texts that the person agreed to delete, in every tab. */
  deleted?: readonly string[];
  /** The person signed out in another tab and was not asked about the unsent text of this one. */
  keepsTexts?: boolean;
}

/** Reloads instead of navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(
  address: string,
  { tellsTabs = true, deleted = [], keepsTexts = false }: Leaving = {},
): void {
  if (!keepsTexts) forgetPersonalTexts();
  if (tellsTabs) new BroadcastChannel(SIGN_OUT).postMessage(deleted);
  void Promise.allSettled([forgetKeptDocuments(), forgetUnsentFiles()]).then(() =>
    window.location.assign(address),
  );
}

/**
 * Leaves this tab when the person signs out in another; what is kept in a tab is out of reach for the others. A page
 * with input may wait for its person instead, unless they agreed to delete all that it has. Other unsent text stays in
 * the tab for this person alone.
 */
export function followSignOut(userId: string, wait: () => boolean): () => void {
  const heard = new BroadcastChannel(SIGN_OUT);
  heard.onmessage = ({ data }: MessageEvent<readonly string[] | null>) => {
    if (hasLeftTab()) return;
    const deleted = data ?? [];
    for (const name of deleted) forgetInTab(name);
    const keepsTexts = listTyped(userId).length > 0;
    const isAgreed = deleted.length > 0 && !keepsTexts;
    if (!isAgreed && wait()) return;
    leaveTo('/?notice=signed-out', { tellsTabs: false, keepsTexts });
  };
  return () => heard.close();
}
