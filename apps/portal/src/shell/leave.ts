import { forgetPersonalTexts } from './tab-storage.ts';

/** Loads the page again rather than navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(address: string): void {
  forgetPersonalTexts();
  window.location.assign(address);
}
