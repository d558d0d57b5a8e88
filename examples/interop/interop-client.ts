import type { Page } from 'playwright-core';
import type { Citizen } from './person.ts';
import type { Command } from './processes.ts';

export interface Given {
  /** The directory of this attempt; the snippets lie in it as files. */
  dir: string;
  logFile: string;
  port: number;
  /** A second free port. */
  second: number;
  site: string;
  secret: string;
  issuer: string;
}

export interface InteropClient {
  /** Installs the real client, and says how our smallest application with it is started. */
  prepare(given: Given): Promise<{ command: Command; versions: string }>;
  postLogoutUris?(site: string): string[];
  readyPath?: string;
  /** Settings that need the running client. */
  configure?(given: Given): Promise<void>;
  signInPath: string;
  /** What the page shows of the person; the given name unless told otherwise. */
  shows?(citizen: Citizen): string | RegExp;
  help?(page: Page): Promise<boolean>;
  signOut?(page: Page, site: string): Promise<unknown>;
  isSignedOut(page: Page, site: string): Promise<boolean>;
}

export const nobodyIsSignedIn = async (page: Page, site: string) =>
  page.url().startsWith(site) && (await page.getByText('Nobody is signed in.').isVisible());

/** Where every page needs a sign-in, the browser ends at the sign-in page of Tamga. */
export const asksToSignIn = async (page: Page) =>
  page.url().includes('/oauth/login') && (await page.getByTestId('qr').isVisible());
