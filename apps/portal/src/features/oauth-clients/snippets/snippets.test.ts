import { describe, expect, it } from 'vitest';
import type { SnippetFacts } from './facts.ts';
import { buildSnippets, listTools, PEOPLE_TOOLS, type Tool } from './snippets.ts';

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
  it.each(PEOPLE_TOOLS)('%s: carry issuer, client and scopes, PKCE, and no secret', (tool) => {
    const text = textOf(tool);
    expect(text).toContain(facts.issuer);
    expect(text).toContain(facts.clientId);
    expect(text).toContain('svc:weather');
    expect(text).toMatch(/pkce|S256/i);
    expect(text).toContain('TAMGA_CLIENT_SECRET');
  });

  it('contain no secret for a public client', () => {
    for (const tool of listTools('none', false))
      expect(textOf(tool, { authMethod: 'none' })).not.toContain('CLIENT_SECRET');
  });

  it.each(PEOPLE_TOOLS)('%s: differ for an application that is narrowed to the other method', (tool) => {
    expect(textOf(tool, { authMethod: 'client_secret_post' })).not.toBe(textOf(tool));
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
