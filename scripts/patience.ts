/** How long a test waits for something that must happen: only a failing test waits in full. */
export const patienceMs = 600_000;
