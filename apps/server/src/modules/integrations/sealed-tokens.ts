import type { Keyring } from '../../kernel/security/keyring.ts';
import type { ProviderTokens } from './provider-port.ts';

export const tokensPurpose = 'integrations.tokens';

type Kept = Omit<ProviderTokens, 'expiresAt'>;

export const sealTokens = (keyring: Keyring, { accessToken, refreshToken, account }: Kept): string =>
  keyring.seal(JSON.stringify({ accessToken, refreshToken, account } satisfies Kept), tokensPurpose);

export const openTokens = (
  keyring: Keyring,
  row: { sealed_tokens: string; expires_at?: string | null },
): ProviderTokens => ({
  ...(JSON.parse(keyring.open(row.sealed_tokens, tokensPurpose)) as Kept),
  expiresAt: row.expires_at ? new Date(row.expires_at) : null,
});
