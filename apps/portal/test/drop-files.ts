import type { Page } from 'playwright-core';

export interface Sample {
  name: string;
  buffer: Buffer;
}

/** The part of the browser's DataTransfer that a drop needs. */
interface DroppedFiles {
  items: { add(file: File): void };
}

/** Drags files from outside the browser over the page and drops them. */
export async function dropFiles(page: Page, ...files: Sample[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const { DataTransfer } = globalThis as unknown as { DataTransfer: new () => DroppedFiles };
      const data = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer: transfer });
  await page.getByTestId('drop-here').waitFor();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
  await page.getByTestId('drop-here').waitFor({ state: 'detached' });
}
