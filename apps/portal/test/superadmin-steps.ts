import type { BrowserContext, Page } from 'playwright-core';
import { stepAt, totpCode } from '../../server/src/modules/superadmin/index.ts';
import type { Citizen, Phone } from '../../server/test/citizens.ts';
import { scanAndApprove } from './phone-page.ts';
import type { Stage } from './stage.ts';

/** Manual steps of a super administrator: the social provider's page, the phone, the mailbox, the app. */
export interface Hands {
  chooseSocial(page: Page, email: string, options?: { decision?: 'allow' | 'deny' }): Promise<void>;
  scanAndApprove(page: Page, citizen: Citizen): Promise<void>;
  readMailedCode(email: string): Promise<string>;
  /** A code of the next time step is still accepted, because the current one may have been used already. */
  readAppCode(secret: string, ahead?: number): string;
  /** Changes the address, because a fast journey would exceed a rate limit for people. */
  moveOn(context: BrowserContext): Promise<void>;
  giveCode(page: Page, code: string): Promise<void>;
}

export function createHands(stage: Stage, phone: Phone): Hands {
  let moves = 0;
  return {
    chooseSocial: async (page, email, options = {}) => {
      await page.waitForURL(/\/social\/authorize/);
      await page.locator('input[name=email]').fill(email);
      await page.locator(`button[value=${options.decision ?? 'allow'}]`).click();
    },
    scanAndApprove: (page, citizen) => scanAndApprove(page, phone, citizen),
    readMailedCode: async (email) => {
      const { sandbox } = stage.world;
      const answer = await fetch(`${sandbox.url}/control/mails?to=${encodeURIComponent(email)}`);
      const { items } = (await answer.json()) as { items: { text: string }[] };
      return /\d{6}/.exec(items[0]?.text ?? '')?.[0] ?? 'no mail';
    },
    readAppCode: (secret, ahead = 0) => totpCode(secret, stepAt(new Date()) + ahead),
    moveOn: async (context) => {
      moves += 1;
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.8.0.${moves}` });
    },
    giveCode: async (page, code) => {
      await page.getByTestId('code').fill(code);
      await page.getByTestId('code-submit').click();
    },
  };
}
