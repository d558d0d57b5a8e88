import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buildSnippets,
  PEOPLE_TOOLS,
  REDIRECT_PATHS,
} from '../apps/portal/src/features/oauth-clients/snippets/snippets.ts';
import { snippetClients } from '../examples/interop/snippets.ts';

const guide = readFileSync(new URL('../docs/guides/sign-in-with-tamga.md', import.meta.url), 'utf8');

describe('the guide to signing in', () => {
  it.each(PEOPLE_TOOLS)('shows for %s what the page shows and what was run', (tool) => {
    const facts = {
      issuer: 'https://tamga.example.mn',
      clientId: 'app-0123456789abcdef',
      redirectUri: `https://app.example.mn${REDIRECT_PATHS[tool]}`,
      scopes: ['openid', 'profile', 'email'],
      authMethod: 'client_secret_basic',
    };
    for (const { text } of buildSnippets(tool, facts, false)) expect(guide).toContain(text);
    expect(snippetClients).toHaveProperty(tool);
  });
});
