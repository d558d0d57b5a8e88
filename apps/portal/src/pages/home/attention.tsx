import {
  IconBell,
  IconCalendarEvent,
  IconChevronRight,
  IconCircleCheck,
  IconCreditCard,
  IconMessageQuestion,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview } from '../../api/gov.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { sayMoment } from '../appointments/office-time.ts';
import { appointmentWords } from '../appointments/words.ts';
import classes from './home.module.css';
import { overviewWords } from './overview-words.ts';

interface Item {
  key: string;
  to: string;
  tone: 'warn' | 'plain';
  icon: ReactNode;
  title: string;
  text: string;
}

const icon = { size: 24, stroke: 1.6, 'aria-hidden': true } as const;

/** What waits for the person, the most pressing first; the rest of the page can wait as well. */
export function Attention({ overview }: { overview: Overview }) {
  const { language } = useLanguage();
  const words = usePageWords(overviewWords);
  const appointments = usePageWords(appointmentWords);
  const items: Item[] = [
    ...overview.recent_applications
      .filter((application) => application.status === 'info_required')
      .map((application) => ({
        key: application.id,
        to: `/applications/${application.id}`,
        tone: 'warn' as const,
        icon: <IconMessageQuestion {...icon} />,
        title: words.answer,
        text: `${application.service_name} · ${application.reference_no}`,
      })),
    ...(overview.unpaid_count > 0
      ? [
          {
            key: 'payments',
            to: '/payments',
            tone: 'warn' as const,
            icon: <IconCreditCard {...icon} />,
            title: words.pay(formatMoney(overview.unpaid_amount, language)),
            text: words.payText(overview.unpaid_count),
          },
        ]
      : []),
    ...overview.upcoming_appointments.slice(0, 2).map((appointment) => ({
      key: appointment.id,
      to: '/appointments',
      tone: 'plain' as const,
      icon: <IconCalendarEvent {...icon} />,
      title: sayMoment(appointment.scheduled_at, language),
      text: appointment.service_name || appointments.hall,
    })),
    ...(overview.unread_notifications > 0
      ? [
          {
            key: 'notifications',
            to: '/notifications',
            tone: 'plain' as const,
            icon: <IconBell {...icon} />,
            title: words.unread(overview.unread_notifications),
            text: words.unreadText,
          },
        ]
      : []),
  ];
  if (items.length === 0) {
    return (
      <p className={classes.calm} data-testid="nothing-waits">
        <IconCircleCheck {...icon} />
        {words.nothing}
      </p>
    );
  }
  return (
    <ul className={classes.attention} data-testid="attention">
      {items.map((item) => (
        <li key={item.key} data-tone={item.tone}>
          <Link to={item.to}>
            {item.icon}
            <span className={classes.attentionText}>
              <strong>{item.title}</strong>
              <span className={classes.attentionMore}>{item.text}</span>
            </span>
            <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
