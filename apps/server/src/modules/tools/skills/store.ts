import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface SkillRow {
  name: string;
  description: string;
  command_template: string;
  argv: string[];
  params: string[];
  created_by: string;
  created_at: string;
}

const columns = 'name, description, command_template, argv, params, created_by, created_at';

export const listSkills = (db: Reader): Promise<SkillRow[]> =>
  db.run(raw<SkillRow>(`select ${columns} from tool_skills order by name`, [], 'tool_skills.list'));

/** Undefined when the name is taken, or when there are already as many as may be kept. */
export const insertSkill = (
  tx: Tx,
  skill: Omit<SkillRow, 'created_at'> & { now: Date; most: number },
): Promise<SkillRow | undefined> =>
  tx.first(
    raw<SkillRow>(
      `insert into tool_skills (${columns})
       select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from tool_skills) < $8
       on conflict (name) do nothing returning ${columns}`,
      [
        skill.name,
        skill.description,
        skill.command_template,
        skill.argv,
        skill.params,
        skill.created_by,
        skill.now,
        skill.most,
      ],
      'tool_skills.insert',
    ),
  );

export const deleteSkill = (tx: Tx, name: string): Promise<number> =>
  tx.change(raw('delete from tool_skills where name = $1', [name], 'tool_skills.delete'));
