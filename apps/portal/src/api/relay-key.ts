/** Everything of the relay: its stream of changes fetches what is visible again. Apart, because every page loads it. */
export const RELAY_KEY = ['relay'] as const;
export const RELAY_FIGURES = 'overview';
