import { open } from '../../kernel/http/access.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { oneOf, Type } from '../../kernel/http/schemas.ts';

export interface SiteDeps {
  mode: 'provider' | 'client';
  ssoIssuer: string;
  isIssuer: boolean;
}

const AuthDescriptor = Type.Object({
  mode: oneOf('provider', 'client'),
  sso_issuer: Type.String(),
  provider: Type.Boolean(),
});

export function siteRows(deps: SiteDeps): readonly Row[] {
  return [
    read({
      id: 'site.auth',
      path: '/site/auth',
      access: open('the sign-in page reads it before anybody is known'),
      reply: AuthDescriptor,
      errors: [],
      summary: 'How people sign in here',
      handler: () => ({
        mode: deps.mode,
        sso_issuer: deps.mode === 'client' ? deps.ssoIssuer : '',
        provider: deps.isIssuer,
      }),
    }),
  ];
}
