import { forgetReplies } from '../pages/applications/kept-reply.ts';

/** A real load, not a navigation: nothing of the person may stay in this page's memory, nor in its storage. */
export function leaveTo(address: string): void {
  forgetReplies();
  window.location.assign(address);
}
