import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Case, fetchCase, type QueueItem, type QueueStats } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { useAccess } from '../../shell/guarded.tsx';
import { mayOpen } from '../../shell/may-open.ts';
import { useSession } from '../../shell/signed-in.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { ActionFailure, Done, LoadFailure, LoadingRows } from '../../ui/states/states.tsx';
import { buildRowId } from '../../ui/table/row-id.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { useNow } from '../../ui/use-now.ts';
import { BulkPanel } from './bulk-panel.tsx';
import { CaseActions } from './case-actions.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseFailure } from './case-failure.tsx';
import { CasePanel } from './case-panel.tsx';
import { offerActions } from './desk-actions.ts';
import { KeysDialog } from './keys-dialog.tsx';
import classes from './officer.module.css';
import { QueueFile } from './queue-file.tsx';
import { QueueList } from './queue-list.tsx';
import { NothingListed, QueueSearch } from './queue-search.tsx';
import { QueueTools } from './queue-tools.tsx';
import { type QueueChoice, readViewKey, VIEW_KEYS, VIEWS, type ViewKey } from './queue-views.ts';
import { useBulk } from './use-bulk.ts';
import { useDeskKeys, useKeySwitch } from './use-desk-keys.ts';
import { useDeskOrders } from './use-desk-orders.ts';
import { useDeskSearch } from './use-desk-search.ts';
import { useQueue, useStats } from './use-queue.ts';
import { officerWords } from './words.ts';

export function OfficerPage() {
  const words = usePageWords(officerWords);
  usePageTitle(words.title);
  const officerId = useSession().user.id ?? '';
  const format = useNumber();
  const filters = useFilters();
  const nowMs = useNow();
  const stats = useStats();
  const viewKey = readViewKey(filters.get('view'));
  const choice: QueueChoice = {
    view: viewKey,
    service: filters.get('service'),
    onlyMine: filters.get('mine') === 'true',
  };
  const search = useDeskSearch();
  const queue = useQueue(choice, search.q);
  const bulk = useBulk(officerId);
  const officer = { id: officerId, leads: mayOpen({ need: 'manager.view' }, useAccess()) };
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [areKeysOn, setAreKeysOn] = useKeySwitch();
  const lastIndex = useRef(-1);
  const searchField = useRef<HTMLInputElement>(null);

  const items = queue.data?.pages.flatMap((page) => page.items) ?? [];
  const openId = filters.get('case') || null;
  const orders = useDeskOrders(officerId, openId);
  const openCase = useQuery({
    queryKey: ['officer', 'case', openId],
    queryFn: ({ signal }) => fetchCase(openId ?? '', signal),
    enabled: openId !== null,
    // Every read is recorded in the applicant's access log, so only a person's action may trigger one.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const opened = openCase.data;
  const offer = opened ? offerActions(opened, officer, nowMs) : null;

  // The visible list may still belong to the previous search.
  const shownQ = queue.data?.pages[0]?.q ?? '';
  const isCurrent = search.isAsked && queue.data !== undefined && !queue.isPlaceholderData;
  const firstId = items[0]?.id;
  // Enter after typing opens the first result of that search, once it has loaded.
  const wantsFirst = useRef(false);
  useEffect(() => {
    if (!isCurrent || !wantsFirst.current) return;
    wantsFirst.current = false;
    focusRow(firstId);
  }, [isCurrent, firstId]);
  // The list shows a change that the open case does not show yet, such as the applicant's answer.
  const { refetch } = openCase;
  const listed = readState(items.find((item) => item.id === openId));
  const known = readState(opened?.application);
  useEffect(() => {
    if (listed && known && listed !== known) refetch();
  }, [listed, known, refetch]);
  const wasOpen = useRef<string | null>(null);
  useEffect(() => {
    if (wasOpen.current && !openId) focusRow(wasOpen.current);
    wasOpen.current = openId;
  }, [openId]);

  const openIndex = items.findIndex((item) => item.id === openId);
  useEffect(() => {
    if (openIndex >= 0) lastIndex.current = openIndex;
  }, [openIndex]);
  // A case that has just left the list gives its position to the next one.
  const next = openIndex >= 0 ? items[openIndex + 1] : items[Math.max(0, lastIndex.current)];

  const open = (id: string | null) => {
    orders.leave();
    filters.set({ case: id });
  };
  const choose = (next: QueueChoice) => {
    lastIndex.current = -1;
    bulk.select((before) => before && new Set());
    filters.set({
      view: next.view === 'open' ? null : next.view,
      service: next.service,
      mine: next.onlyMine ? 'true' : null,
    });
  };
  const show = (view: ViewKey) => choose({ ...choice, view });
  const showCount = (name: keyof QueueStats | undefined) =>
    stats && name ? <span className={classes.count}>{format(stats[name])}</span> : null;
  const type = (text: string) => {
    wantsFirst.current = false;
    search.change(text);
  };
  const clearSearch = () => {
    type('');
    searchField.current?.focus();
  };
  const readIndex = (): number => {
    const focused = items.findIndex((item) => buildRowId(item.id) === document.activeElement?.id);
    return focused >= 0 ? focused : openIndex;
  };

  useDeskKeys(areKeysOn, {
    onMove: (step) => {
      const here = readIndex();
      // A case that has just left the list gives its position to the next one.
      const from = here >= 0 ? here : step > 0 ? lastIndex.current - 1 : lastIndex.current;
      if (from + step >= items.length && isCurrent && queue.hasNextPage) queue.fetchNextPage();
      const next = Math.min(items.length - 1, Math.max(0, from + step));
      lastIndex.current = next;
      focusRow(items[next]?.id);
    },
    onAction: (action) => {
      const focused = items.find((item) => buildRowId(item.id) === document.activeElement?.id);
      if (focused && focused.id !== openId) {
        // A key never decides on a case beside the focused row, or on an unread case.
        return action === 'take' ? orders.give({ id: focused.id, action }) : open(focused.id);
      }
      // Taking a case does not wait until it is loaded.
      if (!opened && openId && action === 'take') return orders.give({ id: openId, action });
      if (!opened) return;
      const { primary, others } = offerActions(
        orders.isTakingNow() ? asTaken(opened, officerId) : opened,
        officer,
        nowMs,
      );
      if (primary !== action && !others.includes(action)) return;
      if (action === 'take') orders.give({ id: opened.application.id, action });
      else orders.ask(action);
    },
    onSearch: () => searchField.current?.focus(),
    onHelp: () => setIsHelpOpen(true),
    onClose: () => {
      if (openId) open(null);
    },
  });

  return (
    <div className={classes.page} data-open={openId !== null}>
      <header className={headStyle.dense}>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <p className={`${headStyle.denseLead} ${classes.lead}`}>{words.lead}</p>
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
        {VIEW_KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-current={key === viewKey ? 'true' : undefined}
            data-tone={key === 'overdue' && (stats?.overdue ?? 0) > 0 ? 'bad' : undefined}
            data-testid={`view-${key}`}
            onClick={() => show(key)}
          >
            {words.views[key]}
            {showCount(VIEWS[key].count)}
          </button>
        ))}
      </nav>
      <div className={classes.desk}>
        <div className={classes.list}>
          <QueueSearch
            ref={searchField}
            text={search.text}
            onType={type}
            onClear={clearSearch}
            onLeave={() => {
              if (isCurrent) return focusRow(firstId);
              wantsFirst.current = true;
              search.enter();
            }}
          />
          <QueueTools
            choice={choice}
            isSelecting={bulk.selected !== null}
            onChoose={choose}
            onSelect={(isOn) => bulk.select(isOn ? new Set() : null)}
          />
          <QueueFile choice={choice} q={search.q} />
          <BulkPanel bulk={bulk} items={items} />
          <ListOutcome listed={orders.listed} items={items} />
          {queue.isPending ? (
            <LoadingRows />
          ) : !queue.data ? (
            <LoadFailure error={queue.error} onRetry={queue.refetch} />
          ) : items.length === 0 ? (
            <NothingListed view={viewKey} q={shownQ} onClear={clearSearch} onSearch={show} />
          ) : (
            <div className={classes.found} aria-busy={!isCurrent}>
              <p
                className={shownQ === '' ? textStyle.hidden : classes.quiet}
                role="status"
                data-testid="found"
              >
                {shownQ === ''
                  ? words.loaded(items.length)
                  : words.found(shownQ, items.length, queue.hasNextPage)}
              </p>
              <QueueList
                items={items}
                openId={openId}
                officerId={officerId}
                nowMs={nowMs}
                onOpen={open}
                selected={bulk.selected}
                onToggle={bulk.toggle}
              />
              {queue.hasNextPage ? (
                <Button
                  variant="default"
                  loading={queue.isFetchingNextPage}
                  disabled={!isCurrent}
                  data-testid="more"
                  onClick={() => queue.fetchNextPage()}
                >
                  {words.more}
                </Button>
              ) : null}
            </div>
          )}
        </div>
        {openId ? (
          <CasePanel
            id={openId}
            item={opened?.application ?? items.find((item) => item.id === openId)}
            nowMs={nowMs}
            isFailed={openCase.isError && !opened}
            onClose={() => open(null)}
          >
            {openCase.isPending ? (
              <LoadingRows />
            ) : !opened || !offer ? (
              <CaseFailure error={openCase.error} onRetry={openCase.refetch} />
            ) : (
              <>
                <CaseActions
                  key={openId}
                  opened={opened}
                  offer={offer}
                  asked={orders.asked}
                  areKeysOn={areKeysOn}
                  isTaking={orders.isTaking}
                  isSending={orders.isSending}
                  error={orders.error}
                  done={orders.done}
                  onAsk={orders.ask}
                  onOrder={orders.give}
                  onNext={next ? () => open(next.id) : null}
                />
                <CaseFacts opened={opened} officerId={officerId} nowMs={nowMs} />
              </>
            )}
          </CasePanel>
        ) : items.length === 0 ? null : (
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

const asTaken = (opened: Case, officerId: string): Case => ({
  ...opened,
  application: { ...opened.application, assigned_to: officerId, status: 'in_review' },
});

const focusRow = (id: string | undefined): void => {
  if (id) document.getElementById(buildRowId(id))?.focus();
};

interface ListOutcomeProps {
  listed: ReturnType<typeof useDeskOrders>['listed'];
  items: readonly QueueItem[];
}

/** The result for a case that was taken without being opened, because nothing else on the page shows it. */
function ListOutcome({ listed, items }: ListOutcomeProps) {
  const words = usePageWords(officerWords);
  const item = listed?.item ?? items.find(({ id }) => id === listed?.id);
  const number = item?.reference_no ?? '';
  return (
    <div className={classes.outcome} data-testid="list-outcome">
      <Done>{listed && !listed.error ? `${number}: ${words.done[listed.action]}` : null}</Done>
      {listed?.error ? (
        <>
          <p>{number}</p>
          <ActionFailure error={listed.error} />
        </>
      ) : null}
    </div>
  );
}
