import { describe, expect, it } from 'vitest';
import { signatureText } from './signature.ts';

describe('the text on the phone', () => {
  it('names the platform and what is asked', () => {
    expect(signatureText('Tamga', 'Менежер', 'эрх авах уу?')).toBe('Tamga: «Менежер» эрх авах уу?');
  });

  it('fits the phone for any name, and never shortens the platform or the question', () => {
    const platform = 'П'.repeat(32);
    const text = signatureText(platform, 'Р'.repeat(50), 'эрх авах уу?');
    expect([...text]).toHaveLength(60);
    expect(text).toMatch(/^П{32}: «Р+…» эрх авах уу\?$/);
  });
});
