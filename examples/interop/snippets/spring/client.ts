import { appendFileSync, copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFiles } from '../../install.ts';
import { asksToSignIn, type InteropClient } from '../../interop-client.ts';
import { finish } from '../../processes.ts';

export const spring: InteropClient = {
  prepare: async ({ dir, logFile, port }) => {
    copyFiles('snippets/spring', dir);
    copyFileSync(join(import.meta.dirname, '../../quick-starts/spring/pom.xml'), join(dir, 'pom.xml'));
    const resources = join(dir, 'src/main/resources');
    mkdirSync(resources, { recursive: true });
    renameSync(join(dir, 'application.yml'), join(resources, 'application.yml'));
    appendFileSync(join(resources, 'application.yml'), `server:\n  port: ${port}\n  address: localhost\n`);
    const security = readFileSync(join(dir, 'SecurityConfig.java'), 'utf8');
    writeFileSync(join(dir, 'src/main/java/SecurityConfig.java'), `package interop;\n\n${security}`);
    await finish({ command: 'mvn', args: ['-q', '-B', 'package', '-DskipTests'], cwd: dir }, logFile, 900);
    const version = /<version>([\d.]+)<\/version>/.exec(readFileSync(join(dir, 'pom.xml'), 'utf8'))?.[1];
    const command = { command: 'java', args: ['-jar', 'target/interop.jar'], cwd: dir };
    return { command, versions: `Spring Boot ${version}` };
  },
  signInPath: '/',
  signOut: async (page, site) => {
    // Spring's own page asks before it signs out.
    await page.goto(`${site}/logout`);
    await page.locator('button[type=submit]').click();
  },
  isSignedOut: asksToSignIn,
};
