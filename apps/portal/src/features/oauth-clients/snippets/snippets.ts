import { SECRET, type Snippet, type SnippetFacts } from './facts.ts';
import { forAuthJs, forExpress, forMachineClient, forOpenidClient } from './node.ts';
import { forAuthlib, forDjango, forJupyterHub } from './python.ts';
import { forApache, forGo, forKeycloak, forSpring } from './servers.ts';

const byTool = {
  'openid-client': forOpenidClient,
  'express-openid-connect': forExpress,
  authjs: forAuthJs,
  authlib: forAuthlib,
  django: forDjango,
  'go-oidc': forGo,
  apache: forApache,
  spring: forSpring,
  jupyterhub: forJupyterHub,
  keycloak: forKeycloak,
} as const;

export type PeopleTool = keyof typeof byTool;
export type Tool = PeopleTool | 'curl';

export const PEOPLE_TOOLS = Object.keys(byTool) as PeopleTool[];
/** The others know only applications with a secret. */
const WITHOUT_SECRET: readonly PeopleTool[] = ['openid-client', 'authjs', 'spring', 'keycloak'];

export function listTools(authMethod: string, isMachine: boolean): readonly Tool[] {
  if (isMachine) return ['curl', 'openid-client'];
  return authMethod.startsWith('client_secret_') ? PEOPLE_TOOLS : WITHOUT_SECRET;
}

/** The redirect URI of each tool: most of them fix its path. */
export const REDIRECT_PATHS: Readonly<Record<PeopleTool, string>> = {
  'openid-client': '/callback',
  'express-openid-connect': '/callback',
  authjs: '/auth/callback/tamga',
  authlib: '/callback',
  django: '/oidc/callback/',
  'go-oidc': '/callback',
  apache: '/redirect_uri',
  spring: '/login/oauth2/code/tamga',
  jupyterhub: '/hub/oauth_callback',
  keycloak: '/realms/REALM/broker/tamga/endpoint',
};

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

/** Configuration snippets with this client's values, but never with its secret. */
export function buildSnippets(tool: Tool, facts: SnippetFacts, isMachine: boolean): Snippet[] {
  if (tool === 'curl') return forMachines(facts);
  return isMachine ? forMachineClient(facts) : byTool[tool](facts);
}
