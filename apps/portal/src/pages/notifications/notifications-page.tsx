import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { linkAbout } from '../../api/acting-for.ts';
import {
  changeNotificationSettings,
  markAllRead,
  markRead,
  type Notification,
  notificationSettingsQuery,
  notificationsQuery,
} from '../../api/notifications.ts';
import { readSafeNext } from '../../api/safe-next.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { notificationWords } from '../../shell/notification-words.ts';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Done, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { CardList } from '../../ui/table/card-list.tsx';
import { momentColumn } from '../../ui/table/columns.tsx';
import { SaveRows } from '../../ui/table/save-rows.tsx';
import textStyle from '../../ui/text.module.css';
import { fileWords } from './file-words.ts';
import classes from './notifications.module.css';

const READ_KEY = ['gov', 'notifications'];

/** The button of a read notification disappears, so the focus moves to the list unless it is already elsewhere. */
function useRefresh(left: RefObject<HTMLElement | null>): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: READ_KEY });
    if (document.activeElement === document.body) left.current?.focus();
  };
}

export function NotificationsPage() {
  const words = usePageWords(notificationWords);
  const explain = useExplanation('platform');
  const file = usePageWords(fileWords);
  const query = useInfiniteQuery(notificationsQuery);
  const count = useRef<HTMLParagraphElement>(null);
  const readAll = useMutation({ mutationFn: markAllRead, onSettled: useRefresh(count) });
  const unread = query.data?.pages[0]?.unread ?? 0;

  return (
    <div className={pageStyle.page}>
      <PageHead
        title={words.title}
        lead={words.lead}
        action={
          unread > 0 ? (
            <Button
              variant="default"
              loading={readAll.isPending}
              data-testid="read-all"
              onClick={() => readAll.mutate()}
            >
              {words.readAll}
            </Button>
          ) : null
        }
      />
      <div className={pageStyle.sections}>
        <Failed text={readAll.error ? explain(readAll.error) : null} />
        <p ref={count} role="status" tabIndex={-1} className={textStyle.quiet} data-testid="unread-count">
          {unread > 0 ? words.unread(unread) : query.data?.pages[0]?.items.length ? words.allRead : null}
        </p>
        <SaveRows
          id="notifications"
          query={notificationsQuery}
          columns={[
            momentColumn({ key: 'time', title: file.time, at: ({ created_at }) => created_at }),
            { key: 'title', title: file.title, text: ({ title }) => title },
            { key: 'text', title: file.text, text: ({ body }) => body },
            {
              key: 'state',
              title: file.state,
              text: ({ read }) => (read ? file.read : file.isNew),
            },
          ]}
        />
        <CardList
          query={query}
          icon={<IconBell size={30} stroke={1.5} />}
          words={words}
          className={classes.list}
        >
          {(notification) => <NotificationRow key={notification.id} notification={notification} />}
        </CardList>
        <SettingsSection />
      </div>
    </div>
  );
}

const ICONS = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle };

function NotificationRow({ notification }: { notification: Notification }) {
  const { language } = useLanguage();
  const words = usePageWords(notificationWords);
  const explain = useExplanation('platform');
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useMutation({ mutationFn: () => markRead(notification.id), onSettled: useRefresh(heading) });
  const Icon = ICONS[notification.category];
  const { link } = notification;
  return (
    <li
      className={classes.notification}
      data-read={notification.read}
      data-category={notification.category}
      data-testid="notification"
    >
      <Icon size={22} stroke={1.7} aria-hidden="true" />
      <div className={classes.text}>
        <h2 ref={heading} tabIndex={-1}>
          {link ? (
            <Link to={linkAbout(readSafeNext(link))} onClick={() => notification.read || read.mutate()}>
              {notification.title}
            </Link>
          ) : (
            notification.title
          )}
          {notification.read ? null : <span className={classes.isNew}>{words.isNew}</span>}
        </h2>
        <p>{notification.body}</p>
        <p className={`${textStyle.quiet} ${textStyle.small}`}>
          {formatDateTime(notification.created_at, language)}
        </p>
        <Failed text={read.error ? explain(read.error) : null} />
      </div>
      {notification.read ? null : (
        <Button
          variant="default"
          size="compact-sm"
          loading={read.isPending}
          aria-label={words.readOneLabel(notification.title)}
          onClick={() => read.mutate()}
        >
          {words.readOne}
        </Button>
      )}
    </li>
  );
}

function SettingsSection() {
  const words = usePageWords(notificationWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const query = useQuery(notificationSettingsQuery);
  const change = useMutation({
    mutationFn: changeNotificationSettings,
    onSuccess: (settings) => client.setQueryData(notificationSettingsQuery.queryKey, settings),
  });
  return (
    <Section id="settings" title={words.settings} lead={words.settingsLead}>
      <Loaded query={query} source="platform" lines={2}>
        {({ email, address }) => (
          <>
            <Checkbox
              size="md"
              label={words.email}
              description={address ? words.address(address) : words.noAddress}
              checked={change.isPending ? change.variables : email}
              disabled={address === null && !email}
              onChange={(event) => change.mutate(event.currentTarget.checked)}
            />
            <p>
              <Link to="/account">{words.toAccount}</Link>
            </p>
            <Done>{change.isSuccess ? words.saved : null}</Done>
            <Failed text={change.error ? explain(change.error) : null} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
