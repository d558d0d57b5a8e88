import { describe, expect, it } from 'vitest';
import { testConfig } from '../test/config.ts';
import { findAssistantProblems } from './assistant-settings.ts';

const base = 'http://models.example.mn/v1';
const production = (over: object) =>
  findAssistantProblems({
    ...testConfig({ AI_API_BASE: base, AI_MODEL: 'm' }),
    ENVIRONMENT: 'production',
    ...over,
  });

describe('the settings of the assistant', () => {
  it('name no model server by default, in development too', () => {
    expect(testConfig().modelServer).toBeUndefined();
  });

  it('refuse a model without a server, and a link host that is an address', () => {
    expect(() => testConfig({ AI_MODEL: 'm' })).toThrow(/AI_MODEL needs AI_API_BASE/);
    expect(() => testConfig({ AI_ALLOWED_LINK_HOSTS: 'https://a.mn/x' })).toThrow(/AI_ALLOWED_LINK_HOSTS/);
  });

  it('let questions cross an unencrypted line in production only to our own server', () => {
    expect(production({})).toHaveLength(1);
    expect(production({ AI_PRIVATE: true })).toEqual([]);
    expect(production({ AI_API_BASE: 'https://models.example.mn/v1' })).toEqual([]);
  });

  it('use the embeddings of the model server when a model for them is named', () => {
    expect(testConfig({ AI_API_BASE: base }).embeddings).toBeUndefined();
    expect(testConfig({ AI_API_BASE: base, AI_API_KEY: 'k', AI_EMBEDDING_MODEL: 'e' }).embeddings).toEqual({
      url: `${base}/embeddings`,
      model: 'e',
      apiKey: 'k',
    });
    expect(testConfig({ AI_EMBEDDING_URL: 'https://e.example.mn/embeddings' }).embeddings).toMatchObject({
      model: 'text-embedding-3-small',
    });
  });
});
