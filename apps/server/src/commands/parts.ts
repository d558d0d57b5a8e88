/** What can be started apart; `tamga start` starts all. */
export const parts = ['api', 'portal', 'worker', 'sandbox'] as const;
export type Part = (typeof parts)[number];
