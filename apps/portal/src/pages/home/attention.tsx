import {
  IconApps,
  IconBell,
  IconBriefcase,
  IconCalendarEvent,
  IconChevronRight,
  IconCircleCheck,
  IconCreditCard,
  IconMessageQuestion,
  IconPencil,
  IconSignature,
  IconUserCheck,
} from '@tabler/icons-react';
import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { linkFor } from '../../api/acting-for.ts';
import { callApi } from '../../api/call.ts';
import type { Application, DraftOfService, Overview, PartiesOverview } from '../../api/gov.ts';
import { officeWords } from '../../features/appointments/words.ts';
import { nameRoleById } from '../../features/roles/role-names.ts';
import { formatDate, formatMoney, formatWeekdayTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './home.module.css';
import { overviewWords } from './overview-words.ts';

interface Item {
  key: string;
  to: string;
  tone: 'warn' | 'plain';
  icon: ReactNode;
  title: string;
  text: ReactNode;
}

const icon = { size: 24, stroke: 1.6, 'aria-hidden': true } as const;

/** Includes old applications, because the overview holds only the newest. */
export const askedQuery = queryOptions({
  queryKey: ['gov', 'applications', 'asked'],
  queryFn: ({ signal }) =>
    callApi('GET /api/v1/gov/applications', { query: { status: 'info_required', limit: 5 }, signal }),
});

/**
 * Authorisations and invitations that wait for the person's answer, documents that wait for their signature, and for
 * those who approve them the applications of developers.
 */
export const waitingQuery = (language: string, approves: boolean) =>
  queryOptions({
    queryKey: ['home', 'waiting', language, approves],
    queryFn: async ({ signal }) => {
      const [authorisations, requests, invitations, programs] = await Promise.allSettled([
        callApi('GET /api/v1/authorisations', { query: { box: 'received', limit: 50 }, signal }),
        callApi('GET /api/v1/sign/requests', {
          query: { box: 'received', state: 'open', limit: 50 },
          signal,
        }),
        callApi('GET /api/v1/me/role-invitations', { signal }),
        approves ? callApi('GET /api/v1/applications', { signal }) : { items: [] },
      ]);
      // One of the modules may be switched off; what the other says is shown all the same.
      return {
        authorisations:
          authorisations.status === 'fulfilled'
            ? authorisations.value.items.filter(({ state }) => state === 'offered')
            : [],
        requests:
          requests.status === 'fulfilled' ? requests.value.items.filter(({ my_turn: mine }) => mine) : [],
        invitations: invitations.status === 'fulfilled' ? invitations.value.items : [],
        programs:
          programs.status === 'fulfilled'
            ? programs.value.items.filter(({ approval_asked_at: asked }) => asked !== undefined)
            : [],
      };
    },
  });
export type Waiting = Awaited<ReturnType<NonNullable<ReturnType<typeof waitingQuery>['queryFn']>>>;

interface AttentionProps {
  /** Undefined until loaded. */
  waiting: Waiting | undefined;
  overview: Overview;
  asked: readonly Application[];
  /** Undefined until loaded. */
  parties: PartiesOverview | undefined;
  /** Undefined until loaded, so that "nothing" is not shown too early. */
  drafts: readonly DraftOfService[] | undefined;
}

const MAX_DRAFTS = 3;

/** Tasks that wait for the person, the most urgent first. */
export function Attention({ waiting, overview, asked, parties, drafts }: AttentionProps) {
  const { language } = useLanguage();
  const words = usePageWords(overviewWords);
  const { hall } = usePageWords(officeWords);
  const ofParties = usePartyItems(parties);
  const items: Item[] = [
    ...asked.map((application) => ({
      key: application.id,
      to: `/applications/${application.id}`,
      tone: 'warn' as const,
      icon: <IconMessageQuestion {...icon} />,
      title: words.answer,
      text: (
        <>
          {application.service_name} · <span className={classes.whole}>{application.reference_no}</span>
        </>
      ),
    })),
    ...ofParties.filter(({ tone }) => tone === 'warn'),
    ...(waiting?.requests ?? []).map((request) => ({
      key: request.id,
      to: `/sign/requests/${request.id}`,
      tone: 'warn' as const,
      icon: <IconSignature {...icon} />,
      title: words.sign(formatDate(request.deadline, language)),
      text: `${request.title} · ${request.sender_name}`,
    })),
    ...(waiting?.authorisations ?? []).map((authorisation) => ({
      key: authorisation.id,
      to: `/account/authorisations/${authorisation.id}`,
      tone: 'warn' as const,
      icon: <IconUserCheck {...icon} />,
      title: words.authorisation(formatDate(authorisation.answer_until, language)),
      text: authorisation.grantor.name,
    })),
    ...(waiting?.invitations ?? []).map((invitation) => ({
      key: invitation.id,
      to: '/role-invitations',
      tone: 'warn' as const,
      icon: <IconBriefcase {...icon} />,
      title: words.invitation(formatDate(invitation.expires_at, language)),
      text: nameRoleById(invitation.role_id, invitation.role, language),
    })),
    ...(waiting?.programs ?? []).map((program) => ({
      key: program.id,
      to: `/administration/applications/${encodeURIComponent(program.id)}`,
      tone: 'warn' as const,
      icon: <IconApps {...icon} />,
      title: words.approveProgram,
      text: program.name,
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
      title: formatWeekdayTime(appointment.scheduled_at, language),
      text: appointment.service_name || hall,
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
    ...ofParties.filter(({ tone }) => tone === 'plain'),
    ...(drafts ?? []).slice(0, MAX_DRAFTS).map((draft) => ({
      key: draft.service_id,
      to: `/services/${draft.passport_id}/apply`,
      tone: 'plain' as const,
      icon: <IconPencil {...icon} />,
      title: words.finish,
      text: draft.service_name,
    })),
  ];
  if (items.length === 0 && (drafts === undefined || waiting === undefined || parties === undefined))
    return null;
  const missing = parties?.incomplete ? (
    <p className={textStyle.quiet} role="status" data-testid="parties-missing">
      {words.partiesMissing}
    </p>
  ) : null;
  if (items.length === 0) {
    return (
      <>
        <p className={classes.calm} data-testid="nothing-waits">
          <IconCircleCheck {...icon} />
          {words.nothing}
        </p>
        {missing}
      </>
    );
  }
  return (
    <>
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
      {missing}
    </>
  );
}

/** What waits for others; each link acts for its party. */
function usePartyItems(parties: PartiesOverview | undefined): Item[] {
  const { language } = useLanguage();
  const words = usePageWords(overviewWords);
  const { hall } = usePageWords(officeWords);
  return (parties?.items ?? []).flatMap((party): Item[] => {
    const whom = words.forParty[party.kind](party.name);
    const to = (path: string) => linkFor(path, party.party_id);
    const about = (text: string) => (
      <>
        <strong data-testid="for-party">{whom}</strong> · {text}
      </>
    );
    return [
      ...party.asked.map((application) => ({
        key: application.id,
        to: to(`/applications/${application.id}`),
        tone: 'warn' as const,
        icon: <IconMessageQuestion {...icon} />,
        title: words.answer,
        text: about(`${application.service_name} · ${application.reference_no}`),
      })),
      ...(party.unpaid_count > 0
        ? [
            {
              key: `payments ${party.party_id}`,
              to: to('/payments'),
              tone: 'warn' as const,
              icon: <IconCreditCard {...icon} />,
              title: words.pay(formatMoney(party.unpaid_amount, language)),
              text: about(words.payText(party.unpaid_count)),
            },
          ]
        : []),
      ...party.upcoming_appointments.map((appointment) => ({
        key: appointment.id,
        to: to('/appointments'),
        tone: 'plain' as const,
        icon: <IconCalendarEvent {...icon} />,
        title: formatWeekdayTime(appointment.scheduled_at, language),
        text: about(appointment.service_name || hall),
      })),
      ...party.drafts.map((draft) => ({
        key: `${party.party_id} ${draft.service_id}`,
        to: to(`/services/${draft.passport_id}/apply`),
        tone: 'plain' as const,
        icon: <IconPencil {...icon} />,
        title: words.finish,
        text: about(draft.service_name),
      })),
    ];
  });
}
