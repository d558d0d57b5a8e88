import { Button } from '@mantine/core';
import { IconArrowLeft, IconMessages, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type AssistantConversation,
  type AssistantConversationDetail,
  CONVERSATIONS_KEY,
  changeKeeping,
  conversationsQuery,
  deleteConversation,
  deleteConversations,
  fetchConversation,
} from '../../api/conversations.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { CardList } from '../../ui/table/card-list.tsx';
import classes from './keeping.module.css';
import { keepingWords } from './keeping-words.ts';

interface KeptListProps {
  onBack(): void;
  onFresh(): void;
  onContinue(conversation: AssistantConversationDetail): void;
}

/** The person's own kept conversations: continue one, delete one or all, stop keeping. */
export function KeptList({ onBack, onFresh, onContinue }: KeptListProps) {
  const words = usePageWords(keepingWords);
  const client = useQueryClient();
  const query = useInfiniteQuery(conversationsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const refresh = () => client.invalidateQueries({ queryKey: CONVERSATIONS_KEY });
  const remove = useMutation({
    mutationFn: deleteConversation,
    onSuccess: async () => {
      await refresh();
      heading.current?.focus();
    },
  });
  const open = useMutation({ mutationFn: fetchConversation, onSuccess: onContinue });
  const hasSome = (query.data?.pages[0]?.items.length ?? 0) > 0;
  return (
    <section aria-labelledby="kept-title" data-testid="kept">
      <div className={classes.steps}>
        <button type="button" className={classes.link} onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden="true" /> {words.back}
        </button>
        <button type="button" className={classes.link} onClick={onFresh}>
          {words.fresh}
        </button>
      </div>
      <h3 id="kept-title" ref={heading} tabIndex={-1} className={classes.title}>
        {words.title}
      </h3>
      <Done>{remove.isSuccess ? words.removed : null}</Done>
      <ActionFailure error={remove.error ?? open.error} />
      <CardList
        query={query}
        icon={<IconMessages size={30} stroke={1.5} />}
        words={{ empty: words.empty, emptyText: words.emptyText, older: words.older }}
        className={classes.rows}
      >
        {(item) => (
          <KeptRow
            key={item.id}
            item={item}
            onOpen={() => open.mutate(item.id)}
            onDelete={() => remove.mutate(item.id)}
          />
        )}
      </CardList>
      <div className={classes.all}>
        {hasSome ? (
          <Ask
            label={words.removeAll}
            title={words.removeAllTitle}
            action={words.removeAll}
            run={deleteConversations}
            onDone={refresh}
          >
            {words.removeAllText}
          </Ask>
        ) : null}
        <Ask
          label={words.stop}
          title={words.stopTitle}
          action={words.stopAction}
          run={() => changeKeeping(false)}
          onDone={async () => {
            await refresh();
            onBack();
          }}
        >
          {words.stopText}
        </Ask>
      </div>
    </section>
  );
}

function KeptRow(props: { item: AssistantConversation; onOpen(): void; onDelete(): void }) {
  const words = usePageWords(keepingWords);
  const { title, turns, updated_at } = props.item;
  return (
    <li className={classes.row} data-testid="kept-row">
      <div>
        <button
          type="button"
          className={classes.link}
          aria-label={words.continue(title)}
          onClick={props.onOpen}
        >
          {title}
        </button>
        <p className={classes.quiet}>
          <Moment at={updated_at} /> · {words.turns(turns)}
        </p>
      </div>
      <button
        type="button"
        className={buttonStyle.icon}
        aria-label={words.remove(title)}
        onClick={props.onDelete}
      >
        <IconTrash size={20} aria-hidden="true" />
      </button>
    </li>
  );
}

interface AskProps {
  label: string;
  title: string;
  action: string;
  children: ReactNode;
  run(): Promise<unknown>;
  onDone(): Promise<void>;
}

function Ask({ label, title, action, children, run, onDone }: AskProps) {
  const [isAsked, setIsAsked] = useState(false);
  const act = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      setIsAsked(false);
      await onDone();
    },
  });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={title}
        action={action}
        isPending={act.isPending}
        failure={<ActionFailure error={act.error} />}
        onConfirm={() => act.mutate()}
        onCancel={() => setIsAsked(false)}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </>
  );
}
