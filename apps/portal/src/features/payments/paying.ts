import { forgetInTab, keepInTab, readFromTab } from '../../shell/tab-storage.ts';

const KEY = 'tamga-paying';

/** The payment that the person left this site for; only this tab comes back from it. */
export const rememberPaying = (id: string): boolean => keepInTab(KEY, id);
export const readPaying = (): string | null => readFromTab(KEY);
export const forgetPaying = (): void => forgetInTab(KEY);
