import { outside, secret, text } from './setting-forms.ts';

/** Settings of outside services that people connect: each has a client of ours, or the sandbox's in development. */
export const cloudSettings = {
  GOOGLE_CLIENT_ID: text(
    200,
    'Our OAuth client at Google, for Drive and Meet. Unset: not offered in production, the sandbox elsewhere.',
  ),
  GOOGLE_CLIENT_SECRET: secret('Our secret at Google.'),
  GOOGLE_ISSUER: outside(
    'OpenID issuer of Google. Default: https://accounts.google.com with GOOGLE_CLIENT_ID.',
  ),
  GOOGLE_API_BASE: outside(
    'Address of the Drive API, without /drive. Default: https://www.googleapis.com with GOOGLE_CLIENT_ID.',
  ),
  DROPBOX_CLIENT_ID: text(
    200,
    'Our app key at Dropbox, of an app with an app folder. Unset: not offered in production, the sandbox elsewhere.',
  ),
  DROPBOX_CLIENT_SECRET: secret('Our app secret at Dropbox.'),
  DROPBOX_AUTH_BASE: outside(
    'Where people allow the access. Default: https://www.dropbox.com with DROPBOX_CLIENT_ID.',
  ),
  DROPBOX_API_BASE: outside(
    'Tokens and lists of files. Default: https://api.dropboxapi.com with DROPBOX_CLIENT_ID.',
  ),
  DROPBOX_CONTENT_BASE: outside(
    'Contents of files. Default: https://content.dropboxapi.com with DROPBOX_CLIENT_ID.',
  ),
};

type Given = { readonly [K in keyof typeof cloudSettings]: string | undefined } & {
  readonly ENVIRONMENT: string;
};

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface CloudProviders {
  readonly google: (Client & { readonly issuer: string; readonly apiBase: string }) | undefined;
  readonly dropbox:
    | (Client & { readonly authBase: string; readonly apiBase: string; readonly contentBase: string })
    | undefined;
}

type Sandbox = { sandboxUrl: string; secret: string } | undefined;

export function readCloudProviders(given: Given, sandbox: Sandbox): CloudProviders {
  const google = clientOf(given.GOOGLE_CLIENT_ID, given.GOOGLE_CLIENT_SECRET, sandbox);
  const dropbox = clientOf(given.DROPBOX_CLIENT_ID, given.DROPBOX_CLIENT_SECRET, sandbox);
  return {
    google: google && {
      ...google.client,
      issuer: given.GOOGLE_ISSUER ?? google.at('https://accounts.google.com', '/google'),
      apiBase: given.GOOGLE_API_BASE ?? google.at('https://www.googleapis.com', '/google'),
    },
    dropbox: dropbox && {
      ...dropbox.client,
      authBase: given.DROPBOX_AUTH_BASE ?? dropbox.at('https://www.dropbox.com', '/dropbox/www'),
      apiBase: given.DROPBOX_API_BASE ?? dropbox.at('https://api.dropboxapi.com', '/dropbox/api'),
      contentBase:
        given.DROPBOX_CONTENT_BASE ?? dropbox.at('https://content.dropboxapi.com', '/dropbox/content'),
    },
  };
}

/** Our own client goes to the real service; without one, development uses the client of the sandbox there. */
function clientOf(id: string | undefined, secret: string | undefined, sandbox: Sandbox) {
  if (id !== undefined)
    return secret === undefined
      ? undefined
      : { client: { clientId: id, clientSecret: secret }, at: (real: string) => real };
  return (
    sandbox && {
      client: { clientId: 'tamga', clientSecret: secret ?? sandbox.secret },
      at: (_real: string, path: string) => sandbox.sandboxUrl + path,
    }
  );
}

export function findCloudProblems(given: Given): string[] {
  if (given.ENVIRONMENT !== 'production') return [];
  return (['GOOGLE', 'DROPBOX'] as const)
    .filter((name) => given[`${name}_CLIENT_ID`] !== undefined && !given[`${name}_CLIENT_SECRET`])
    .map((name) => `${name}_CLIENT_SECRET is required when ${name}_CLIENT_ID is set`);
}
