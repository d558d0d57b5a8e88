import { forgetKeptDocuments } from '../api/kept-documents.ts';
import { forgetUnsentFiles } from '../api/unsent-files.ts';
import { forgetPersonalTexts, hasLeftTab } from './tab-storage.ts';

/** The other tabs of this browser. */
const SIGN_OUT = 'tamga-sign-out';

/** Reloads instead of navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(address: string, { tellsTabs = true } = {}): void {
  forgetPersonalTexts();
  if (tellsTabs) new BroadcastChannel(SIGN_OUT).postMessage(null);
  void Promise.allSettled([forgetKeptDocuments(), forgetUnsentFiles()]).then(() =>
    window.location.assign(address),
  );
}

/** Leaves this tab when the person signs out in another; what is kept in a tab is out of reach for the others. */
export function followSignOut(): () => void {
  const heard = new BroadcastChannel(SIGN_OUT);
  heard.onmessage = () => {
    if (!hasLeftTab()) leaveTo('/?notice=signed-out', { tellsTabs: false });
  };
  return () => heard.close();
}
