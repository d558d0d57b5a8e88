import { forgetKeptDocuments } from '../api/kept-documents.ts';
import { forgetPersonalTexts } from './tab-storage.ts';

/** Reloads instead of navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(address: string): void {
  forgetPersonalTexts();
  void forgetKeptDocuments()
    .catch(() => undefined)
    .then(() => window.location.assign(address));
}
