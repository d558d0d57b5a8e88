import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';

const skillRow = columnsOf(
  'tool_skills',
  'name description command_template argv params created_by created_at',
);
export type SkillRow = RowOf<typeof skillRow>;

const columns = selectionOf(skillRow);

const list = statement(
  'tool_skills.list',
  skillRow,
  () => sql`select ${columns} from tool_skills order by name`,
);
export const listSkills = (db: Reader): Promise<SkillRow[]> => db.run(list());

const insert = statement(
  'tool_skills.insert',
  skillRow,
  (p: {
    name: string;
    description: string;
    command_template: string;
    argv: string[];
    params: string[];
    created_by: string;
    now: Date;
    most: number;
  }) => sql`
    insert into tool_skills (${columns})
    select ${p.name}, ${p.description}, ${p.command_template}, ${p.argv}, ${p.params}, ${p.created_by}, ${p.now} where (select count(*) from tool_skills) < ${p.most}
    on conflict (name) do nothing returning ${columns}`,
);
/** Undefined when the name is taken, or the maximum number of skills exists. */
export const insertSkill = (
  tx: Tx,
  skill: Omit<SkillRow, 'created_at'> & { now: Date; most: number },
): Promise<SkillRow | undefined> => tx.first(insert(skill));

const remove = statement(
  'tool_skills.delete',
  (p: { name: string }) => sql`delete from tool_skills where name = ${p.name}`,
);
export const deleteSkill = (tx: Tx, name: string): Promise<number> => tx.change(remove({ name }));
