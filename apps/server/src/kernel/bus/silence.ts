const turnMs = 100;

/**
 * Calls back after `ms` without an answer. It counts turns of the event loop, because a plain timer runs before the
 * answers that arrived while this process had no CPU: our own standstill is no silence of the other side.
 */
export function watchSilence(ms: number, onSilence: () => void): { stop(): void } {
  let turnsLeft = Math.ceil(ms / turnMs);
  const timer = setInterval(() => {
    turnsLeft -= 1;
    if (turnsLeft > 0) return;
    clearInterval(timer);
    onSilence();
  }, turnMs);
  return { stop: () => clearInterval(timer) };
}
