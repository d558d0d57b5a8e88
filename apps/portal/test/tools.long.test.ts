import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Citizen, createPhone, type Phone } from '../../server/test/citizens.ts';
import { findBarriers, openStage, type Stage } from './stage.ts';

let stage: Stage;
let phone: Phone;
const root = mkdtempSync(join(tmpdir(), 'tamga-tools-'));

beforeAll(async () => {
  stage = await openStage({ env: { TOOLS_CWD_ROOTS: root } });
  phone = createPhone(stage.world.sandbox);
});
afterAll(async () => {
  await stage?.close();
  rmSync(root, { recursive: true, force: true });
});

async function signInAsAdmin(context: BrowserContext, citizen: Citizen): Promise<void> {
  await stage.signIn(context, citizen);
  await stage.giveRole(context, citizen, 2);
}

/** Calls a tool like an assistant, at the address that the page shows. */
async function callTool(key: string, tool: string, body: object = {}) {
  const answer = await fetch(`${stage.origin}/api/v1/tools/${tool}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { success: boolean; error: string } };
}

describe('an administrator, for assistants', () => {
  it('creates a key, sees its calls, removes the skill it made, and revokes the key', async () => {
    const { page, context, traffic } = await stage.openBrowser();
    await signInAsAdmin(context, await phone.citizen());
    const openTab = async (tab: string) => {
      await page.goto(`${stage.origin}/administration/tools?tab=${tab}`);
      await page.locator('h1').waitFor();
      expect(await findBarriers(page), tab).toEqual([]);
    };

    await openTab('keys');
    await page.getByTestId('add-key').click();
    await page.getByTestId('make-key').click();
    await page.getByTestId('error-summary').waitFor();
    await page.getByTestId('key-name').fill('night shift');
    await page.getByTestId('make-key').click();
    await page.getByText('Select at least one tool.').first().waitFor();
    for (const tool of ['host_status', 'record_insight', 'synthesize_skill', 'skills'])
      await page.getByTestId(`key-tools:${tool}`).check();
    // The second factor is older than fifteen minutes: the dialog asks, and nothing typed is lost.
    await stage.world.database.query(
      `update sessions set created_at = created_at - interval '20 minutes' where ended_at is null`,
    );
    await page.getByTestId('make-key').click();
    await page.getByTestId('step-up').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('step-up').waitFor({ state: 'detached' });
    expect(await page.getByTestId('key-name').inputValue()).toBe('night shift');
    await stage.world.database.query(
      `update sessions set created_at = created_at + interval '20 minutes' where ended_at is null`,
    );
    await page.getByTestId('make-key').click();
    const key = (await page.getByTestId('secret').textContent()) ?? '';
    expect(key).toMatch(/^tamga_[0-9a-f]{32}_/);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('secret').waitFor({ state: 'detached' });
    await page.getByTestId('detail').getByText('Never used').waitFor();
    await page.getByTestId('detail').getByText('Assistants’ tools', { exact: true }).waitFor();

    expect(await callTool(key, 'host_status')).toMatchObject({ status: 200, body: { success: true } });
    await page.reload();
    await page.getByTestId('detail').waitFor();
    await page.getByText('Never used').waitFor({ state: 'detached' });

    const assistant = new Client({ name: 'test', version: '1' });
    const listening = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    assistant.setNotificationHandler(ToolListChangedNotificationSchema, () => changed.resolve());
    const transport = new StreamableHTTPClientTransport(new URL(`${stage.origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (init?.method === 'GET') listening.resolve();
        return answer;
      },
    });
    await assistant.connect(transport as Parameters<Client['connect']>[0]);
    expect((await assistant.listTools()).tools.map(({ name }) => name)).toContain('host_status');
    // The portal holds the event stream open.
    await listening.promise;
    const insight = { topic: 'Backups', content: 'The nightly copy is taken at two.', confidence: 0.9 };
    expect((await callTool(key, 'record_insight', insight)).body.success).toBe(true);
    const skill = {
      skillName: 'disk_of',
      description: 'How full a disk is',
      commandTemplate: 'df -h {{place}}',
    };
    expect((await callTool(key, 'synthesize_skill', skill)).body).toMatchObject({ success: true });
    await changed.promise;
    await assistant.close();

    await openTab('calls');
    await page.getByTestId('row').first().getByText('synthesize_skill').click();
    await page.getByTestId('detail').getByText('Key: night shift').waitFor();
    await page.getByTestId('detail').getByText('commandTemplate=df -h {{place}}').waitFor();
    await page.getByTestId('filter-tool').selectOption('record_insight');
    await page.getByTestId('row').getByText('record_insight').waitFor();
    await expect.poll(() => page.getByTestId('row').count()).toBe(1);

    await openTab('memory');
    await page.getByTestId('memory-query').fill('when is the copy taken');
    await page.getByTestId('search-memory').click();
    await page.getByTestId('insight').getByText(insight.content).waitFor();
    await expect.poll(() => page.getByTestId('insight').locator('dd').nth(1).textContent()).toBe('90%');
    expect(await findBarriers(page)).toEqual([]);

    await openTab('skills');
    await page.getByTestId('row').getByText('disk_of').click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByTestId('remove-skill').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('empty').waitFor();
    expect((await callTool(key, 'disk_of', { place: '/' })).status).toBe(404);

    await openTab('keys');
    await page.getByTestId('row').getByText('night shift').click();
    await page.getByTestId('revoke-key').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('revoke-key').waitFor({ state: 'detached' });
    expect((await callTool(key, 'host_status')).status).toBe(401);
    expect(traffic.problems).toEqual([]);

    await page.getByTestId('add-key').click();
    await page.getByTestId('key-name').fill('narrow');
    await page.getByTestId('key-tools:search_memory').check();
    await page.getByTestId('key-days').selectOption('30');
    await page.getByTestId('make-key').click();
    const narrow = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByTestId('secret-kept').click();
    await page.getByTestId('detail').getByText('Search the assistants’ memory').waitFor();
    await expect.poll(() => page.getByTestId('detail').textContent()).not.toContain('No end');
    expect((await callTool(narrow, 'host_status')).status).toBe(403);
  });

  it('gets an assistant’s settings with working addresses, also in Mongolian and in the dark scheme', async () => {
    const { page, context } = await stage.openBrowser({ locale: 'mn-MN', colorScheme: 'dark' });
    await signInAsAdmin(context, await phone.citizen(/^ordinary/, 1));
    await page.goto(`${stage.origin}/administration/tools?tab=connect`);
    await page.getByTestId('snippet').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const settings = JSON.parse(
      (await page.getByTestId('snippet').first().locator('pre').textContent()) ?? '',
    );
    expect(settings.mcpServers.tamga.url).toBe(`${stage.origin}/mcp`);
    const [mcp, openapi, list] = await page.getByTestId('address').allTextContents();
    const document = (await (await fetch(openapi ?? '')).json()) as { paths: object };
    expect(document.paths).toHaveProperty(
      ['/api/v1/tools/host_status', 'post', 'operationId'],
      'host_status',
    );
    for (const guarded of [mcp, list]) expect((await fetch(guarded ?? '')).status).toBe(401);
  });
});
