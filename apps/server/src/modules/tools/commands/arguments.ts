import type { Policy } from './policies.ts';

/** Result of checking the arguments of one program. */
export interface CheckedArguments {
  /** Operands that name files: they must be inside the allowed roots. */
  readonly paths: readonly string[];
  readonly problem: string | undefined;
}

export interface ArgumentOptions {
  /** Marks a template argument whose value is known only at the call. */
  readonly isOpaque?: (argument: string) => boolean;
}

const refused = (problem: string): CheckedArguments => ({ paths: [], problem });
const shown = (text: string) => JSON.stringify(text.slice(0, 60));

/** Parses arguments like getopt_long, but refuses abbreviations. */
export function checkArguments(
  policy: Policy,
  args: readonly string[],
  { isOpaque = () => false }: ArgumentOptions = {},
): CheckedArguments {
  if (policy.check !== undefined)
    return { paths: [], problem: args.some(isOpaque) ? undefined : policy.check(args) };
  const operands: string[] = [];
  let onlyOperands = false;
  for (let at = 0; at < args.length; at += 1) {
    const given = args[at] ?? '';
    if (onlyOperands || given === '-' || !given.startsWith('-')) operands.push(given);
    else if (given === '--') onlyOperands = true;
    else if (policy.long?.includes(given) === true) continue;
    else if (given.startsWith('--')) {
      const problem = checkLong(policy, given, isOpaque);
      if (problem !== undefined) return refused(problem);
    } else {
      const cluster = readCluster(policy, given);
      if (typeof cluster === 'string') return refused(cluster);
      if (cluster.value === undefined) continue;
      const inNext = cluster.value === '';
      const value = inNext ? args[at + 1] : cluster.value;
      if (inNext) at += 1;
      if (value === undefined || !(isOpaque(value) || cluster.form.test(value)))
        return refused(`the value of ${shown(given)} is not accepted`);
    }
  }
  return checkOperands(policy, operands, isOpaque);
}

function checkLong(policy: Policy, given: string, isOpaque: (text: string) => boolean): string | undefined {
  const at = given.indexOf('=');
  const name = at < 0 ? given : given.slice(0, at);
  const valued = policy.longValued ?? {};
  const form = Object.hasOwn(valued, name) ? valued[name] : undefined;
  if (form === undefined) return `the option ${shown(name)} is not allowed`;
  if (at < 0) return `write the value of ${name} as ${name}=value`;
  const value = given.slice(at + 1);
  return isOpaque(value) || form.test(value) ? undefined : `the value of ${name} is not accepted`;
}

type Cluster = { readonly value: undefined } | { readonly value: string; readonly form: RegExp };

/** `-lah`, `-d2` or `-d 2`: the first letter with a value takes the rest. */
function readCluster(policy: Policy, given: string): Cluster | string {
  for (const [at, letter] of [...given].entries()) {
    if (at === 0 || policy.flags.includes(letter)) continue;
    const valued = policy.valued ?? {};
    const form = Object.hasOwn(valued, letter) ? valued[letter] : undefined;
    if (form === undefined) return `the option ${shown(`-${letter}`)} is not allowed`;
    return { value: given.slice(at + 1), form };
  }
  return { value: undefined };
}

function checkOperands(
  policy: Policy,
  operands: readonly string[],
  isOpaque: (text: string) => boolean,
): CheckedArguments {
  const form = policy.operands;
  if (form === 'paths' || form === 'words-or-paths')
    return { paths: operands.filter((one) => !isOpaque(one)), problem: undefined };
  const wrong = operands.find((one) => form === 'none' || !(isOpaque(one) || form.test(one)));
  return wrong === undefined
    ? { paths: [], problem: undefined }
    : refused(`the argument ${shown(wrong)} is not accepted here`);
}
