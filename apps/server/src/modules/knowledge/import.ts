import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { checkerOf } from '../../kernel/checker.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { isComplete, maxArticles, record, tidy } from './articles.ts';
import { events } from './events.ts';
import { readFrontMatter, readWords } from './markdown.ts';
import { ArticleBody, type ArticleFacts } from './schemas.ts';
import { insertArticle, listImported, replaceArticle } from './store.ts';

export interface ImportDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: () => Date;
}

export interface ImportReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
}

/** The files are not as the guide describes; nothing was imported. */
export class ImportRefused extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ImportRefused';
    this.problems = problems;
  }
}

interface FileArticle {
  readonly slug: string;
  readonly facts: ArticleFacts;
  readonly isPublished: boolean;
  readonly hash: string;
}

const fileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(mn|en)\.md$/;
const maxFileBytes = 100_000;
const isArticle = checkerOf(ArticleBody);

/** Articles about this platform, the same wherever it runs. */
const ownArticles = join(import.meta.dirname, '../../../knowledge');

/** Imports them into an empty base alone: one that was deleted does not return. */
export async function seedArticles(deps: ImportDeps): Promise<void> {
  const known = await listImported(deps.database.reader(systemIdentity));
  if (known.length === 0) await importArticles(deps, ownArticles);
}

/** Imports the articles of a folder: all of them or, when a file is wrong, none. */
export async function importArticles(deps: ImportDeps, folder: string): Promise<ImportReport> {
  const articles = await readFolder(folder);
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    {
      what: 'the import of articles',
      events: [events.imported],
      auditRequired: ({ added, changed }) => added.length + changed.length > 0,
    },
    (tx) => writeArticles(tx, articles),
  );
}

async function writeArticles(tx: WriteTx, articles: readonly FileArticle[]): Promise<ImportReport> {
  const known = new Map((await listImported(tx)).map((row) => [row.slug, row]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const { slug, facts, isPublished, hash } of articles) {
    const state = isPublished ? 'published' : 'draft';
    const before = known.get(slug);
    // The digest of the last import, not the text: files that stayed the same do not undo what an editor wrote since.
    if (before?.imported_hash === hash) continue;
    const row =
      before === undefined
        ? await insertArticle(tx, {
            ...facts,
            slug,
            state,
            source: 'import',
            hash,
            most: maxArticles,
            now: tx.now,
          })
        : await replaceArticle(tx, { ...facts, id: before.id, state, hash, now: tx.now });
    if (row === undefined)
      throw new ImportRefused([`${slug} was not imported: at most ${maxArticles} articles are kept`]);
    record(tx, row, 'import', null);
    (before === undefined ? added : changed).push(slug);
  }
  return { added, changed, unchanged: articles.length - added.length - changed.length };
}

async function readFolder(folder: string): Promise<FileArticle[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new ImportRefused([`${folder} cannot be read: ${error.message}`]);
  });
  const files = names.filter((name) => name.endsWith('.md')).toSorted();
  const problems = files
    .filter((name) => !fileName.test(name))
    .map(
      (name) =>
        `${name}: a file is named SLUG.mn.md or SLUG.en.md, in small Latin letters, digits and dashes`,
    );
  const slugs = [...new Set(files.flatMap((name) => fileName.exec(name)?.[1] ?? []))];
  if (slugs.length === 0 && problems.length === 0) problems.push(`${folder} holds no file SLUG.mn.md`);
  const articles: FileArticle[] = [];
  for (const slug of slugs) {
    const read = await readPair(folder, slug);
    if ('slug' in read) articles.push(read);
    else problems.push(...read.problems);
  }
  if (problems.length > 0) throw new ImportRefused(problems);
  return articles;
}

async function readPair(
  folder: string,
  slug: string,
): Promise<FileArticle | { readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const read = async (lang: 'mn' | 'en') => {
    const name = `${slug}.${lang}.md`;
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    if (bytes === undefined) problems.push(`${name} is missing: an article is written in both languages`);
    else if (bytes.length > maxFileBytes) problems.push(`${name} is larger than ${maxFileBytes / 1000} kB`);
    else {
      const matter = readFrontMatter(bytes.toString('utf8'));
      if (matter?.fields.get('title')) return { ...matter, title: matter.fields.get('title') ?? '' };
      problems.push(`${name} must begin with lines ---, title: …, tags: …, ---`);
    }
    return undefined;
  };
  const [mn, en] = [await read('mn'), await read('en')];
  if (mn === undefined || en === undefined) return { problems };
  const facts = tidy({
    title: mn.title,
    title_en: en.title,
    content: mn.body,
    content_en: en.body,
    tags: [mn, en].flatMap(({ fields }) => readWords(fields.get('tags') ?? '')),
  });
  const isPublished = [mn, en].every(({ fields }) => fields.get('published') !== 'false');
  if (!isArticle({ slug, ...facts }) || (isPublished && !isComplete(facts)))
    return {
      problems: [
        `${slug}: title up to 200 letters on one line, text up to 20,000 letters in both languages, at most 30 tags`,
      ],
    };
  const hash = createHash('sha256')
    .update(JSON.stringify([facts, isPublished]))
    .digest('base64url');
  return { slug, facts, isPublished, hash };
}
