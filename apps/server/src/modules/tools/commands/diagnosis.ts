import { realpath } from 'node:fs/promises';
import { dirname, normalize, resolve, sep } from 'node:path';

/**
 * Information that a program reveals about a path: facts of the path itself, sums over its entries, names of
 * them, or contents.
 */
export type Use = 'facts' | 'sums' | 'names' | 'contents';

/** Directories whose entries may be listed; this allows nothing below them. */
export const readableDirectories: readonly string[] = [
  '/',
  '/var',
  '/var/log',
  '/var/log/apt',
  '/proc/pressure',
];

/**
 * Files that may be read from any working directory, listed one by one: figures of the whole host and system
 * logs, and nothing of a process, a person or a service. Logs of sign-ins (auth.log, secure) are left out.
 */
export const readableFiles: readonly string[] = [
  ...['buddyinfo', 'cpuinfo', 'diskstats', 'filesystems', 'interrupts', 'loadavg', 'meminfo', 'partitions'],
  ...['softirqs', 'stat', 'swaps', 'uptime', 'version', 'vmstat', 'zoneinfo'],
  ...['pressure/cpu', 'pressure/io', 'pressure/memory', 'net/dev', 'net/sockstat', 'net/snmp', 'net/netstat'],
  ...['sys/fs/file-nr', 'sys/kernel/ostype', 'sys/kernel/osrelease', 'sys/kernel/pid_max'],
]
  .map((name) => `/proc/${name}`)
  .concat(
    ['syslog', 'syslog.1', 'messages', 'kern.log', 'kern.log.1', 'dmesg', 'boot.log', 'dpkg.log'].map(
      (name) => `/var/log/${name}`,
    ),
    ['alternatives.log', 'apt/history.log', 'apt/term.log', 'dnf.log', 'yum.log', 'pacman.log'].map(
      (name) => `/var/log/${name}`,
    ),
  );

/** Kernel links, which lead into the directory of the process that reads them. */
const kernelLinks: ReadonlySet<string> = new Set(
  readableFiles.filter((path) => path.startsWith('/proc/net/')),
);
const listed: ReadonlySet<string> = new Set([...readableDirectories, ...readableFiles]);

/**
 * The path as written, when it may be read for diagnosis. It must be written exactly as in the list and lead
 * nowhere else: `/proc/self/root`, a link and a step up name the same places in ways that can change.
 */
export async function resolveDiagnosis(given: string, use: Use): Promise<string | undefined> {
  if (!given.startsWith('/') || normalize(given) !== given) return undefined;
  const path = given === '/' ? given : given.replace(/\/$/, '');
  // `ls -l /` and `df` already show this much of every top-level directory.
  const isAtTop =
    dirname(path) === '/' && (use === 'facts' || (use === 'sums' && !closedPlaces.includes(path)));
  if (use === 'contents' ? !readableFiles.includes(path) : !(listed.has(path) || isAtTop)) return undefined;
  if (kernelLinks.has(path)) return path;
  return (await realpath(path).catch(() => undefined)) === path ? path : undefined;
}

/**
 * Homes, secrets, key material, devices, other processes and databases. They stay closed when a wide root such
 * as `/` is allowed; a root deeper inside one of them is a deliberate choice.
 */
const closedPlaces: readonly string[] = [
  ...[
    '/home',
    '/root',
    '/Users',
    '/var/root',
    '/proc',
    '/sys',
    '/dev',
    '/run',
    '/var/run',
    '/boot',
    '/lost+found',
  ],
  ...[
    'shadow',
    'shadow-',
    'gshadow',
    'gshadow-',
    'sudoers',
    'sudoers.d',
    'ssh',
    'ssl/private',
    'pki',
    'krb5.keytab',
  ].map((name) => `/etc/${name}`),
  ...[
    'letsencrypt',
    'kubernetes',
    'wireguard',
    'ipsec.d',
    'ipsec.secrets',
    'ppp',
    'NetworkManager',
    'security',
  ].map((name) => `/etc/${name}`),
  ...['postgresql', 'mysql', 'docker', 'containerd', 'containers', 'kubelet', 'etcd', 'sss', 'private'].map(
    (name) => `/var/lib/${name}`,
  ),
  ...['/var/spool', '/var/mail', '/var/backups', '/var/log/journal', '/var/log/audit', '/var/log/private'],
  ...['auth.log', 'auth.log.1', 'secure', 'btmp', 'wtmp', 'lastlog', 'faillog', 'sudo.log', 'postgresql'].map(
    (name) => `/var/log/${name}`,
  ),
];
/** The place of the embedded database when the data directory is closed to its account. */
const ownDatabases = /^\/var\/(?:lib|tmp)\/tamga-/;
/** File names that indicate secrets. */
const secretNames =
  /^(?:\.(?:ssh|gnupg|aws|azure|kube|docker|config|netrc|pgpass|npmrc|my\.cnf|git-credentials|env(?:\..*)?|.*_history)|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|gpg|keytab)|secrets?|credentials?(?:\..*)?)$/i;

export const isBelow = (path: string, place: string): boolean =>
  path === place || path.startsWith(place.endsWith(sep) ? place : place + sep);

export interface ClosedPlaces {
  /** Whether this path, inside a root of this length, is closed. */
  holds(path: string, rootLength: number, use: Use): Promise<boolean>;
  /** Whether anything below the path is closed. */
  liesBelow(path: string, rootLength: number): Promise<boolean>;
}

/** `own` are directories of the platform itself. */
export function createClosedPlaces(own: readonly string[]): ClosedPlaces {
  const all = async () => [
    ...closedPlaces,
    ...(await Promise.all(own.map((path) => realpath(path).catch(() => resolve(path))))),
  ];
  return {
    holds: async (path, rootLength, use) => {
      if (ownDatabases.test(path)) return true;
      if (
        use === 'contents' &&
        path
          .slice(rootLength)
          .split(sep)
          .some((name) => secretNames.test(name))
      )
        return true;
      return (await all()).some((place) => place.length >= rootLength && isBelow(path, place));
    },
    liesBelow: async (path, rootLength) =>
      (await all()).some((place) => place.length >= rootLength && isBelow(place, path)),
  };
}
