import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFreshSession, markSessionEnded, requireSamePerson } from './session.ts';

const page = { cookie: '', documentElement: { lang: 'en' } };
let signedIn = '';
let asked = 0;

/** What the browser's cookies say; other tabs share them. */
function signIn(user: string): void {
  signedIn = user;
  page.cookie = `tamga_csrf=${user}`;
}

beforeEach(() => {
  asked = 0;
  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return signedIn === ''
      ? Response.json({ error: 'unauthorized' }, { status: 401 })
      : Response.json({ data: { user: { id: signedIn } } });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('input that a page holds', () => {
  it('is sent only while its own person is signed in, whoever signed in elsewhere', async () => {
    const client = new QueryClient();
    signIn('bold');
    await loadFreshSession(client);
    expect(asked).toBe(1);
    await requireSamePerson(client, 'bold');
    expect(asked).toBe(1);
    // Another tab signs somebody else in; this one has not noticed yet.
    signIn('sarnai');
    await expect(requireSamePerson(client, 'bold')).rejects.toMatchObject({
      failure: { kind: 'unauthorized' },
    });
    signIn('bold');
    await requireSamePerson(client, 'bold');
    markSessionEnded(client);
    await expect(requireSamePerson(client, 'bold')).rejects.toMatchObject({
      failure: { kind: 'unauthorized' },
    });
  });
});
