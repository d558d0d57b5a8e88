import type { Config } from '../config.ts';
import { migrateDatabase, openDatabase } from './open-database.ts';

export async function runMigrations(config: Config, say: (line: string) => void): Promise<number> {
  const opened = await openDatabase(config, { whenInUse: 'join', log: say });
  try {
    const applied = await migrateDatabase(config, opened.ownerUrl);
    say(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`);
    return 0;
  } finally {
    await opened.stop();
  }
}
