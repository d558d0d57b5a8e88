import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Command, finish } from './processes.ts';

const packages = [
  'apache2-bin',
  'libapache2-mod-auth-openidc',
  'libapr1',
  'libaprutil1',
  'libcjose0',
  'libhiredis0.14',
];
const modules = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'mime',
  'dir',
  'include',
  'auth_openidc',
];

/** Debian's packages, unpacked and not installed: the machine stays as it is. */
export async function unpackApache(dir: string, logFile: string): Promise<string> {
  const debs = join(dir, 'debs');
  mkdirSync(debs, { recursive: true });
  await finish({ command: 'apt-get', args: ['download', ...packages], cwd: debs }, logFile, 300);
  const root = join(dir, 'root');
  for (const file of readdirSync(debs))
    await finish({ command: 'dpkg', args: ['-x', file, root], cwd: debs }, logFile, 60);
  return readdirSync(debs)
    .filter((file) => /apache2-bin|mod-auth-openidc/.test(file))
    .map((file) => file.split('_').slice(0, 2).join(' '))
    .join(', ');
}

/** Writes the configuration of a server with these pages, and says how it is started. */
export function prepareApache(
  dir: string,
  port: number,
  openidSettings: string,
  pages: Readonly<Record<string, string>>,
): Command {
  // Apache drops the rights of root, so its pages lie where everybody can read them.
  const documents = mkdtempSync(join(tmpdir(), 'tamga-interop-pages-'));
  chmodSync(documents, 0o755);
  for (const [path, text] of Object.entries(pages)) {
    const file = join(documents, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const lib = join(dir, 'root/usr/lib');
  const config = `
ServerName localhost
PidFile ${dir}/httpd.pid
Mutex posixsem
Listen 127.0.0.1:${port}
ErrorLog ${dir}/error.log
${modules.map((name) => `LoadModule ${name}_module ${lib}/apache2/modules/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
TypesConfig ${existsSync('/etc/mime.types') ? '/etc/mime.types' : '/dev/null'}
DocumentRoot ${documents}
DirectoryIndex index.shtml
AddType text/html .shtml
AddOutputFilter INCLUDES .shtml
<Directory ${documents}>
  Options +Includes
</Directory>
${openidSettings}
`;
  writeFileSync(join(dir, 'httpd.conf'), config);
  const libraries = readdirSync(lib).find((name) => name.includes('linux-gnu')) ?? '';
  return {
    command: join(dir, 'root/usr/sbin/apache2'),
    args: ['-D', 'FOREGROUND', '-f', join(dir, 'httpd.conf')],
    cwd: dir,
    env: { LD_LIBRARY_PATH: join(lib, libraries) },
  };
}
