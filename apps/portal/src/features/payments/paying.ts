import { forgetInTab, keepInTab, readFromTab } from '../../api/tab-storage.ts';

const KEY = 'tamga-paying';

/** The payment for which the person left this site; only this tab returns from it. */
export const rememberPaying = (id: string): boolean => keepInTab(KEY, id);
export const readPaying = (): string | null => readFromTab(KEY);
export const forgetPaying = (): void => forgetInTab(KEY);
