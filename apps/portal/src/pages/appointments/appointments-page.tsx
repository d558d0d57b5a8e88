import { Button } from '@mantine/core';
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameParty, readActingFor } from '../../api/acting-for.ts';
import {
  type Appointment,
  appointmentsQuery,
  calendarPath,
  cancelAppointment,
} from '../../api/appointments.ts';
import { officeWords } from '../../features/appointments/words.ts';
import { formatWeekdayTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../ui/forms/form.module.css';
import layoutStyle from '../../ui/layout.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { focusSection, Section } from '../../ui/page/section.tsx';
import { Done, EmptyState, Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './appointments.module.css';
import { BookSection } from './book-section.tsx';
import { appointmentWords } from './words.ts';

const isComing = (appointment: Appointment) =>
  (appointment.status === 'booked' || appointment.status === 'confirmed') &&
  new Date(appointment.scheduled_at) > new Date();

export function AppointmentsPage() {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const acting = readActingFor();
  if (!acting?.isAuthorised || acting.mayBook) return <Appointments />;
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <p data-testid="not-authorised-to-book">{words.mayNotBook(nameParty(acting, language))}</p>
    </div>
  );
}

/** Appointments that an authorisation does not cover are not shown to its holder, so "none" would be wrong. */
function NothingBooked() {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const acting = readActingFor();
  if (acting?.isAuthorised) return <p>{words.nothingCovered(nameParty(acting, language))}</p>;
  return (
    <EmptyState
      icon={<IconCalendarEvent size={30} stroke={1.5} />}
      title={acting === null ? words.empty : words.emptyFor(nameParty(acting, language))}
    />
  );
}

function Appointments() {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const query = useQuery(appointmentsQuery);
  const [said, setSaid] = useState('');
  const [leaving, setLeaving] = useState<Appointment | null>(null);

  const cancel = useMutation({
    mutationFn: (appointment: Appointment) => cancelAppointment(appointment.id),
    onSuccess: async (_, appointment) => {
      setLeaving(null);
      setSaid(words.cancelled(formatWeekdayTime(appointment.scheduled_at, language)));
      await client.invalidateQueries({ queryKey: ['gov'] });
      focusSection('mine');
    },
  });

  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <Done testId="said">{said}</Done>
        <Section id="mine" title={words.mine}>
          <Loaded query={query} source="platform" lines={3}>
            {({ items }) => {
              const coming = items.filter(isComing);
              const past = items.filter((appointment) => !isComing(appointment));
              return (
                <>
                  {coming.length === 0 ? (
                    <NothingBooked />
                  ) : (
                    <ul className={layoutStyle.list}>
                      {coming.map((appointment) => (
                        <Coming
                          key={appointment.id}
                          appointment={appointment}
                          onCancel={() => {
                            cancel.reset();
                            setLeaving(appointment);
                          }}
                        />
                      ))}
                    </ul>
                  )}
                  {past.length > 0 ? (
                    <details className={classes.past}>
                      <summary>
                        {words.past} ({past.length})
                      </summary>
                      <ul className={layoutStyle.list}>
                        {past.map((appointment) => (
                          <li key={appointment.id} className={layoutStyle.item}>
                            <What appointment={appointment} />
                            <Badge tone="plain">{words.statuses[appointment.status]}</Badge>
                          </li>
                        ))}
                      </ul>
                    </details>
                  ) : null}
                </>
              );
            }}
          </Loaded>
        </Section>
        <BookSection
          onBooked={(appointment) => {
            setSaid(words.booked(formatWeekdayTime(appointment.scheduled_at, language)));
            focusSection('mine');
          }}
        />
      </div>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={words.cancelTitle}
        action={words.cancelYes}
        cancel={words.cancelNo}
        isPending={cancel.isPending}
        failure={<Failed text={cancel.error ? explain(cancel.error) : null} />}
        onConfirm={() => leaving && cancel.mutate(leaving)}
        onCancel={() => setLeaving(null)}
      >
        <p>{leaving ? words.cancelText(formatWeekdayTime(leaving.scheduled_at, language)) : null}</p>
      </ConfirmDialog>
    </div>
  );
}

function What({ appointment }: { appointment: Appointment }) {
  const { language } = useLanguage();
  const { hall } = usePageWords(officeWords);
  return (
    <div>
      <h3>{formatWeekdayTime(appointment.scheduled_at, language)}</h3>
      <p>{appointment.service_name || hall}</p>
      {appointment.service_name ? <p className={textStyle.quiet}>{appointment.agency}</p> : null}
      {appointment.location ? <p className={textStyle.quiet}>{appointment.location}</p> : null}
    </div>
  );
}

function Coming({ appointment, onCancel }: { appointment: Appointment; onCancel(): void }) {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const when = formatWeekdayTime(appointment.scheduled_at, language);
  return (
    <li className={layoutStyle.item} data-testid="appointment">
      <What appointment={appointment} />
      <div className={formStyle.actions}>
        <Button
          component="a"
          href={calendarPath(appointment.id)}
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
          aria-label={words.calendarLabel(when)}
          data-testid="calendar"
        >
          {words.calendar}
        </Button>
        <Button
          variant="default"
          aria-label={words.cancelLabel(when)}
          data-testid="cancel"
          onClick={onCancel}
        >
          {words.cancel}
        </Button>
      </div>
    </li>
  );
}
