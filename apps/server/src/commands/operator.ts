import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { noOutbox } from '../kernel/audit/unit-of-work.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { createKeyring } from '../kernel/security/keyring.ts';
import {
  addOperator,
  disableOperator,
  type OperatorRole,
  type OperatorsDeps,
  operatorRoles,
  readOperators,
  readRegister,
} from '../modules/operator/index.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

const usage = `tamga operator add [--register NUMBER] [--role ${operatorRoles.join('|')}] [--email ADDRESS]
tamga operator list
tamga operator disable --register NUMBER`;

/** The only way to create an operator: by a person with access to the machine. Works beside a running server. */
export async function manageOperators(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [action, ...rest] = args;
  const options = readOptions(rest);
  switch (action) {
    case 'add': {
      const role = readRole(options.role);
      const email = readEmail(options.email);
      const register = await chooseRegister(config, options.register, say);
      return withOperators(config, (deps) => add(config, deps, { register, role, email }, say));
    }
    case 'list':
      return withOperators(config, (deps) => list(deps, say));
    case 'disable': {
      const register = requireRegister(options.register);
      return withOperators(config, async (deps) => {
        if (!(await disableOperator(deps, register)))
          throw new Stop('There is no active operator with that number.');
        say('disabled; all their sessions have ended');
        return 0;
      });
    }
    default:
      throw new Stop(usage);
  }
}

async function add(
  config: Config,
  deps: OperatorsDeps,
  given: { register: string; role: OperatorRole; email: string },
  say: (line: string) => void,
): Promise<number> {
  const added = await addOperator(deps, given);
  const where = config.CONTROL_PLANE_HOST ?? new URL(config.appOrigin).host;
  say(
    added.renewed ? `The operator has a new secret; the old one is worth nothing.` : `Added: ${given.role}.`,
  );
  say(`\nAuthenticator secret   ${added.secret}\n${added.otpauthUrl}\n`);
  say(
    `It is shown this once. Sign in with eID and a code at ${new URL(config.appOrigin).protocol}//${where}/console`,
  );
  return 0;
}

async function list(deps: OperatorsDeps, say: (line: string) => void): Promise<number> {
  const operators = await readOperators(deps);
  if (operators.length === 0) say('There is no operator yet: tamga operator add');
  for (const { role, name, email, active, locked, last_sign_in_at } of operators) {
    const state = active ? (locked ? 'locked' : 'active') : 'disabled';
    const who = [name, email].filter(Boolean).join(', ') || 'has not signed in yet';
    say(`${role.padEnd(10)} ${state.padEnd(8)} ${last_sign_in_at ?? 'never'.padEnd(24)} ${who}`);
  }
  return 0;
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { register: text, role: text, email: text } }).values;
  } catch {
    throw new Stop(usage);
  }
}

function readRole(given: string | undefined): OperatorRole {
  const role = operatorRoles.find((word) => word === (given ?? 'operator'));
  if (role === undefined) throw new Stop(`--role is one of: ${operatorRoles.join(', ')}`);
  return role;
}

function readEmail(given: string | undefined): string {
  if (given === undefined) return '';
  if (given.length > 200 || !/^[^\s@]+@[^\s@]+$/.test(given)) throw new Stop('--email is no e-mail address');
  return given;
}

function requireRegister(given: string | undefined): string {
  const register = readRegister(given ?? '');
  if (register === undefined) throw new Stop('--register takes two Cyrillic letters and eight digits');
  return register;
}

/** In development no register number is known, so the sandbox's first ordinary citizen is used. */
async function chooseRegister(
  config: Config,
  given: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  if (given !== undefined || config.production) return requireRegister(given);
  const answer = await fetch(`${config.sandboxUrl}/control/citizens`, {
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  if (answer?.ok !== true)
    throw new Stop('Give --register, or start Tamga first (npm start) to take a citizen of the sandbox.');
  const { items } = (await answer.json()) as {
    items: { national_id: string; note: string; surname: string; given_name: string; pin1: string }[];
  };
  const citizen = items.find(({ note }) => note.startsWith('ordinary'));
  if (citizen === undefined) throw new Stop('The sandbox has no ordinary citizen. Give --register.');
  say(
    `${citizen.surname} ${citizen.given_name}, ${citizen.national_id}, of the sandbox; PIN1 ${citizen.pin1}`,
  );
  return requireRegister(citizen.national_id);
}

async function withOperators(
  config: Config,
  work: (deps: OperatorsDeps) => Promise<number>,
): Promise<number> {
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 1 });
  try {
    return await work({
      database,
      outbox: noOutbox,
      keyring: createKeyring(config.INTEGRATION_ENC_KEY),
      platformName: config.EID_RP_NAME,
      now: () => new Date(),
    });
  } finally {
    await database.close();
    await opened.stop();
  }
}
