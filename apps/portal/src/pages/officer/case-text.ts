import type { DeskAction } from './desk-actions.ts';

/** The unsent text of one action on one case. */
export const nameCaseText = (caseId: string, action: DeskAction): string => `case:${caseId}:${action}`;
