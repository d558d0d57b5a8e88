/** Limits how many commands run and wait, and for how long. */
export interface Queue {
  /** Undefined when no slot was free in time. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function createQueue(options: { atOnce: number; waiting: number; waitMs: number }): Queue {
  let running = 0;
  const line: ((granted: boolean) => void)[] = [];
  const take = (): Promise<boolean> => {
    if (running < options.atOnce) {
      running += 1;
      return Promise.resolve(true);
    }
    if (line.length >= options.waiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const place = (granted: boolean) => {
        clearTimeout(timer);
        resolve(granted);
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(place), 1);
        place(false);
      }, options.waitMs);
      line.push(place);
    });
  };
  const giveBack = () => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next(true);
  };
  return {
    run: async (work) => {
      if (!(await take())) return undefined;
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
