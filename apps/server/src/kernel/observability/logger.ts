import { destination, type Logger, pino } from 'pino';

/**
 * Structured logs without personal data: handlers log codes and ids, never bodies, and redaction removes
 * secrets that slip in.
 */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: createTimestamp(),
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        'req.headers',
        'headers',
        '*.authorization',
        '*.cookie',
        '*.token',
        '*.refresh_token',
        'err.config',
      ],
      censor: '[removed]',
    },
    serializers: { err: describeError },
  };
  return pino(options, destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }));
}

/** Formatting a time takes about a microsecond, and a busy server writes several lines in a millisecond. */
function createTimestamp(): () => string {
  let writtenMs = 0;
  let text = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== writtenMs) {
      writtenMs = nowMs;
      text = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return text;
  };
}

/** Messages of the database driver may quote values, so only their code is logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  const fromDatabase = typeof (error as { severity?: unknown }).severity === 'string';
  return {
    type: error.name,
    message: fromDatabase ? 'database error' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack?.split('\n').slice(1, 12).join('\n'),
  };
}
