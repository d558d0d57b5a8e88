import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeSkill, type Skill, skillsQuery } from '../../../api/tools.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import classes from '../administration.module.css';
import { Confirm } from '../confirm.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import parts from '../detail.module.css';
import { Detail, Facts, Split } from '../list-and-detail.tsx';
import { Moment } from '../moment.tsx';
import { Done, EmptyState, LoadFailure, LoadingRows } from '../states.tsx';
import { useFilters } from '../use-filters.ts';
import { describeCaller } from './describe-caller.ts';
import { toolsWords } from './words.ts';

export function SkillsTab() {
  const { skills: words, callers } = usePageWords(toolsWords);
  const filters = useFilters();
  const [removed, setRemoved] = useState<string | null>(null);
  const { data, error, isPending, refetch } = useQuery(skillsQuery);
  const openId = filters.get('open') || null;
  const shown = data?.items.find((skill) => skill.name === openId);

  const columns: Column<Skill>[] = [
    {
      key: 'name',
      title: words.name,
      sortBy: (skill) => skill.name,
      cell: (skill) => (
        <>
          <span className={parts.code}>{skill.name}</span>
          <span className={classes.under}>{skill.description}</span>
          <span className={`${classes.under} ${classes.underSmall} ${parts.code}`}>
            {skill.command_template}
          </span>
        </>
      ),
    },
    {
      key: 'template',
      title: words.template,
      room: 'some',
      cell: (skill) => <span className={parts.code}>{skill.command_template}</span>,
    },
    {
      key: 'params',
      title: words.params,
      room: 'much',
      cell: (skill) => <Params skill={skill} />,
    },
    {
      key: 'by',
      title: words.by,
      room: 'much',
      sortBy: (skill) => skill.created_by,
      cell: (skill) => describeCaller(skill.created_by, callers),
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
      {isPending ? (
        <LoadingRows />
      ) : !data ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <DataTable
          caption={words.caption}
          columns={columns}
          rows={data.items}
          getId={(skill) => skill.name}
          openId={openId}
          onOpen={(name) => {
            setRemoved(null);
            filters.set({ open: name });
          }}
        />
      )}
    </Split>
  );
}

function Params({ skill }: { skill: Skill }) {
  const { skills: words } = usePageWords(toolsWords);
  if (skill.params.length === 0) return <span className={parts.quiet}>{words.noParams}</span>;
  return <span className={parts.code}>{skill.params.join(', ')}</span>;
}

interface SkillDetailProps {
  skill: Skill;
  onClose(): void;
  onRemoved(): void;
}

function SkillDetail({ skill, onClose, onRemoved }: SkillDetailProps) {
  const { skills: words, callers } = usePageWords(toolsWords);
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const removal = useMutation({
    mutationFn: () => removeSkill(skill.name),
    onSuccess: () => {
      onRemoved();
      return client.invalidateQueries({ queryKey: skillsQuery.queryKey });
    },
  });
  return (
    <Detail title={<span className={parts.code}>{skill.name}</span>} subject={skill.name} onClose={onClose}>
      <Facts
        items={[
          [words.description, skill.description],
          [
            words.template,
            <span key="template" className={parts.code}>
              {skill.command_template}
            </span>,
          ],
          [words.params, <Params key="params" skill={skill} />],
          [words.by, describeCaller(skill.created_by, callers)],
          [words.created, <Moment key="created" at={skill.created_at} />],
        ]}
      />
      <div className={parts.actions}>
        <Button
          className={parts.dangerOutline ?? ''}
          data-testid="remove-skill"
          onClick={() => setIsAsked(true)}
        >
          {words.remove}
        </Button>
      </div>
      <Confirm
        isOpen={isAsked}
        isDangerous
        title={words.removeTitle(skill.name)}
        action={words.remove}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
        onCancel={() => {
          removal.reset();
          setIsAsked(false);
        }}
      >
        <p>{words.removeText}</p>
      </Confirm>
    </Detail>
  );
}
