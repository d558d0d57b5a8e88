import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeSkill, type Skill, skillsQuery } from '../../../api/tools.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Detail, Facts, Split, showCode } from '../../../ui/page/list-and-detail.tsx';
import { Done, EmptyState } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import textStyle from '../../../ui/text.module.css';
import { describeCaller } from './describe-caller.ts';
import { toolsWords } from './words.ts';

export function SkillsTab() {
  const { skills: words, callers } = usePageWords(toolsWords);
  const filters = useFilters();
  const [removed, setRemoved] = useState<string | null>(null);
  const query = useQuery(skillsQuery);
  const openId = filters.get('open') || null;
  const shown = query.data?.items.find((skill) => skill.name === openId);

  const columns: Column<Skill>[] = [
    {
      key: 'name',
      title: words.name,
      text: (skill) => skill.name,
      cell: (skill) => (
        <>
          {showCode(skill.name)}
          <span className={textStyle.under}>{skill.description}</span>
        </>
      ),
    },
    {
      key: 'template',
      title: words.template,
      room: 'some',
      text: (skill) => skill.command_template,
      cell: (skill) => showCode(skill.command_template),
    },
    {
      key: 'params',
      title: words.params,
      room: 'much',
      text: (skill) => skill.params.join(', '),
      cell: (skill) => <Params skill={skill} />,
    },
    {
      key: 'by',
      title: words.by,
      room: 'much',
      text: (skill) => describeCaller(skill.created_by, callers),
    },
  ];

  return (
    <Split
      openId={openId}
      detail={
        shown ? (
          <SkillDetail
            key={shown.name}
            skill={shown}
            onClose={() => filters.set({ open: null })}
            onRemoved={() => {
              setRemoved(shown.name);
              filters.set({ open: null });
            }}
          />
        ) : null
      }
    >
      <p>{words.lead}</p>
      <Done>{removed === null ? null : words.removed(removed)}</Done>
      <DataTable
        id="tool-skills"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        getId={(skill) => skill.name}
        openId={openId}
        onOpen={(name) => {
          setRemoved(null);
          filters.set({ open: name });
        }}
      />
    </Split>
  );
}

function Params({ skill }: { skill: Skill }) {
  const { skills: words } = usePageWords(toolsWords);
  if (skill.params.length === 0) return <span className={textStyle.quiet}>{words.noParams}</span>;
  return showCode(skill.params.join(', '));
}

interface SkillDetailProps {
  skill: Skill;
  onClose(): void;
  onRemoved(): void;
}

function SkillDetail({ skill, onClose, onRemoved }: SkillDetailProps) {
  const { skills: words, callers } = usePageWords(toolsWords);
  const client = useQueryClient();
  return (
    <Detail title={showCode(skill.name)} subject={skill.name} onClose={onClose}>
      <Facts
        items={[
          [words.description, skill.description],
          [words.template, showCode(skill.command_template)],
          [words.params, <Params key="params" skill={skill} />],
          [words.by, describeCaller(skill.created_by, callers)],
          [words.created, <Moment key="created" at={skill.created_at} />],
        ]}
      />
      <div className={formStyle.actions}>
        <AskedButton
          label={words.remove}
          testId="remove-skill"
          isDangerous
          title={words.removeTitle(skill.name)}
          run={() => removeSkill(skill.name)}
          onDone={() => {
            onRemoved();
            return client.invalidateQueries({ queryKey: skillsQuery.queryKey });
          }}
        >
          <p>{words.removeText}</p>
        </AskedButton>
      </div>
    </Detail>
  );
}
