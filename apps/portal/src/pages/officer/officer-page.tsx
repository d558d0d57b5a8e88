import { Button, TextInput } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchCase, type QueueItem } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../shell/page.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import admin from '../administration/administration.module.css';
import { buildRowId } from '../administration/data-table.tsx';
import { EmptyState, LoadFailure, LoadingRows } from '../administration/states.tsx';
import { useFilters } from '../administration/use-filters.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CasePanel } from './case-panel.tsx';
import { type DeskAction, offerActions } from './desk-actions.ts';
import { KeysDialog } from './keys-dialog.tsx';
import classes from './officer.module.css';
import { QueueList } from './queue-list.tsx';
import { pickItems, readViewKey, VIEW_KEYS, VIEWS } from './queue-views.ts';
import { useCaseActions } from './use-case-actions.ts';
import { useDeskKeys, useKeySwitch } from './use-desk-keys.ts';
import { useNow } from './use-now.ts';
import { useQueue, useStats } from './use-queue.ts';
import { officerWords } from './words.ts';

export function OfficerPage() {
  const words = usePageWords(officerWords);
  usePageTitle(words.title);
  const officerId = useSession().user.id ?? '';
  const filters = useFilters();
  const nowMs = useNow();
  const stats = useStats();
  const viewKey = readViewKey(filters.get('view'));
  const view = VIEWS[viewKey];
  const queue = useQueue(viewKey);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<DeskAction | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [areKeysOn, setAreKeysOn] = useKeySwitch();
  const order = useCaseActions(officerId);
  const lastIndex = useRef(-1);
  const searchField = useRef<HTMLInputElement>(null);

  const loaded = queue.data?.pages.flatMap((page) => page.items) ?? [];
  const items = pickItems(view, loaded, search, nowMs);
  const openId = filters.get('case') || null;
  const openCase = useQuery({
    queryKey: ['officer', 'case', openId],
    queryFn: ({ signal }) => fetchCase(openId ?? '', signal),
    enabled: openId !== null,
    // Every look is written into the applicant's access log: only a person's wish is a reason for one.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const opened = openCase.data;
  const offer = opened ? offerActions(opened, officerId) : null;
  const isOwnOrder = order.variables?.id === openId;

  // A view that is picked from the queue may begin on a later page of it.
  const { fetchNextPage } = queue;
  const isPickedEmpty =
    view.isOnlySoon && search === '' && items.length === 0 && queue.hasNextPage && !queue.isFetchingNextPage;
  useEffect(() => {
    if (isPickedEmpty) fetchNextPage();
  }, [isPickedEmpty, fetchNextPage]);
  // The list has learnt of something that the case beside it does not show yet, such as the applicant's answer.
  const { refetch } = openCase;
  const listed = readState(loaded.find((item) => item.id === openId));
  const known = readState(opened?.application);
  useEffect(() => {
    if (listed && known && listed !== known) refetch();
  }, [listed, known, refetch]);
  const wasOpen = useRef<string | null>(null);
  useEffect(() => {
    if (wasOpen.current && !openId) document.getElementById(buildRowId(wasOpen.current))?.focus();
    wasOpen.current = openId;
  }, [openId]);

  const open = (id: string | null) => {
    setAsked(null);
    order.reset();
    filters.set({ case: id });
  };
  const act = (action: DeskAction, id: string) =>
    order.mutate({ id, action }, { onSuccess: () => setAsked(null) });
  const readIndex = (): number => {
    const focused = items.findIndex((item) => buildRowId(item.id) === document.activeElement?.id);
    return focused >= 0 ? focused : items.findIndex((item) => item.id === openId);
  };

  useDeskKeys(areKeysOn, {
    onMove: (step) => {
      const here = readIndex();
      // What has just left the list leaves its place to the next one.
      const from = here >= 0 ? here : step > 0 ? lastIndex.current - 1 : lastIndex.current;
      const next = Math.min(items.length - 1, Math.max(0, from + step));
      lastIndex.current = next;
      const item = items[next];
      if (item) document.getElementById(buildRowId(item.id))?.focus();
    },
    onAction: (action) => {
      const focused = items.find((item) => buildRowId(item.id) === document.activeElement?.id);
      if (action === 'take' && focused && focused.id !== openId) return act('take', focused.id);
      if (!opened || !offer || order.isPending) return;
      if (offer.primary !== action && !offer.others.includes(action)) return;
      if (action === 'take') act('take', opened.application.id);
      else setAsked(action);
    },
    onSearch: () => searchField.current?.focus(),
    onHelp: () => setIsHelpOpen(true),
  });

  return (
    <div className={classes.page} data-open={openId !== null}>
      <header className={admin.head}>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <p className={admin.lead}>{words.lead}</p>
        </div>
        <Button
          className={classes.keysButton}
          variant="default"
          leftSection={<IconKeyboard size={18} aria-hidden="true" />}
          data-testid="show-keys"
          onClick={() => setIsHelpOpen(true)}
        >
          {words.keys}
        </Button>
      </header>
      <nav className={classes.views} aria-label={words.viewsLabel}>
        {VIEW_KEYS.map((key) => {
          const { count } = VIEWS[key];
          return (
            <button
              key={key}
              type="button"
              aria-current={key === viewKey ? 'true' : undefined}
              data-tone={key === 'overdue' && (stats?.overdue ?? 0) > 0 ? 'bad' : undefined}
              data-testid={`view-${key}`}
              onClick={() => {
                setSearch('');
                lastIndex.current = -1;
                filters.set({ view: key === 'open' ? null : key });
              }}
            >
              {words.views[key]}
              {count && stats ? <span className={classes.count}>{stats[count]}</span> : null}
            </button>
          );
        })}
      </nav>
      <div className={classes.desk}>
        <div className={classes.list}>
          <TextInput
            ref={searchField}
            type="search"
            aria-label={words.search}
            placeholder={`${words.search}: ${words.searchHint.toLocaleLowerCase()}`}
            value={search}
            maxLength={100}
            autoComplete="off"
            data-testid="queue-search"
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setSearch('');
              const first = items[0];
              if ((event.key === 'Enter' || event.key === 'ArrowDown') && first)
                document.getElementById(buildRowId(first.id))?.focus();
            }}
          />
          {queue.isPending || isPickedEmpty ? (
            <LoadingRows />
          ) : !queue.data ? (
            <LoadFailure error={queue.error} onRetry={queue.refetch} />
          ) : items.length === 0 ? (
            <EmptyState title={words.empty}>
              {search ? words.nothingFound : words.emptyText[viewKey]}
            </EmptyState>
          ) : (
            <>
              <QueueList items={items} openId={openId} officerId={officerId} nowMs={nowMs} onOpen={open} />
              <p className={admin.hidden} role="status">
                {words.loaded(items.length)}
              </p>
              {queue.hasNextPage ? (
                <Button
                  variant="default"
                  loading={queue.isFetchingNextPage}
                  data-testid="more"
                  onClick={() => fetchNextPage()}
                >
                  {words.more}
                </Button>
              ) : null}
            </>
          )}
        </div>
        {openId ? (
          <CasePanel
            id={openId}
            item={opened?.application ?? loaded.find((item) => item.id === openId)}
            nowMs={nowMs}
            onClose={() => open(null)}
          >
            {openCase.isPending ? (
              <LoadingRows />
            ) : !opened || !offer ? (
              <LoadFailure error={openCase.error} onRetry={openCase.refetch} />
            ) : (
              <>
                <CaseActions
                  opened={opened}
                  offer={offer}
                  asked={asked}
                  areKeysOn={areKeysOn}
                  isPending={order.isPending && isOwnOrder}
                  error={isOwnOrder ? order.error : null}
                  done={isOwnOrder && order.isSuccess ? order.variables.action : null}
                  onAsk={(action) => {
                    order.reset();
                    setAsked(action);
                  }}
                  onOrder={(given) => order.mutate(given, { onSuccess: () => setAsked(null) })}
                />
                <CaseFacts opened={opened} officerId={officerId} nowMs={nowMs} />
              </>
            )}
          </CasePanel>
        ) : (
          <div className={classes.choose}>
            <h2>{words.choose}</h2>
            <p>{words.chooseText}</p>
          </div>
        )}
      </div>
      <KeysDialog
        isOpen={isHelpOpen}
        isOn={areKeysOn}
        onSwitch={setAreKeysOn}
        onClose={() => setIsHelpOpen(false)}
      />
    </div>
  );
}

const readState = (item: QueueItem | undefined): string | null =>
  item ? `${item.status} ${item.assigned_to} ${item.payment}` : null;
