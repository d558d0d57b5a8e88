import type { Config } from '../config.ts';
import { noOutbox } from '../kernel/audit/unit-of-work.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { ImportRefused, importArticles } from '../modules/knowledge/index.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

/** `tamga knowledge import DIR`: for an operator with the settings of the platform. */
export async function importKnowledge(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [verb, folder, ...rest] = args;
  if (verb !== 'import' || folder === undefined || rest.length > 0)
    throw new Stop('tamga knowledge takes: import DIRECTORY');
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 1 });
  try {
    const report = await importArticles({ database, outbox: noOutbox, now: () => new Date() }, folder);
    for (const slug of report.added) say(`added    ${slug}`);
    for (const slug of report.changed) say(`changed  ${slug}`);
    say(`${report.added.length} added, ${report.changed.length} changed, ${report.unchanged} unchanged.`);
    return 0;
  } catch (error) {
    if (error instanceof ImportRefused) throw new Stop(`Nothing was imported.\n${error.message}`);
    throw error;
  } finally {
    await database.close();
    await opened.stop();
  }
}
