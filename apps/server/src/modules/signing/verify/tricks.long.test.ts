import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openScene, type Scene } from './test/scene.ts';
import { signContract } from './test/tricks/contract.ts';
import { tricks } from './test/tricks/index.ts';

/** With TRICKS_DIR the files and the anchor are kept there, for other verifiers. */
const dir = process.env.TRICKS_DIR;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  if (!dir) return;
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'anchor.pem'), scene.country.anchors);
  await writeFile(join(dir, '000 honest.pdf'), await signContract(scene));
});

it.each(tricks.map((trick, at) => [trick.kind, trick.name, trick, at] as const))(
  'refuses %s: %s',
  async (kind, name, { make, victim = 0, isSealed = false }, at) => {
    const bytes = await make(scene);
    const { indication, signatures, reason } = await scene.verify(bytes, { isSealed });
    if (dir) {
      const file = `${String(at + 1).padStart(3, '0')} ${kind} - ${name}`.replace(/[^\w -]/g, '');
      const codes = signatures[victim]?.changes
        .filter(({ isAllowed }) => !isAllowed)
        .map((change) => change.kind);
      await writeFile(join(dir, `${file}.pdf`), bytes);
      await writeFile(
        join(dir, `${file}.txt`),
        `${indication} ${reason} ${signatures[victim]?.picture.status} ${codes?.join()}\n`,
      );
    }
    expect(indication).not.toBe('TOTAL_PASSED');
    expect(signatures[victim]?.indication).not.toBe('TOTAL_PASSED');
  },
);
