import { forgetKeptDocuments } from '../api/kept-documents.ts';
import { forgetUnsentFiles } from '../api/unsent-files.ts';
import { forgetPersonalTexts } from './tab-storage.ts';

/** Reloads instead of navigating: the user's data must stay neither in memory nor in storage. */
export function leaveTo(address: string): void {
  forgetPersonalTexts();
  void Promise.allSettled([forgetKeptDocuments(), forgetUnsentFiles()]).then(() =>
    window.location.assign(address),
  );
}
