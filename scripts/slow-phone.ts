import type { Browser } from 'playwright-core';

/** A cheap phone on a weak mobile network: 1.6 Mbit/s, 150 ms a round trip, a quarter of this processor. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuShare = 4;

export interface FirstContent {
  /** From the click on a link to the first text or picture. */
  ms: number;
  /** Of the document, as it was sent. */
  bytes: number;
  /** Files that the browser waited for before it showed anything. */
  awaited: readonly string[];
}

/** Opens an address with an empty cache, as a slow phone would. */
export async function measureFirstContent(
  browser: Browser,
  address: string,
  headers: Record<string, string> = {},
): Promise<FirstContent> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 780 },
    locale: 'mn-MN',
    extraHTTPHeaders: headers,
  });
  try {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', network);
    await line.send('Emulation.setCPUThrottlingRate', { rate: cpuShare });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return (await page.evaluate(`({
      ms: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      bytes: performance.getEntriesByType('navigation')[0].encodedBodySize,
      awaited: performance.getEntriesByType('resource')
        .filter((file) => file.renderBlockingStatus === 'blocking')
        .map((file) => file.name),
    })`)) as FirstContent;
  } finally {
    await context.close();
  }
}
