// `npm run bench`: starts the servers, measures, prints a table, writes bench/results. See --help.
import { measureAssistant } from './assistant.ts';
import { measureAudit, stopAudit } from './audit.ts';
import { type Effort, type LoadName, loadNames } from './compare.ts';
import { measureDashboard } from './dashboard.ts';
import { measureFiles } from './files.ts';
import { measureFrontPage } from './front-page.ts';
import { measureGateway } from './gateway.ts';
import { measureGov } from './gov.ts';
import { measureKnowledge } from './knowledge.ts';
import { measureMemory } from './memory.ts';
import { measureOidc } from './oidc.ts';
import { measurePolls } from './polls.ts';
import { cleanUp } from './processes.ts';
import { measureRecall } from './recall.ts';
import { measureRelay } from './relay.ts';
import { describeMachine, type Finding, formatTable, type Report, round, writeReport } from './report.ts';
import { measureRequests } from './requests.ts';
import { measureSign } from './sign.ts';
import { measureStart } from './startup.ts';
import { measureVerify } from './verify.ts';

const groups = [
  ...loadNames,
  'audit',
  'start',
  'polls',
  'gateway',
  'oidc',
  'gov',
  'memory',
  'recall',
  'knowledge',
  'files',
  'verify',
  'sign',
  'relay',
  'assistant',
  'front-page',
  'dashboard',
] as const;
type Group = (typeof groups)[number];

const usage = `npm run bench -- [options]

  --only NAME   one of: ${groups.join(', ')}; may be given again
  --quick       short rounds, fewer rows and polls: to see that it works, not to judge
  --strict      exit code 1 when a bar is missed
`;

interface Options {
  wanted: ReadonlySet<Group>;
  quick: boolean;
  strict: boolean;
}

function readOptions(args: readonly string[]): Options | string {
  const wanted = new Set<Group>();
  const options = { quick: false, strict: false };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === '--quick') options.quick = true;
    else if (word === '--strict') options.strict = true;
    else if (word === '--only') {
      at += 1;
      const group = groups.find((name) => name === args[at]);
      if (group === undefined) return `--only takes one of: ${groups.join(', ')}`;
      wanted.add(group);
    } else return word === '--help' ? usage : `There is no option ${word}.\n\n${usage}`;
  }
  return { ...options, wanted: wanted.size > 0 ? wanted : new Set(groups) };
}

const fullEffort: Effort = {
  connections: 32,
  warmUpSeconds: 3,
  floorSeconds: 0.4,
  targetSeconds: 0.8,
  rounds: 20,
  profiled: true,
};
const quickEffort: Effort = {
  connections: 16,
  warmUpSeconds: 0.3,
  floorSeconds: 0.2,
  targetSeconds: 0.3,
  rounds: 2,
  profiled: false,
};

async function measure({ wanted, quick }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  const run = async (what: string, work: () => Promise<Finding[]>) => {
    console.error(`measuring ${what} …`);
    findings.push(...(await work()));
  };
  const loads = loadNames.filter((name): name is LoadName => wanted.has(name));
  if (loads.length > 0)
    await run(loads.join(', '), () => measureRequests(loads, quick ? quickEffort : fullEffort));
  if (wanted.has('gateway')) await run('gateway', () => measureGateway(quick ? quickEffort : fullEffort));
  if (wanted.has('oidc')) await run('oidc', () => measureOidc(quick ? quickEffort : fullEffort));
  if (wanted.has('gov'))
    await run('public services', () =>
      measureGov(quick ? quickEffort : fullEffort, quick ? 20_000 : 1_000_000),
    );
  if (wanted.has('start')) await run('start', measureStart);
  if (wanted.has('memory')) await run('memory', () => measureMemory(quick ? 10_000 : 200_000));
  if (wanted.has('recall')) await run('recall', measureRecall);
  if (wanted.has('knowledge')) await run('knowledge', () => measureKnowledge(quick ? 1000 : 10_000));
  if (wanted.has('files')) await run('files', () => measureFiles(quick ? 3 : 20));
  if (wanted.has('verify')) await run('verification of signatures', () => measureVerify(quick ? 1 : 10));
  if (wanted.has('sign')) await run('signatures', () => measureSign(quick ? 1 : 5));
  if (wanted.has('relay'))
    await run('relay', () => measureRelay(quick ? 100 : 2000, quick ? 20_000 : 1_000_000));
  if (wanted.has('assistant'))
    await run('the assistant', () => measureAssistant(quick ? 20 : 200, quick ? 100 : 1000));
  if (wanted.has('front-page')) await run('the front page', () => measureFrontPage(quick ? 2 : 10));
  if (wanted.has('dashboard')) await run('the dashboard', () => measureDashboard(quick ? 20_000 : 1_000_000));
  if (wanted.has('polls')) await run('held polls', () => measurePolls(quick ? 500 : 10_000));
  if (wanted.has('audit')) await run('audit verification', () => measureAudit(quick ? 20_000 : 1_000_000));
  return findings;
}

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(options);
    return options === usage ? 0 : 2;
  }
  const at = new Date();
  const findings = await measure(options);
  const report: Report = {
    at: at.toISOString(),
    quick: options.quick,
    seconds: round((Date.now() - at.getTime()) / 1000),
    machine: describeMachine(),
    findings,
  };
  const { cpu, cores, node } = report.machine;
  console.log(`\n${formatTable(findings)}\n`);
  console.log(`${cpu}, ${cores} cores, Node ${node}, ${report.seconds} s; ${await writeReport(report)}`);
  return options.strict && findings.some(({ met }) => met === false) ? 1 : 0;
}

async function stopEverything(): Promise<void> {
  await stopAudit();
  await cleanUp();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    console.error(`\n${signal}: stopping all processes`);
    await stopEverything();
    process.exit(130);
  });

let code = 1;
try {
  code = await run();
} catch (error) {
  console.error(error);
} finally {
  await stopEverything();
}
process.exit(code);
