import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { importKnowledge } from './knowledge.ts';

let home: TestDatabase;
let dir: string;
beforeAll(async () => {
  home = await createTestDatabase();
  dir = mkdtempSync(join(tmpdir(), 'tamga-knowledge-'));
});
afterAll(async () => {
  await home.drop();
  rmSync(dir, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await importKnowledge(testConfig({ DATABASE_URL: home.appUrl }), args, (line) => lines.push(line));
  return lines.join('\n');
}
const put = (slug: string, lang: string, title: string, text: string, more = '') =>
  writeFileSync(
    join(dir, `${slug}.${lang}.md`),
    `---\ntitle: ${title}\ntags: [${lang}-tag, shared]\n${more}---\n\n${text}\n`,
  );
const rows = () =>
  home.query(
    'select slug, title, title_en, content_en, tags, state, version from knowledge_articles order by slug',
  );

describe('tamga knowledge import', () => {
  it('adds articles in both languages, then reports only what changed', async () => {
    put('fees', 'mn', 'Хураамж', '# Хураамж\n\nТөлнө.');
    put('fees', 'en', '"Fees: how to pay"', 'Pay.');
    put('draft', 'mn', 'Ноорог', 'А.', 'published: false\n');
    put('draft', 'en', 'Draft', 'A.');
    expect(await run('import', dir)).toBe('added    draft\nadded    fees\n2 added, 0 changed, 0 unchanged.');
    expect(await rows()).toEqual([
      expect.objectContaining({ slug: 'draft', state: 'draft', version: 1 }),
      {
        slug: 'fees',
        title: 'Хураамж',
        title_en: 'Fees: how to pay',
        content_en: 'Pay.',
        tags: ['mn-tag', 'shared', 'en-tag'],
        state: 'published',
        version: 1,
      },
    ]);
    expect(await run('import', dir)).toBe('0 added, 0 changed, 2 unchanged.');
    put('fees', 'en', 'Fees', 'Pay online.');
    expect(await run('import', dir)).toBe('changed  fees\n0 added, 1 changed, 1 unchanged.');
    expect(
      await home.query(
        'select version, change, title_en, changed_by from knowledge_versions order by version desc limit 1',
      ),
    ).toEqual([{ version: 2, change: 'import', title_en: 'Fees', changed_by: null }]);
    expect(await home.query('select action, metadata from audit_log order by id')).toEqual([
      { action: 'knowledge.import', metadata: { slug: 'draft', version: 1 } },
      { action: 'knowledge.import', metadata: { slug: 'fees', version: 1 } },
      { action: 'knowledge.import', metadata: { slug: 'fees', version: 2 } },
    ]);
  });

  it('does not undo an edit made since, unless the files changed', async () => {
    await home.query(`update knowledge_articles set title_en = 'Edited', version = 3 where slug = 'fees'`);
    expect(await run('import', dir)).toContain('0 changed');
    expect(await rows()).toMatchObject([{}, { title_en: 'Edited' }]);
  });

  it('imports nothing when a file is wrong, and names every problem', async () => {
    put('lonely', 'mn', 'Ганц', 'А.');
    writeFileSync(join(dir, 'Big Name.md'), 'x');
    writeFileSync(join(dir, 'plain.mn.md'), 'no front matter');
    put('plain', 'en', 'Plain', 'A.');
    const refusal = run('import', dir);
    await expect(refusal).rejects.toThrow('Nothing was imported.');
    await expect(refusal).rejects.toThrow('lonely.en.md is missing');
    await expect(refusal).rejects.toThrow('Big Name.md: a file is named');
    await expect(refusal).rejects.toThrow('plain.mn.md must begin with');
    expect(await rows()).toHaveLength(2);
    for (const name of ['lonely.mn.md', 'Big Name.md', 'plain.mn.md', 'plain.en.md'])
      unlinkSync(join(dir, name));
  });

  it('explains itself', async () => {
    await expect(run('export')).rejects.toThrow('tamga knowledge takes: import DIRECTORY');
    await expect(run('import', join(dir, 'nowhere'))).rejects.toThrow('cannot be read');
  });
});
