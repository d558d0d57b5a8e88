import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asksToSignIn, type InteropClient } from '../../interop-client.ts';
import { finish } from '../../processes.ts';

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
async function unpack(dir: string, logFile: string): Promise<string> {
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

export const apache: InteropClient = {
  prepare: async ({ dir, logFile, port }) => {
    const versions = await unpack(dir, logFile);
    // Apache drops the rights of root, so its pages lie where everybody can read them.
    const pages = mkdtempSync(join(tmpdir(), 'tamga-interop-pages-'));
    chmodSync(pages, 0o755);
    copyFileSync(join(import.meta.dirname, 'index.shtml'), join(pages, 'index.shtml'));
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
DocumentRoot ${pages}
DirectoryIndex index.shtml
AddType text/html .shtml
AddOutputFilter INCLUDES .shtml
<Directory ${pages}>
  Options +Includes
</Directory>
Include ${dir}/tamga.conf
`;
    writeFileSync(join(dir, 'httpd.conf'), config);
    const libraries = readdirSync(lib).find((name) => name.includes('linux-gnu')) ?? '';
    const command = {
      command: join(dir, 'root/usr/sbin/apache2'),
      args: ['-D', 'FOREGROUND', '-f', join(dir, 'httpd.conf')],
      cwd: dir,
      env: { LD_LIBRARY_PATH: join(lib, libraries) },
    };
    return { command, versions };
  },
  signInPath: '/',
  signOut: (page, site) => page.goto(`${site}/redirect_uri?logout=${encodeURIComponent(site)}`),
  isSignedOut: asksToSignIn,
};
