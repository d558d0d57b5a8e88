import { type Logger, pino } from 'pino';

const keptCauses = 10;
const shownStackLines = 4;
const warnLevel = 40;
/** SQLSTATE insufficient_privilege. */
const missingGrant = '42501';
let causes: string[] = [];

/** Writes nothing, and keeps the causes of refusals and failures so that a failing test can show them. */
export function createCauseLogger(): Logger {
  return pino({
    level: 'info',
    base: null,
    hooks: {
      logMethod([details, message], _write, level) {
        const entry: object = typeof details === 'object' && details !== null ? details : {};
        if (level < warnLevel && !('detail' in entry)) return;
        causes.push(describe({ ...this.bindings(), ...entry }, String(message ?? details)));
        if (causes.length > keptCauses) causes.shift();
      },
    },
  });
}

/** The causes kept since the last call. */
export function takeCauses(): string[] {
  const taken = causes;
  causes = [];
  return taken;
}

function describe({ err, reqId, ...facts }: Record<string, unknown>, message: string): string {
  const request = reqId === undefined ? '' : ` (request ${String(reqId)})`;
  const error = err instanceof Error ? describeError(err) : [];
  const known = Object.entries(facts).map(([name, value]) => `${name}: ${String(value)}`);
  return [`${message}${request}`, ...known, ...error].join('\n    ');
}

function describeError(error: Error): string[] {
  const { code, detail, statement } = error as { code?: unknown; detail?: unknown; statement?: unknown };
  const remedy = code === missingGrant ? 'grant the columns to tamga_app in a migration' : undefined;
  const named = typeof statement === 'string' ? `statement ${statement}` : undefined;
  const facts = [code, detail, named, remedy].filter((fact) => typeof fact === 'string').join(', ');
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node_modules|node:/.test(line));
  return [
    `${error.name}: ${error.message}${facts === '' ? '' : ` (${facts})`}`,
    ...frames.slice(0, shownStackLines).map((frame) => frame.trim()),
    ...(error.cause instanceof Error ? [`caused by ${describeError(error.cause).join('\n    ')}`] : []),
  ];
}
