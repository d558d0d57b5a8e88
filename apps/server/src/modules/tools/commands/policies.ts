import type { Use } from './diagnosis.ts';

/**
 * Allowed arguments of each program. Options are an allowlist, never a blocklist: an unexpected option, an
 * abbreviation of a long one, or one that a newer version adds is refused. Deliberately absent are options
 * that change the host (date -s, hostname NAME), read a file of the caller's choice (du --files0-from,
 * hostname -F), follow links out of the allowed roots (ls -L, du -L, stat -L), show the environment of
 * processes (ps e) or run without end (free -s, tail -f).
 */
export interface Policy {
  /** Letters that may be combined after one dash. */
  readonly flags: string;
  /** Letters that take a value, in the same argument or the next, and the format of the value. */
  readonly valued?: Readonly<Record<string, RegExp>>;
  readonly long?: readonly string[];
  /** Long options with `=value`. */
  readonly longValued?: Readonly<Record<string, RegExp>>;
  /**
   * Arguments that are not options: none, paths inside the allowed roots (or plain words too), or words of
   * this format.
   */
  readonly operands: 'none' | 'paths' | 'words-or-paths' | RegExp;
  /** Information the program reveals about its paths; contents by default. */
  readonly use?: (args: readonly string[]) => Use;
  /** Whether these arguments make it recurse into directories. */
  readonly descends?: (args: readonly string[]) => boolean;
  /** For a program whose argument syntax no table describes; returns the problem. */
  readonly check?: (args: readonly string[]) => string | undefined;
  /** Replaces the given arguments. */
  readonly rewrite?: (args: readonly string[]) => readonly string[];
  /** Its errors name entries below a path, even hidden ones. */
  readonly namesInErrors?: true;
  /** Refused when a multi-call program (busybox) provides it, because that parses arguments differently. */
  readonly needsOwnProgram?: true;
}

const size = /^\d{0,6}(?:[KMGTPE](?:i?B)?)?$/;
const count = /^\d{1,4}$/;
const word = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const fieldsOfDf = /^(?:source|fstype|itotal|iused|iavail|ipcent|size|used|avail|pcent|file|target|,)+$/;
const amount = /^[+-]?\d{1,12}[bkKMG]?$/;
const line = /^[^\0\n]{1,200}$/;
const about = ['--help', '--version'];

const firstOrLast: Policy = {
  flags: 'qvz0123456789',
  valued: { n: amount, c: amount },
  long: ['--quiet', '--silent', '--verbose', '--zero-terminated', ...about],
  longValued: { '--lines': amount, '--bytes': amount },
  operands: 'paths',
};

const known: Readonly<Record<string, Policy>> = {
  uptime: { flags: 'psrV', long: ['--pretty', '--since', ...about], operands: 'none' },
  whoami: { flags: '', long: about, operands: 'none' },
  uname: {
    flags: 'asnrvmpio',
    long: [
      ...['--all', '--kernel-name', '--nodename', '--kernel-release', '--kernel-version', '--machine'],
      ...['--processor', '--hardware-platform', '--operating-system', ...about],
    ],
    operands: 'none',
  },
  hostname: {
    flags: 'sfdiI',
    long: ['--short', '--fqdn', '--long', '--domain', '--ip-address', '--all-ip-addresses', ...about],
    operands: 'none',
  },
  date: {
    flags: 'uR',
    long: [
      '--utc',
      '--universal',
      '--rfc-email',
      '--rfc-3339=seconds',
      '--rfc-3339=date',
      '-I',
      '-Iseconds',
      ...about,
    ],
    longValued: { '--iso-8601': /^(?:date|hours|minutes|seconds|ns)$/ },
    // An operand without the plus sign would set the clock.
    operands: /^\+[^\0\n]{0,200}$/,
  },
  id: {
    flags: 'ugGnrz',
    long: ['--user', '--group', '--groups', '--name', '--real', '--zero', ...about],
    operands: /^[a-z_][a-z0-9_-]{0,31}$/,
  },
  free: {
    flags: 'bkmghltwv',
    long: [
      ...['--bytes', '--kilo', '--mega', '--giga', '--kibi', '--mebi', '--gibi', '--human', '--si'],
      ...['--lohi', '--total', '--wide', '--committed', ...about],
    ],
    operands: 'none',
  },
  df: {
    flags: 'ahHiklPT',
    valued: { B: size, t: word, x: word },
    long: [
      ...['--all', '--human-readable', '--si', '--inodes', '--local', '--no-sync', '--portability'],
      ...['--print-type', '--total', '--output', ...about],
    ],
    longValued: { '--block-size': size, '--type': word, '--exclude-type': word, '--output': fieldsOfDf },
    operands: 'paths',
    use: () => 'facts',
  },
  du: {
    flags: 'abchkmsSx0',
    valued: { B: size, d: count, t: /^-?\d{1,12}[KMGT]?$/ },
    long: [
      ...['--all', '--apparent-size', '--bytes', '--total', '--human-readable', '--si', '--inodes'],
      ...['--summarize', '--separate-dirs', '--one-file-system', '--null', '--no-dereference', ...about],
    ],
    longValued: {
      '--block-size': size,
      '--max-depth': count,
      '--threshold': /^-?\d{1,12}[KMGT]?$/,
      '--exclude': /^[^/\0\n]{1,100}$/,
    },
    operands: 'paths',
    use: (args) => (depthOfDu(args) === 0 ? 'sums' : 'names'),
    descends: (args) => depthOfDu(args) > 1,
    namesInErrors: true,
  },
  ls: {
    flags: 'aAbBcCdfFgGhiklmnNopqQrRsStuUvxX1Z',
    valued: { I: /^[^/\0\n]{1,100}$/, w: count },
    long: [
      ...['--all', '--almost-all', '--author', '--directory', '--classify', '--full-time', '--no-group'],
      ...[
        '--human-readable',
        '--si',
        '--inode',
        '--numeric-uid-gid',
        '--literal',
        '--quote-name',
        '--reverse',
      ],
      ...['--recursive', '--size', '--group-directories-first', '--zero', ...about],
    ],
    longValued: {
      '--block-size': size,
      '--color': /^never$/,
      '--format': /^(?:across|commas|horizontal|long|single-column|verbose|vertical)$/,
      '--hide': /^[^/\0\n]{1,100}$/,
      '--ignore': /^[^/\0\n]{1,100}$/,
      '--sort': /^(?:none|size|time|version|extension|name|width)$/,
      '--time': /^[a-z]{1,12}$/,
      '--time-style': /^(?:full-iso|long-iso|iso|locale|\+[^\0\n]{1,60})$/,
      '--width': count,
    },
    operands: 'paths',
    use: () => 'names',
    descends: (args) => args.some((one) => /^(?:-[A-QS-Za-z1]*R[A-Za-z1]*|--recursive)$/.test(one)),
  },
  stat: {
    flags: 'ft',
    valued: { c: line },
    long: ['--file-system', '--terse', ...about],
    longValued: { '--format': line, '--printf': line },
    operands: 'paths',
    use: () => 'facts',
  },
  cat: {
    flags: 'AbeEnstTuv',
    long: ['--show-all', '--number-nonblank', '--show-ends', '--number', '--squeeze-blank', ...about],
    operands: 'paths',
  },
  head: firstOrLast,
  tail: firstOrLast,
  wc: {
    flags: 'cmlLw',
    long: ['--bytes', '--chars', '--lines', '--words', '--max-line-length', ...about],
    longValued: { '--total': /^(?:auto|always|only|never)$/ },
    operands: 'paths',
  },
  ps: { flags: '', operands: 'none', check: checkPs, rewrite: cutArguments, needsOwnProgram: true },
};

const psColumn =
  'pid|ppid|pgid|pgrp|sid|sess|user|euser|ruser|uid|euid|ruid|gid|egid|group|egroup|comm|ucmd|ucomm|stat|state|s|' +
  'pcpu|%cpu|c|cp|pmem|%mem|rss|rssize|rsz|vsz|vsize|sz|size|etime|etimes|time|cputime|start|stime|lstart|' +
  'start_time|bsdstart|tty|tt|tname|ni|nice|pri|nlwp|thcount|psr|cls|class|policy|wchan|lwp|spid|tid|f|flags';
const psFormat = new RegExp(`^(?:${psColumn})(?:,(?:${psColumn}))*$`);
const psSort = new RegExp(`^[+-]?(?:${psColumn})(?:,[+-]?(?:${psColumn}))*$`);
const pidList = /^\d{1,7}(?:,\d{1,7})*$/;

/** The depth to which du lists names: the deepest given value, because du uses the last one. */
function depthOfDu(args: readonly string[]): number {
  const depths: number[] = [];
  for (const [at, given] of args.entries()) {
    if (given === '--') break;
    if (given === '--summarize' || /^-[abchkmSx0]*s/.test(given)) depths.push(0);
    const depth = /^--max-depth=(\d+)$/.exec(given)?.[1] ?? /^-[abchkmsSx0]*d(\d*)$/.exec(given)?.[1];
    if (depth !== undefined) depths.push(Number(depth === '' ? args[at + 1] : depth));
  }
  return depths.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...depths);
}

/**
 * ps reads `e` as "everybody" after a dash and as "with the environment" without one, and when its arguments
 * do not make sense (an unknown user, two formats) it silently reads all of them in the second way. So `e` is
 * accepted only in complete command lines that always make sense; `-A` means the same.
 */
function checkPs(args: readonly string[]): string | undefined {
  const [first = '', second = ''] = args;
  if (args.length === 1 && ['-e', '-ef', '-eF', '-el', '-ely', '-eLf'].includes(first)) return undefined;
  if (args.length === 2 && first === '-eo' && psFormat.test(second)) return undefined;
  if (args.length === 3 && first === '-e' && second === '-o' && psFormat.test(args[2] ?? ''))
    return undefined;
  for (let at = 0; at < args.length; at += 1) {
    const given = args[at] ?? '';
    const next = args[at + 1] ?? '';
    if (/^-?[AacdfFhHjlLmnrsSTuvwxy]{1,16}$/.test(given)) continue;
    if (['--forest', '--no-headers', '--headers', ...about].includes(given)) continue;
    if (given.startsWith('--sort=') && psSort.test(given.slice(7))) continue;
    if (/^--p?pid=/.test(given) && pidList.test(given.slice(given.indexOf('=') + 1))) continue;
    if ((given === '-o' && psFormat.test(next)) || (given === '-p' && pidList.test(next))) {
      at += 1;
      continue;
    }
    return `ps is not given ${given.slice(0, 60)} here`;
  }
  return undefined;
}

/**
 * People put secrets in command lines. `c` makes ps print the program name instead of its arguments, in every
 * format; columns of the caller's choice (-o) contain none.
 */
function cutArguments(args: readonly string[]): readonly string[] {
  const choosesColumns = args.some((one) => one === '-o' || one === '-eo');
  return choosesColumns || args.some((one) => about.includes(one)) ? args : [...args, 'c'];
}

/** Programs that run other programs: no setting makes them diagnostic commands. */
const runners = new Set(
  [
    'sh bash dash zsh ksh ash csh tcsh fish rbash busybox toybox env xargs find parallel awk gawk mawk nawk sed perl',
    'ruby php lua node nodejs deno bun java jshell tclsh wish expect gdb lldb strace ltrace make cmake npm npx yarn',
    'git ssh scp sftp rsync tar zip cpio vi vim nvim view ex ed emacs nano pico less more most man info watch time',
    'timeout nice ionice nohup setsid stdbuf script screen tmux sudo su doas runuser pkexec chroot unshare nsenter',
    'prlimit taskset flock systemd-run docker podman kubectl ctr crictl psql mysql sqlite3 curl wget nc ncat netcat',
    'socat telnet ftp tee dd cp mv rm ln install chmod chown kill pkill killall crontab at batch mount umount',
  ].flatMap((line) => line.split(' ')),
);

const bareName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;

/** Whether a name on the allowlist can run at all: callers see only these. */
export const isUsable = (name: string): boolean => bareName.test(name) && !isRunner(name);

export function isRunner(name: string): boolean {
  return runners.has(name) || /^(?:python|perl|ruby|php|lua|node|pip)[\d.]*$/.test(name);
}

/**
 * An allowed program without a built-in policy: only options that the operator listed as `program:option`
 * (`lsblk:-f`), and operands that are plain words or paths inside the allowed roots.
 */
export function genericPolicy(name: string, extraOptions: readonly string[]): Policy {
  const own = extraOptions
    .filter((option) => option.startsWith(`${name}:-`))
    .map((option) => option.slice(name.length + 1));
  return { flags: '', long: own, operands: 'words-or-paths' };
}

export function policyOf(name: string, extraOptions: readonly string[]): Policy {
  return Object.hasOwn(known, name)
    ? (known[name] ?? genericPolicy(name, []))
    : genericPolicy(name, extraOptions);
}
