/** Parts that can run as separate processes; `tamga start` runs all of them. */
export const parts = ['api', 'portal', 'worker', 'sandbox'] as const;
export type Part = (typeof parts)[number];
