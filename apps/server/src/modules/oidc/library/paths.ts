export const paths = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  pushed_authorization_request: '/oauth2/par',
  end_session: '/oauth2/sessions/logout',
  jwks: '/.well-known/jwks.json',
  userinfo: '/userinfo',
} as const;

/** Served by us and not by the library, which would store its own kind of client. */
export const registrationPath = '/oauth2/register';
