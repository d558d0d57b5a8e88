/** A real load, not a navigation: nothing of the person may stay in this page's memory. */
export function leaveTo(address: string): void {
  window.location.assign(address);
}
