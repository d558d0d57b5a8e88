import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePorts } from '../../scripts/free-ports.ts';
import { start, untilAnswers } from './processes.ts';

export interface Tamga {
  issuer: string;
  sandbox: string;
  /** Registers an application through the admin API. */
  register(body: object): Promise<{ clientId: string; secret: string }>;
}

const root = join(import.meta.dirname, '../..');

/** Starts the whole platform with the sandbox, on loopback, with a data directory of its own. */
export async function startTamga(workDir: string): Promise<Tamga> {
  const [api = 0, portal = 0, sandbox = 0, smtp = 0] = await findFreePorts(4);
  const adminKey = randomBytes(24).toString('base64url');
  const dataDir = join(workDir, 'tamga');
  mkdirSync(dataDir, { recursive: true });
  const issuer = `http://localhost:${portal}`;
  const child = start(
    {
      command: 'node',
      args: ['apps/server/src/main.ts', 'start'],
      cwd: root,
      env: {
        NODE_ENV: 'development',
        PORT: String(api),
        PORTAL_PORT: String(portal),
        SANDBOX_PORT: String(sandbox),
        SANDBOX_SMTP_PORT: String(smtp),
        DATA_DIR: dataDir,
        APP_ORIGIN: issuer,
        OAUTH_ISSUER: issuer,
        SSO_STATE_KEY: randomBytes(32).toString('base64url'),
        SSO_ADMIN_API_KEYS: adminKey,
        GATEWAY_ALLOWED_NETWORKS: '127.0.0.0/8',
        APPLICATIONS_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
    },
    join(workDir, 'tamga.log'),
  );
  await untilAnswers(`${issuer}/.well-known/openid-configuration`, child, 300);
  return {
    issuer,
    sandbox: `http://127.0.0.1:${sandbox}`,
    register: async (body) => {
      const answer = await fetch(`http://127.0.0.1:${api}/admin/api/v1/clients`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      const made = (await answer.json()) as { client_id: string; client_secret: string };
      if (!answer.ok) throw new Error(`the registration was refused: ${JSON.stringify(made)}`);
      return { clientId: made.client_id, secret: made.client_secret };
    },
  };
}
