import { renderClientTypes } from './client-types.ts';
import { describeOutside } from './commands/outside.ts';
import { printJson } from './compact-json.ts';
import { type App, buildApp } from './composition/app.ts';
import { describeSettings, loadConfig } from './config.ts';
import { renderFormSchemas } from './form-schemas.ts';
import { bodyKinds } from './kernel/http/body-places.ts';
import { kernelErrors } from './kernel/http/errors.ts';
import { describeProof } from './kernel/http/fresh-proof.ts';
import { findInputOpenings } from './kernel/http/input-bounds.ts';
import { fullPath, isWriting, type Row } from './kernel/http/row.ts';
import { defaultBodyBytes } from './kernel/http/server.ts';
import { deadLetterQueue } from './kernel/jobs/jobs.ts';
import type { Module } from './kernel/module.ts';
import { createLogger } from './kernel/observability/logger.ts';
import { renderStateMachine } from './modules/gov/index.ts';
import { listAdditions } from './specification.ts';

const head = '<!-- Generated from the code by `npm run generate`; do not edit. -->\n\n';

/**
 * Answers to a service's form, which differs per service, and what agencies send each other: bounded as a whole and
 * checked by their handlers.
 */
const openBodies = [
  'gov.applications.apply body.payload: takes unknown fields',
  'gov.applications.provide_info body.payload: takes unknown fields',
  'gov.drafts.save body.payload: takes unknown fields',
  'relay.requests.create body.payload: takes anything',
  'relay.assignments.respond body.result: takes anything',
];

/** Refuses input that a client could make as large as it likes. */
export function checkInputs(modules: readonly Module[]): void {
  const openings = findInputOpenings(modules.flatMap(({ rows }) => rows));
  const unexpected = openings.filter((opening) => !openBodies.includes(opening));
  if (unexpected.length > 0)
    throw new Error(
      `input without bounds; use strict, line, maxLength, maxItems:\n  ${unexpected.join('\n  ')}`,
    );
}

/** The app as it is shipped, without a database. */
export function describeApp(): App {
  const secret = 'for-generated-documents-only-0123456789';
  const config = loadConfig({ ENVIRONMENT: 'test' }, () => ({
    JWT_SECRET: secret,
    INTEGRATION_ENC_KEY: secret,
    EID_RP_SECRET: secret,
  }));
  return buildApp(config, {
    databaseUrl: 'postgres://unused',
    directUrl: 'postgres://unused',
    outside: describeOutside(config),
    logger: createLogger('silent'),
    now: () => new Date(0),
  });
}

/** Every generated document by its path in the repository. */
export function renderReferences(): Map<string, string> {
  const app = describeApp();
  checkInputs(app.modules);
  const document = app.document();
  return new Map([
    ['docs/generated/openapi.json', `${printJson(document, 3)}\n`],
    ['docs/generated/access.md', head + accessMatrix(app.modules)],
    ['docs/generated/bodies.md', head + bodyList(app.modules)],
    ['docs/generated/errors.md', head + errorList(app.modules)],
    ['docs/generated/audit-events.md', head + auditEvents(app.modules)],
    ['docs/generated/jobs.md', head + jobList(app.declaredJobs)],
    ['docs/generated/configuration.md', head + configuration()],
    ['docs/generated/additions.txt', `${listAdditions(app.modules).join('\n')}\n`],
    ['docs/generated/applications.md', head + renderStateMachine()],
    ['packages/client/src/generated/api.ts', renderClientTypes(document)],
    ['apps/portal/src/api/generated/bodies.ts', renderFormSchemas(app.modules)],
    ['apps/portal/src/api/generated/acting-calls.ts', renderActingCalls(app.modules)],
  ]);
}

/** The portal sends the party with these calls alone: every other row refuses it. */
function renderActingCalls(modules: readonly Module[]): string {
  const calls = modules.flatMap(({ rows, mounts = [] }) => [
    ...rows.filter(({ acting }) => acting !== undefined).map((row) => `${row.method} ${fullPath(row)}`),
    ...mounts
      .filter(({ acting }) => acting !== undefined)
      .map(({ methods, path }) => `${methods[0]} ${path}`),
  ]);
  return [
    '// Generated from the rows by `npm run generate`; do not edit.',
    'export const ACTING_CALLS: readonly string[] = [',
    ...calls.sort().map((call) => `  '${call}',`),
    '];\n',
  ].join('\n');
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const limitText = (limit: Row['limit']): string =>
  limit === undefined
    ? ''
    : `${limit.perMinute}/min, burst ${limit.burst}${limit.by === undefined ? '' : `, by ${limit.by}`}${limit.counts === undefined ? '' : `, counts ${limit.counts}`}`;

function accessMatrix(modules: readonly Module[]): string {
  const rows = modules.flatMap((module) => [
    ...module.rows.map((row) => [
      row.method,
      `\`${fullPath(row)}\``,
      row.access.word,
      row.access.why ?? '',
      describeProof(row),
      limitText(row.limit),
      isWriting(row)
        ? 'notAudited' in row.audit
          ? `not audited: ${row.audit.notAudited}`
          : row.audit.map((event) => event.action).join(', ')
        : '',
      row.asSystem === undefined ? '' : row.asSystem,
      row.id,
    ]),
    ...(module.mounts ?? []).map((mount) => [
      mount.methods.join(', '),
      `\`${mount.path}\``,
      mount.access.word,
      mount.access.why ?? '',
      describeProof(mount),
      limitText(mount.limit),
      '',
      '',
      mount.id,
    ]),
  ]);
  const columns = [
    'method',
    'path',
    'access',
    'why open',
    'fresh proof',
    'limit per address',
    'audit',
    'acts as the platform because',
    'row',
  ];
  return `# Access matrix\n\nWho may call what. An open row says why it is open; a row that acts as the platform says why it cannot act as its caller. A fresh proof is a second factor of the last 15 minutes ([ADR 108](../adr/0108-ask-for-a-fresh-proof-by-a-property-of-the-row.md)).\n\n${table(columns, rows)}\n`;
}

const takesBody = (method: string) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

/** Refuses a mount whose body nobody bounds; the storage and the gateway have limits of their own. */
function bodyList(modules: readonly Module[]): string {
  const all = modules.flatMap(({ rows, mounts = [] }) => [
    ...rows.map((row) => ({ ...row, methods: [row.method], path: fullPath(row), kind: 'memory' as const })),
    ...mounts.map((mount) => ({ ...mount, kind: mount.upload ?? ('memory' as const) })),
  ]);
  const taking = all.filter(({ methods }) => methods.some(takesBody));
  const unbounded = taking.filter(
    (each) =>
      'unparsed' in each && ['memory', 'spooled'].includes(each.kind) && each.bodyLimitBytes === undefined,
  );
  if (unbounded.length > 0)
    throw new Error(`mounts without bodyLimitBytes: ${unbounded.map(({ id }) => id).join(', ')}`);
  const own = taking.filter(({ kind, bodyLimitBytes }) => kind !== 'memory' || bodyLimitBytes !== undefined);
  const rows = own.map(({ methods, path, access, kind, bodyLimitBytes, id }) => [
    methods.filter(takesBody).join(', '),
    `\`${path}\``,
    access.word,
    bodyKinds[kind],
    bodyLimitBytes === undefined ? 'its own limit' : String(bodyLimitBytes),
    id,
  ]);
  const others = taking.length - own.length;
  return `# Bodies\n\nHow each body is kept while it arrives (ADR 102). The other ${others} rows take at most ${defaultBodyBytes} bytes, ${bodyKinds.memory}.\n\n${table(['method', 'path', 'access', 'kept', 'bytes at most', 'row'], rows)}\n`;
}

function errorList(modules: readonly Module[]): string {
  const groups = [
    { name: 'kernel', errors: kernelErrors },
    ...modules.filter((module) => Object.keys(module.errors).length > 0),
  ];
  const sections = groups.map(({ name, errors }) => {
    const rows = Object.values(errors).map((error) => [
      `\`${error.code}\``,
      String(error.status),
      error.mn,
      error.en,
    ]);
    return `## ${name}\n\n${table(['code', 'status', 'mn', 'en'], rows)}\n`;
  });
  return `# Error codes\n\nThe failure body is \`{ status: false, message, error, request_id, data? }\`; \`error\` is one of these.\n\n${sections.join('\n')}`;
}

function auditEvents(modules: readonly Module[]): string {
  const rows = modules.flatMap((module) =>
    Object.values(module.events).map((event) => [
      `\`${event.action}\``,
      event.category,
      event.about,
      event.fields.map((field) => `\`${field}\``).join(', '),
    ]),
  );
  return `# Audit events\n\n${table(['action', 'category', 'what happened', 'metadata'], rows)}\n`;
}

function jobList(jobs: App['declaredJobs']): string {
  const rows = jobs.map((job) => [
    `\`${job.name}\``,
    job.schedule ?? 'when asked',
    String(job.retries ?? 5),
    job.about,
  ]);
  return `# Jobs\n\nRetried with growing pauses; what fails for good waits in the queue \`${deadLetterQueue}\`.\n\n${table(['job', 'schedule (UTC)', 'retries', 'what it does'], rows)}\n`;
}

function configuration(): string {
  const settings = describeSettings();
  const sections = [...new Set(settings.map((setting) => setting.section))].map((section) => {
    const rows = settings
      .filter((setting) => setting.section === section)
      .map((setting) => [
        `\`${setting.name}\``,
        setting.form,
        setting.fallback === '' ? '' : `\`${setting.fallback}\``,
        setting.about,
      ]);
    return `## ${section}\n\n${table(['variable', 'form', 'default', 'what it is'], rows)}\n`;
  });
  return `# Configuration\n\nRead from the environment, or from a file \`.env\` in the working directory. All problems are reported at once, never a value.\n\n${sections.join('\n')}`;
}
