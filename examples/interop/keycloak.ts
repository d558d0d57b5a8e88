import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, finish } from './processes.ts';

const version = '26.7.0';
const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
const homeOf = (dir: string) => join(dir, `keycloak-${version}`);
const password = 'interop-admin';

export async function unpackKeycloak(dir: string, logFile: string): Promise<string> {
  if (!existsSync(homeOf(dir))) {
    const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
    const args = ['-q', '-B', `${plugin}:get`, `-Dartifact=${artifact}`, '-Dtransitive=false'];
    await finish({ command: 'mvn', args, cwd: dir }, logFile, 1200);
    const copy = ['-q', '-B', `${plugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${dir}`];
    await finish({ command: 'mvn', args: copy, cwd: dir }, logFile, 300);
    const zip = `keycloak-quarkus-dist-${version}.zip`;
    await finish({ command: 'python3', args: ['-m', 'zipfile', '-e', zip, '.'], cwd: dir }, logFile, 300);
  }
  return `Keycloak ${version}`;
}

/** Starts with an empty database. */
export function prepareKeycloak(dir: string, port: number): Command {
  rmSync(join(homeOf(dir), 'data'), { recursive: true, force: true });
  return {
    command: 'bash',
    args: [join(homeOf(dir), 'bin/kc.sh'), 'start-dev', `--http-port=${port}`, '--http-host=localhost'],
    cwd: dir,
    env: { KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: password },
  };
}

/** Runs the administration program; the archive is unpacked without the right to execute. */
export async function openKeycloakAdmin(dir: string, site: string, logFile: string) {
  const admin = (...given: string[]) => {
    const args = [join(homeOf(dir), 'bin/kcadm.sh'), ...given, '--config', join(dir, 'kcadm.config')];
    return finish({ command: 'bash', args, cwd: dir }, logFile, 180);
  };
  const who = ['--server', site, '--realm', 'master', '--user', 'admin', '--password', password];
  await admin('config', 'credentials', ...who);
  await admin('create', 'realms', '-s', 'realm=interop', '-s', 'enabled=true');
  return admin;
}
