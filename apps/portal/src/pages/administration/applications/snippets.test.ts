import { describe, expect, it } from 'vitest';
import { buildSnippets, type SnippetFacts, type Tool } from './snippets.ts';

const facts: SnippetFacts = {
  issuer: 'https://tamga.example.mn',
  clientId: 'app-0123456789abcdef',
  redirectUri: 'https://app.example.mn/callback',
  scopes: ['openid', 'profile', 'email', 'svc:weather'],
  authMethod: 'client_secret_basic',
};
const textOf = (tool: Tool, changes: Partial<SnippetFacts> = {}, isMachine = false) =>
  buildSnippets(tool, { ...facts, ...changes }, isMachine)
    .map(({ text }) => text)
    .join('\n');

describe('configuration snippets', () => {
  it.each(['openid-client', 'authjs', 'spring', 'keycloak'] as const)(
    '%s: carry issuer, client and scopes, and PKCE',
    (tool) => {
      const text = textOf(tool);
      expect(text).toContain(facts.issuer);
      expect(text).toContain(facts.clientId);
      expect(text).toContain('svc:weather');
      expect(text).toMatch(/pkce/i);
    },
  );

  it('contain no secret for a public client', () => {
    for (const tool of ['openid-client', 'authjs', 'spring', 'keycloak'] as const)
      expect(textOf(tool, { authMethod: 'none' })).not.toContain('SECRET');
  });

  it('are valid JSON for Keycloak', () => {
    const [file] = buildSnippets('keycloak', facts, false);
    expect(JSON.parse(file?.text ?? '')).toMatchObject({ alias: 'tamga', config: { pkceMethod: 'S256' } });
  });

  it('allow plain http in openid-client only if the issuer is plain http', () => {
    expect(textOf('openid-client')).not.toContain('allowInsecureRequests');
    expect(textOf('openid-client', { issuer: 'http://localhost:3000' })).toContain('allowInsecureRequests');
  });

  it('request a client token for a program', () => {
    expect(textOf('curl', { scopes: ['svc:weather'] }, true)).toContain('/gw/weather/');
    expect(textOf('openid-client', {}, true)).toContain('clientCredentialsGrant');
  });
});
