// Verifies the audit log of the given database and reports the cost to this process.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyAudit } from '../apps/server/src/kernel/audit/verify.ts';
import { createDatabase } from '../apps/server/src/kernel/db/database.ts';

const database = createDatabase({ url: process.argv[2] ?? '', max: 2 });
await database.withClient(async (client) => client.query('select 1'));
const rssMb = () => process.memoryUsage.rss() / 2 ** 20;
await wait(200);
const before = rssMb();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, rssMb());
}, 20);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const startedMs = performance.now();
const report = await verifyAudit(database);
const seconds = (performance.now() - startedMs) / 1000;
delay.disable();
clearInterval(watch);
peak = Math.max(peak, rssMb());
await database.close();
console.log(
  `verified ${JSON.stringify({ ok: report.ok, checked: report.checked, seconds, rssBeforeMb: before, extraMb: peak - before, longestStallMs: delay.max / 1e6 })}`,
);
