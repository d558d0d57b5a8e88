import { forgetPersonalTexts } from './tab-storage.ts';

/** Reloads instead of navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(address: string): void {
  forgetPersonalTexts();
  window.location.assign(address);
}
