import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Citizen } from '../../server/test/citizens.ts';
import type { Stage } from './stage.ts';

export const certificate = 'MN-0310-001';
export const paper = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

/** What journeys begin with: people in their browsers, and an application that was sent. */
export function createJourneys(stage: Stage) {
  async function open(citizen: Citizen, path: string, roleId?: number) {
    const opened = await stage.openBrowser();
    await stage.signIn(opened.context, citizen);
    if (roleId !== undefined) await stage.giveRole(opened.context, citizen, roleId);
    await opened.page.goto(`${stage.origin}${path}`);
    return opened;
  }

  /** Calls the API with the session of a browser, like one of its pages. */
  async function send(page: Page, method: string, path: string, data?: object | string) {
    const context = page.context();
    const csrf = (await context.cookies()).find(({ name }) => name === 'tamga_csrf')?.value ?? '';
    const answer = await context.request.fetch(`${stage.origin}/api/v1${path}`, {
      method,
      headers: {
        origin: stage.origin,
        'x-tamga-csrf': decodeURIComponent(csrf),
        ...(typeof data === 'string' ? { 'content-type': 'application/pdf' } : {}),
      },
      ...(data === undefined ? {} : { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return ((await answer.json()) as any).data;
  }

  /** A citizen who has applied for the certificate. */
  async function apply(citizen: Citizen) {
    // A fee would have to be paid before the decision.
    await stage.world.database.query('update gov_services set fee = 0 where code = $1', [certificate]);
    const home = await open(citizen, '/home');
    const { items } = await send(home.page, 'GET', '/gov/services');
    const service = items.find(({ code }: { code: string }) => code === certificate).id;
    await send(home.page, 'POST', `/gov/drafts/${service}/files?name=letter.pdf&slot=application`, paper);
    const { application } = await send(home.page, 'POST', '/gov/applications', {
      service_id: service,
      payload: { purpose: 'visa', language: 'en', phone: '99112233', declared: true },
    });
    return { ...home, id: application.id as string };
  }
  return { open, send, apply };
}

export type Journeys = ReturnType<typeof createJourneys>;
