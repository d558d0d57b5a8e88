import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAgencies } from './agencies/index.ts';
import { CITIZENS } from './citizens.ts';
import { registerDropbox } from './cloud/dropbox.ts';
import { registerGoogle } from './cloud/google.ts';
import { registerControl } from './control.ts';
import { registerPki } from './crl.ts';
import { registerDirectory } from './directory/index.ts';
import { registerEmailCodes } from './email-codes/index.ts';
import { createFaults } from './faults.ts';
import { createForeignAuthority } from './foreign-authority.ts';
import { registerModel } from './model/index.ts';
import { registerOcsp } from './ocsp.ts';
import { registerPayments } from './payments/index.ts';
import { createPins } from './pins.ts';
import { openPki } from './pki.ts';
import { answerError, answerNotFound } from './problem.ts';
import { registerProtocol } from './protocol.ts';
import type { Provider } from './provider.ts';
import { rememberSessions } from './records/history.ts';
import { registerRecords } from './records/index.ts';
import { registerRpSimulator } from './rp-simulator/index.ts';
import { createSessions } from './sessions.ts';
import { registerSms } from './sms/index.ts';
import { registerSocial } from './social/index.ts';
import { registerStateRegistry } from './state-registry/index.ts';
import { registerTsa } from './tsa.ts';
import { registerUpstreamSso } from './upstream-sso/index.ts';
import { compileValidator } from './validator.ts';

/** A second relying party with the same secret that may not see the register number. */
const PUBLIC_RP_UUID = '00000000-0000-4000-8000-000000000002';
const SESSION_TTL_SECONDS = 120;

export interface SandboxOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Keys and certificates are stored in `pki/` below, so that a restart keeps the same authority. */
  dataDir: string;
  environment: 'development' | 'production' | 'test';
  /** Used in device links and certificates; the default is `http://localhost:<port>`. */
  publicUrl?: string;
  rpUuid: string;
  rpName: string;
  rpSecret: string;
  /** null for no mailbox. */
  smtpPort?: number | null;
  /** `host` or `host:port` of applications that a sign-in check may open, beside those on this machine. */
  applicationHosts?: readonly string[];
  /** Address of the platform's API, for agencies that answer it. */
  platformUrl?: string;
  now?: () => Date;
  sessionTtlSeconds?: number;
}

export interface Sandbox {
  url: string;
  smtpPort: number | null;
  trustRootsPath: string;
  close(): Promise<void>;
}

interface Mailbox {
  smtpPort: number;
  close(): Promise<void>;
}

export interface Registrars {
  registerPhonePage?: (app: FastifyInstance) => Promise<void>;
  startMailbox?: (options: {
    host: string;
    port: number;
    now: () => Date;
    app: FastifyInstance;
  }) => Promise<Mailbox>;
}

/** The only client of the social provider; its secret is the relying party's. */
const SOCIAL_CLIENT_ID = 'tamga';
/** The only client of Google and Dropbox here, with the same secret. */
const CLOUD_CLIENT_ID = 'tamga';

/** Running answers get this long to finish on shutdown. */
const CLOSE_TIMEOUT_MS = 2000;

function buildApp(provider: Provider, dataDir: string): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: 65_536,
    // A relying party's mistake must be visible: nothing is dropped and nothing converted.
  });
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  app.addHook('preClose', async () => {
    provider.sessions.release();
    provider.faults.release();
  });
  app.get('/health', async () => ({ status: 'ok' }));
  registerProtocol(app, provider);
  registerControl(app, provider);
  registerRecords(app, provider, join(dataDir, 'representations.json'));
  registerStateRegistry(app, {
    clientId: 'tamga',
    secret: provider.rpSecret,
    faults: provider.faults,
    now: provider.now,
  });
  registerDirectory(app, { token: provider.rpSecret });
  registerPayments(app, {
    apiKey: provider.rpSecret,
    webhookSecret: provider.rpSecret,
    publicUrl: provider.publicUrl,
    now: provider.now,
  });
  registerModel(app);
  registerOcsp(app, provider);
  registerPki(app, provider);
  registerTsa(app, provider);
  return app;
}

/** The provider with optional parts; `startSandbox` adds the phone page and the mailbox. */
export async function buildSandbox(options: SandboxOptions, registrars: Registrars): Promise<Sandbox> {
  if (options.environment === 'production') {
    throw new Error(
      'The sandbox invents people and hands out their PINs, so it does not start in production. Set EID_BASE_URL to the national provider instead.',
    );
  }
  const now = options.now ?? (() => new Date());
  const pki = await openPki(options.dataDir, CITIZENS, now);
  let publicUrl = options.publicUrl?.replace(/(?<!\/)\/+$/, '') ?? `http://localhost:${options.port}`;
  const started = createSessions(now, options.sessionTtlSeconds ?? SESSION_TTL_SECONDS);
  const provider: Provider = {
    pki,
    ...rememberSessions(started),
    faults: createFaults(),
    foreign: createForeignAuthority(() => publicUrl, now),
    pins: createPins(),
    now,
    publicUrl: () => publicUrl,
    relyingParties: [
      { uuid: options.rpUuid, name: options.rpName, mayHaveRegNo: true },
      { uuid: PUBLIC_RP_UUID, name: options.rpName, mayHaveRegNo: false },
    ],
    rpSecret: options.rpSecret,
  };
  const app = buildApp(provider, options.dataDir);
  let mailbox: Mailbox | null = null;
  const close = async () => {
    // Browsers keep unused connections, which count as busy and would delay the shutdown.
    const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await app.close().finally(() => clearTimeout(timeout));
    await mailbox?.close();
  };
  try {
    await registrars.registerPhonePage?.(app);
    const smtpPort = options.smtpPort === undefined ? 0 : options.smtpPort;
    if (smtpPort !== null && registrars.startMailbox) {
      mailbox = await registrars.startMailbox({ host: options.host, port: smtpPort, now, app });
    }
    registerEmailCodes(app, {
      apiKey: options.rpSecret,
      mailbox: () => mailbox && { host: options.host, port: mailbox.smtpPort },
      now,
    });
    registerSms(app, { apiKey: options.rpSecret, now });
    await registerSocial(app, {
      dataDir: options.dataDir,
      clientId: SOCIAL_CLIENT_ID,
      clientSecret: options.rpSecret,
      publicUrl: () => publicUrl,
      now,
    });
    await registerUpstreamSso(app, {
      clientSecret: options.rpSecret,
      publicUrl: () => publicUrl,
      now,
    });
    await registerAgencies(app, {
      secret: options.rpSecret,
      replyTo: options.platformUrl && `${options.platformUrl}/api/v1/relay/webhook`,
      now,
    });
    const cloud = {
      clientId: CLOUD_CLIENT_ID,
      clientSecret: options.rpSecret,
      publicUrl: () => publicUrl,
      now,
    };
    await registerGoogle(app, cloud);
    await registerDropbox(app, cloud);
    await registerRpSimulator(app, {
      publicUrl: () => publicUrl,
      now,
      applicationHosts: options.applicationHosts ?? [],
    });
    const addressKnown = options.publicUrl !== undefined || options.port !== 0;
    if (addressKnown) await pki.serveAt(publicUrl);
    await app.listen({ host: options.host, port: options.port });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : options.port;
    if (!addressKnown) {
      publicUrl = `http://localhost:${port}`;
      await pki.serveAt(publicUrl);
    }
    return {
      url: `http://${hostInUrl(options.host)}:${port}`,
      smtpPort: mailbox?.smtpPort ?? null,
      trustRootsPath: pki.trustRootsPath,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loopback is named `localhost`, so that this address equals the one in the certificates. */
function hostInUrl(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
