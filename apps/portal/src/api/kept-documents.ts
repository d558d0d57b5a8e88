import { queryOptions } from '@tanstack/react-query';

/** A PDF that its owner keeps in this browser, to read it without a connection (public/offline.js shows the list). */
export interface KeptDocument {
  /** The address of the original; keeping it again replaces the copy. */
  source: string;
  path: string;
  title: string;
  keptAt: string;
}

interface KeptList {
  owner: string;
  documents: KeptDocument[];
}

const CACHE = 'kept-documents';
const LIST = '/kept/list.json';
const MOST = 50;
const WORKER = '/offline-worker.js';

/** Browsers have neither without a secure connection. */
export const canKeep = (): boolean => 'caches' in window && 'serviceWorker' in navigator;

async function readList(): Promise<KeptList> {
  const found = await (await caches.open(CACHE)).match(LIST);
  return found ? ((await found.json()) as KeptList) : { owner: '', documents: [] };
}

async function writeList(list: KeptList): Promise<void> {
  await (await caches.open(CACHE)).put(LIST, Response.json(list));
}

export const keptDocumentsQuery = queryOptions({
  queryKey: ['kept-documents'],
  queryFn: async () => (canKeep() ? (await readList()).documents : []),
});

export class TooManyKept extends Error {}

export async function keepDocument(owner: string, source: string, title: string): Promise<void> {
  await forgetOthers(owner);
  const { documents } = await readList();
  const others = documents.filter((document) => document.source !== source);
  if (others.length >= MOST) throw new TooManyKept();
  const answer = await fetch(source, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`the document answered ${answer.status}`);
  const path = `/kept/${crypto.randomUUID()}.pdf`;
  const headers = {
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(title)}.pdf`,
  };
  await (await caches.open(CACHE)).put(path, new Response(await answer.arrayBuffer(), { headers }));
  await removeCopy(documents.find((document) => document.source === source));
  const kept = { source, path, title, keptAt: new Date().toISOString() };
  await writeList({ owner, documents: [kept, ...others] });
  await navigator.serviceWorker.register(WORKER);
  // Without it a browser that runs short of room may delete what the person meant to keep.
  await navigator.storage.persist?.();
}

export async function dropDocument(source: string): Promise<void> {
  const { owner, documents } = await readList();
  await removeCopy(documents.find((document) => document.source === source));
  await writeList({ owner, documents: documents.filter((document) => document.source !== source) });
}

async function removeCopy(document: KeptDocument | undefined): Promise<void> {
  if (document) await (await caches.open(CACHE)).delete(document.path);
}

/** For signing out. */
export async function forgetKeptDocuments(): Promise<void> {
  if (canKeep()) await caches.delete(CACHE);
}

/** The next person at this browser must not find the documents of the former one. */
export async function forgetOthers(owner: string): Promise<void> {
  if (canKeep() && (await readList()).owner !== owner) await forgetKeptDocuments();
}
