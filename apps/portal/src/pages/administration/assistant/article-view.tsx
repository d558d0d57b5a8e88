import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  articleQuery,
  deleteArticle,
  KNOWLEDGE_KEY,
  type KnowledgeArticle,
  publishArticle,
  unpublishArticle,
} from '../../../api/knowledge.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { ActionFailure, Loaded } from '../../../ui/states/states.tsx';
import { ArticleForm } from './article-form.tsx';
import { ArticleVersions } from './article-versions.tsx';
import classes from './assistant-page.module.css';
import { knowledgeWords } from './knowledge-words.ts';

interface ArticleViewProps {
  /** Null for a new article. */
  id: string | null;
  onOpen(id: string): void;
  onClose(): void;
}

export function ArticleView({ id, onOpen, onClose }: ArticleViewProps) {
  const words = usePageWords(knowledgeWords);
  return (
    <div className={classes.stack} data-testid="article">
      <div>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          onClick={onClose}
        >
          {words.back}
        </Button>
      </div>
      {id === null ? (
        <>
          <h2>{words.newTitle}</h2>
          <ArticleForm article={null} onSaved={({ id: made }) => onOpen(made)} />
        </>
      ) : (
        <Known id={id} onClose={onClose} />
      )}
    </div>
  );
}

function Known({ id, onClose }: { id: string; onClose(): void }) {
  const query = useQuery(articleQuery(id));
  return <Loaded query={query}>{(article) => <Editor article={article} onClose={onClose} />}</Loaded>;
}

function Editor({ article, onClose }: { article: KnowledgeArticle; onClose(): void }) {
  const words = usePageWords(knowledgeWords);
  const [isDirty, setIsDirty] = useState(false);
  // Another text for the form: an earlier version, or what somebody else saved meanwhile.
  const [start, setStart] = useState({
    place: 0,
    from: article,
    version: article.version,
    isTaken: false,
  });
  const restart = (from: KnowledgeArticle, version: number, isTaken = false) =>
    setStart(({ place }) => ({ place: place + 1, from, version, isTaken }));
  return (
    <div className={classes.stack}>
      <div className={classes.articleHead}>
        <h2>{article.title}</h2>
        <Badge tone={article.state === 'published' ? 'good' : 'plain'}>{words.states[article.state]}</Badge>
      </div>
      <Moves
        article={article}
        isDirty={isDirty}
        onMoved={(moved) => restart(moved, moved.version)}
        onClose={onClose}
      />
      <ArticleForm
        key={start.place}
        article={start.from}
        version={start.version}
        isTaken={start.isTaken}
        newer={article.version > start.version ? () => restart(article, article.version) : null}
        onDirty={setIsDirty}
        onSaved={(saved) => restart(saved, saved.version)}
      />
      <ArticleVersions
        id={article.id}
        onUse={(version) => restart({ ...article, ...version }, article.version, true)}
      />
    </div>
  );
}

interface MovesProps {
  article: KnowledgeArticle;
  isDirty: boolean;
  /** Publishing makes a version too. */
  onMoved(article: KnowledgeArticle): void;
  onClose(): void;
}

function Moves({ article: { id, state, title }, isDirty, onMoved, onClose }: MovesProps) {
  const words = usePageWords(knowledgeWords);
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: KNOWLEDGE_KEY });
  const move = useMutation({
    mutationFn: () => (state === 'published' ? unpublishArticle(id) : publishArticle(id)),
    onSuccess: async (moved) => {
      await refresh();
      onMoved(moved);
    },
  });
  const remove = useMutation({
    mutationFn: () => deleteArticle(id),
    onSuccess: () => {
      onClose();
      return refresh();
    },
  });
  return (
    <>
      <div className={formStyle.actions}>
        <Button
          variant="default"
          disabled={isDirty}
          loading={move.isPending}
          data-testid="move-article"
          onClick={() => move.mutate()}
        >
          {state === 'published' ? words.unpublish : words.publish}
        </Button>
        <Button variant="default" data-testid="delete-article" onClick={() => setIsAsked(true)}>
          {words.delete}
        </Button>
      </div>
      {isDirty ? <p>{words.saveFirst}</p> : null}
      <ActionFailure error={move.error} />
      <ConfirmDialog
        isOpen={isAsked}
        title={words.deleteTitle(title)}
        action={words.delete}
        isPending={remove.isPending}
        failure={<ActionFailure error={remove.error} />}
        onConfirm={() => remove.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{words.deleteText}</p>
      </ConfirmDialog>
    </>
  );
}
