import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { SealKeyUnavailable } from '../../modules/signing/seal-port.ts';

export interface ToolOptions {
  /** `pkcs11-tool` of OpenSC, by name or path. */
  program: string;
  /** The library of the device's vendor. */
  module: string;
  /** The token by its label, or by the number of its slot. */
  token: { label: string } | { slot: number };
  pin: string;
  /** What the vendor's library reads; holds no secret of the platform. */
  environment: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

/** The device, the PIN or the key is not as the settings say: an operator has to act. */
export class Pkcs11Refused extends SealKeyUnavailable {
  readonly problem: string;
  /** A second wrong PIN brings the device closer to locking itself, so it is never tried again. */
  readonly isFinal: boolean;

  constructor(problem: string, isFinal = false) {
    super(problem);
    this.problem = problem;
    this.isFinal = isFinal;
  }
}

const TIMEOUT_MS = 10_000;
/** Another process at the device can disturb a run before it has signed; SoftHSM then shows no token for a moment. */
const TRIES = 3;
const PAUSE_MS = 100;
const LARGEST_ANSWER_BYTES = 64 * 1024;
/** Outside the command line, which every user of the machine can read. */
const PIN_VARIABLE = 'TAMGA_PKCS11_PIN';

const WRONG_PIN = /CKR_PIN_(INCORRECT|LOCKED|EXPIRED|LEN_RANGE|INVALID)/;
const WRONG_SETTINGS =
  /No slot with token named|Failed to load pkcs11 module|slot (?:index|with ID) .{0,200} not found/i;

/** Runs pkcs11-tool with the token opened; the answer is its standard output. */
export function createTool(options: ToolOptions) {
  const { token } = options;
  const common = [
    ...['--module', options.module, '--login', '--pin', `env:${PIN_VARIABLE}`],
    ...('label' in token ? ['--token-label', token.label] : ['--slot', String(token.slot)]),
  ];
  let refused: Pkcs11Refused | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const run = async (args: readonly string[], input: Uint8Array): Promise<Buffer> => {
    for (let tries = 1; ; tries += 1) {
      if (refused) throw refused;
      try {
        return await runOnce(options, [...common, ...args], input);
      } catch (error) {
        if (error instanceof Pkcs11Refused && error.isFinal) refused = error;
        if (tries >= TRIES || !(error instanceof Disturbed))
          throw error instanceof Disturbed ? error.reason : error;
        await setTimeout(tries * PAUSE_MS);
      }
    }
  };

  /** One at a time: devices allow few sessions, and each run takes one. */
  return (args: readonly string[], input: Uint8Array): Promise<Buffer> => {
    const next = last.then(() => run(args, input));
    last = next.catch(() => undefined);
    return next;
  };
}

function runOnce(options: ToolOptions, args: readonly string[], input: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.program, args, {
      env: { ...options.environment, [PIN_VARIABLE]: options.pin },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    let size = 0;
    let errors = '';
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > LARGEST_ANSWER_BYTES) child.kill('SIGKILL');
      else output.push(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      errors = `${errors}${part}`.slice(0, 4000);
    });
    // A child that ends without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT' || error.code === 'EACCES'
          ? new Pkcs11Refused(
              'pkcs11-tool cannot be started: install the package opensc, or set SIGN_SIGNER_PKCS11_TOOL',
            )
          : new SealKeyUnavailable(`pkcs11-tool: ${error.code}`),
      ),
    );
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(output));
      if (signal !== null) return reject(new SealKeyUnavailable('pkcs11-tool did not answer in time'));
      const error = judge(errors, `pkcs11-tool ended with ${code}`);
      reject(error instanceof Pkcs11Refused && error.isFinal ? error : new Disturbed(error));
    });
  });
}

/** A run that failed before it signed, and may succeed the next time. */
class Disturbed extends Error {
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

function judge(errors: string, otherwise: string): Error {
  // Only the code: what a vendor's library prints may hold more than is fit for a log.
  const code = /CKR_[A-Z_]+/.exec(errors)?.[0];
  if (WRONG_PIN.test(errors))
    return new Pkcs11Refused(`the device refused the PIN of SIGN_SIGNER_PKCS11_PIN_FILE (${code})`, true);
  if (WRONG_SETTINGS.test(errors))
    return new Pkcs11Refused(
      'there is no such device: check SIGN_SIGNER_PKCS11_MODULE and SIGN_SIGNER_PKCS11_TOKEN or SIGN_SIGNER_PKCS11_SLOT',
    );
  return new SealKeyUnavailable(code ?? otherwise);
}
