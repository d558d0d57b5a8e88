export interface SnippetFacts {
  issuer: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  /** The client's authentication method; `none` has no secret. */
  authMethod: string;
}

export interface Snippet {
  file: string;
  text: string;
}

export type Tool = 'openid-client' | 'authjs' | 'spring' | 'keycloak' | 'curl';

const SECRET = 'TAMGA_CLIENT_SECRET';
const isPlain = (issuer: string) => issuer.startsWith('http:');

function clientAuth(authMethod: string): string {
  if (authMethod === 'none') return 'client.None()';
  if (authMethod === 'private_key_jwt') return 'client.PrivateKeyJwt(privateKey)';
  const way = authMethod === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic';
  return `client.${way}(process.env.${SECRET})`;
}

function discover({ issuer, clientId, authMethod }: SnippetFacts): string {
  return `import * as client from 'openid-client';

const config = await client.discovery(
  new URL('${issuer}'),
  '${clientId}',
  undefined,
  ${clientAuth(authMethod)},${isPlain(issuer) ? '\n  { execute: [client.allowInsecureRequests] }, // only while the issuer is http' : ''}
);
`;
}

function forOpenidClient(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'sign-in.ts',
      text: `${discover(facts)}
// 1. Send the browser to Tamga; keep verifier, state and nonce in its session.
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const nonce = client.randomNonce();
const to = client.buildAuthorizationUrl(config, {
  redirect_uri: '${facts.redirectUri}',
  scope: '${facts.scopes.join(' ')}',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
  nonce,
});

// 2. When it returns to the redirect URI:
const tokens = await client.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: verifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
});
const { sub } = tokens.claims();
const person = await client.fetchUserInfo(config, tokens.access_token, sub);
`,
    },
  ];
}

function forAuthJs({ issuer, clientId, scopes, authMethod }: SnippetFacts): Snippet[] {
  const proof =
    authMethod === 'none'
      ? `      client: { token_endpoint_auth_method: 'none' },`
      : `      clientSecret: process.env.${SECRET},${
          authMethod === 'client_secret_post'
            ? `\n      client: { token_endpoint_auth_method: 'client_secret_post' },`
            : ''
        }`;
  return [
    {
      file: 'auth.ts',
      text: `import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'tamga',
      name: 'Tamga',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: '${clientId}',
${proof}
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: '${scopes.join(' ')}' } },
    },
  ],
});
`,
    },
  ];
}

function forSpring({ issuer, clientId, redirectUri, scopes, authMethod }: SnippetFacts): Snippet[] {
  const secret = authMethod.startsWith('client_secret_') ? `\n            client-secret: \${${SECRET}}` : '';
  return [
    {
      file: 'application.yml',
      text: `spring:
  security:
    oauth2:
      client:
        registration:
          tamga:
            client-id: ${clientId}${secret}
            client-authentication-method: ${authMethod}
            authorization-grant-type: authorization_code
            redirect-uri: "${redirectUri}"
            scope: ${scopes.map((scope) => `"${scope}"`).join(', ')}
        provider:
          tamga:
            issuer-uri: ${issuer}
            user-name-attribute: sub
`,
    },
    {
      file: 'SecurityConfig.java',
      text: `@Bean
SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
  // PKCE for every client: Spring Security before 7 uses it only where there is no secret.
  var resolver = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
  resolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
  return http
      .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
      .oauth2Login(login -> login.authorizationEndpoint(
          endpoint -> endpoint.authorizationRequestResolver(resolver)))
      .build();
}
`,
    },
  ];
}

function forKeycloak({ issuer, clientId, scopes, authMethod }: SnippetFacts): Snippet[] {
  const config = {
    issuer,
    authorizationUrl: `${issuer}/oauth2/auth`,
    tokenUrl: `${issuer}/oauth2/token`,
    userInfoUrl: `${issuer}/userinfo`,
    logoutUrl: `${issuer}/oauth2/sessions/logout`,
    jwksUrl: `${issuer}/.well-known/jwks.json`,
    useJwksUrl: 'true',
    validateSignature: 'true',
    clientId,
    ...(authMethod.startsWith('client_secret_') ? { clientSecret: `<${SECRET}>` } : {}),
    ...(authMethod === 'none' ? {} : { clientAuthMethod: authMethod }),
    defaultScope: scopes.join(' '),
    pkceEnabled: 'true',
    pkceMethod: 'S256',
    syncMode: 'FORCE',
  };
  const provider = { alias: 'tamga', displayName: 'Tamga', providerId: 'oidc', enabled: true, config };
  return [
    { file: 'tamga.json', text: `${JSON.stringify(provider, null, 2)}\n` },
    { file: 'shell', text: 'kcadm.sh create identity-provider/instances -r REALM -f tamga.json\n' },
  ];
}

/** For a client without people: a token, and a call with it. */
function forMachines(facts: SnippetFacts): Snippet[] {
  const scope = facts.scopes.join(' ');
  const service = facts.scopes[0]?.replace(/^svc:/, '') ?? 'SERVICE';
  return [
    {
      file: 'shell',
      text: `curl -u "${facts.clientId}:$${SECRET}" ${facts.issuer}/oauth2/token \\
  -d grant_type=client_credentials${scope ? ` \\\n  --data-urlencode "scope=${scope}"` : ''}

curl -H "authorization: Bearer $TOKEN" ${facts.issuer}/gw/${service}/
`,
    },
  ];
}

function forMachineClient(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'token.ts',
      text: `${discover(facts)}
const { access_token } = await client.clientCredentialsGrant(config, { scope: '${facts.scopes.join(' ')}' });
`,
    },
  ];
}

/** Configuration snippets with this client's values, but never with its secret. */
export function buildSnippets(tool: Tool, facts: SnippetFacts, isMachine: boolean): Snippet[] {
  if (tool === 'curl') return forMachines(facts);
  if (tool === 'openid-client') return isMachine ? forMachineClient(facts) : forOpenidClient(facts);
  if (tool === 'authjs') return forAuthJs(facts);
  return tool === 'spring' ? forSpring(facts) : forKeycloak(facts);
}
