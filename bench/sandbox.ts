// The eID provider in a separate process, with sign-ins that live longer than it takes to start ten thousand.
import { startSandbox } from '@tamga/sandbox';

const [port, dataDir = '', rpUuid = '', rpSecret = ''] = process.argv.slice(2);

const sandbox = await startSandbox({
  host: '127.0.0.1',
  port: Number(port),
  dataDir,
  environment: 'test',
  rpUuid,
  rpName: 'Tamga',
  rpSecret,
  smtpPort: null,
  sessionTtlSeconds: 590,
});
console.log(`sandbox ready ${sandbox.url}`);
process.once('SIGTERM', () => process.exit(0));
