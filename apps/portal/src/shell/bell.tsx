import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unreadQuery } from '../api/notifications.ts';
import { usePageWords } from '../i18n/provider.tsx';
import classes from './layout.module.css';
import { notificationWords } from './notification-words.ts';
import { useNotificationFeed } from './use-notification-feed.ts';

/** Shows the live number of unread notifications. */
export function Bell() {
  const words = usePageWords(notificationWords);
  const { arrived } = useNotificationFeed();
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <>
      <Link
        to="/notifications"
        className={`${classes.tool} ${classes.bell}`}
        aria-label={words.bell(unread)}
        data-testid="bell"
        data-unread={unread}
      >
        <IconBell size={20} stroke={1.7} aria-hidden="true" />
        {unread > 0 ? (
          <span className={classes.bellCount} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </Link>
      {/* A screen reader does not repeat identical text, so an invisible space makes each announcement differ. */}
      <VisuallyHidden role="status">
        {arrived > 0 ? words.arrived + '\u00a0'.repeat(arrived % 2) : null}
      </VisuallyHidden>
    </>
  );
}
