import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { findChosenOffice } from '@tamga/forms';
import {
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isForApplicant, nameParty, readActingFor } from '../../api/acting-for.ts';
import { type Appointment, book, type Slot, slotsQuery } from '../../api/appointments.ts';
import { applicableServicesQuery, applicationQuery, createKey, serviceFormQuery } from '../../api/gov.ts';
import { officeWords } from '../../features/appointments/words.ts';
import { readPayload } from '../../features/service-form/answers.ts';
import { formatDate, formatDayParts, formatSpan, formatWeekdayTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { addDays, clockAt, dayAt, isDay } from '../../i18n/time.ts';
import formStyle from '../../ui/forms/form.module.css';
import { useTyped } from '../../ui/forms/use-typed.ts';
import layoutStyle from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import classes from './appointments.module.css';
import { firstWeek } from './first-week.ts';
import { appointmentWords } from './words.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
/** The last bookable week. */
const LAST_WEEK_DAYS = 364;

export function BookSection({ onBooked }: { onBooked(appointment: Appointment): void }) {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const today = dayAt(new Date());
  const services = useQuery(applicableServicesQuery);
  const [query] = useSearchParams();
  const [picked, setPicked] = useState<string | null>(null);
  // A service's page links here with its code; a choice on this page overrides it.
  // A result is collected also where the service has since become one for others.
  const offered = services.data?.items.filter(
    (service) =>
      isForApplicant(service) || (query.has('application') && service.code === query.get('service')),
  );
  const named = offered?.find((service) => service.code === query.get('service'));
  const serviceId = picked ?? named?.id ?? '';
  const isNamed = picked === null && named !== undefined;
  // An application's page links here with the day from which its result is ready.
  const applicationId = isNamed ? (query.get('application') ?? '') : '';
  const from = query.get('from') ?? '';
  const readyOn = applicationId !== '' && isDay(from) && from > today ? from : today;
  const office = useOffice(services.data?.items.find(({ id }) => id === serviceId)?.agency, applicationId);
  const [shownWeek, setMonday] = useState<string | null>(null);
  const monday = shownWeek ?? firstWeek(readyOn);
  const [chosen, setChosen] = useState<Slot | null>(null);
  const days = WEEK.map((offset) => addDays(monday, offset)).filter((day) => day >= readyOn);

  return (
    <Section id="book" title={words.book} lead={words.bookLead}>
      <NativeSelect
        size="md"
        label={words.what}
        className={classes.what}
        value={serviceId}
        data-testid="book-service"
        onChange={(event) => {
          setPicked(event.currentTarget.value);
          setChosen(null);
        }}
      >
        <option value="">{words.general}</option>
        {offered?.map((service) => (
          <option key={service.id} value={service.id}>
            {service.name}
          </option>
        ))}
      </NativeSelect>
      <p data-testid="book-where">{words.where(office)}</p>
      {readyOn > today ? (
        <p data-testid="ready-from">{words.readyFrom(formatDate(readyOn, language))}</p>
      ) : null}
      {chosen ? (
        <Confirm
          key={chosen.starts_at}
          slot={chosen}
          office={office}
          serviceId={serviceId}
          applicationId={applicationId}
          onBack={() => setChosen(null)}
          onBooked={(appointment) => {
            setChosen(null);
            onBooked(appointment);
          }}
        />
      ) : (
        <>
          <div className={classes.weekHead}>
            <Button
              variant="default"
              size="sm"
              disabled={monday <= readyOn}
              leftSection={<IconChevronLeft size={18} aria-hidden="true" />}
              onClick={() => setMonday(addDays(monday, -7))}
            >
              {words.earlier}
            </Button>
            <p aria-live="polite" className={classes.weekName}>
              {formatSpan(days[0] ?? monday, addDays(monday, 6), language)}
            </p>
            <Button
              variant="default"
              size="sm"
              rightSection={<IconChevronRight size={18} aria-hidden="true" />}
              disabled={monday > addDays(today, LAST_WEEK_DAYS - 7)}
              data-testid="later"
              onClick={() => setMonday(addDays(monday, 7))}
            >
              {words.later}
            </Button>
          </div>
          <Week days={days} services={services} serviceId={serviceId} onChoose={setChosen} />
          <p className={textStyle.quiet}>{words.zone}</p>
        </>
      )}
    </Section>
  );
}

/** Where the person goes: the office that their application names, else that of the service, else the hall. */
function useOffice(agency: string | undefined, applicationId: string): string {
  const { language } = useLanguage();
  const { hall } = usePageWords(officeWords);
  const application = useQuery({ ...applicationQuery(applicationId), enabled: applicationId !== '' });
  const form = useQuery({
    ...serviceFormQuery(application.data ?? null),
    enabled: application.data !== undefined,
  });
  const chosen = findChosenOffice(form.data ?? null, readPayload(application.data?.payload ?? {}));
  if (chosen === undefined) return agency || hall;
  const address = chosen.place?.address[language] ?? '';
  return [chosen.name[language], address].filter((part) => part !== '').join(', ');
}

interface WeekProps {
  days: readonly string[];
  /** The services to choose from; the office depends on the chosen one. */
  services: UseQueryResult;
  serviceId: string;
  onChoose(slot: Slot): void;
}

function Week({ days, services, serviceId, onChoose }: WeekProps) {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const explain = useExplanation('platform', words.codes);
  const results = useQueries({ queries: days.map((day) => slotsQuery(day, serviceId)) });
  const failed = [services, ...results].filter((result) => result.error && result.data === undefined);
  const error = failed[0]?.error;
  if (error) {
    return (
      <div className={layoutStyle.stack}>
        <Failed text={explain(error)} />
        <div>
          <Button
            variant="default"
            loading={failed.some((result) => result.isFetching)}
            data-testid="retry-slots"
            onClick={() => failed.forEach((result) => void result.refetch())}
          >
            {words.retry}
          </Button>
        </div>
      </div>
    );
  }
  const isReady = results.every((result) => result.data !== undefined);
  if (!isReady) {
    return (
      <div aria-busy="true">
        <p className={textStyle.hidden}>{words.loading}</p>
        <div className={classes.weekBones} aria-hidden="true">
          {WEEK.slice(0, 5).map((day) => (
            <span key={day} />
          ))}
        </div>
      </div>
    );
  }
  const isEmpty = results.every((result) => result.data?.items.every(({ free }) => free === 0));
  return (
    <>
      {isEmpty ? <p data-testid="no-times">{words.noTimesInWeek}</p> : null}
      <div className={classes.week}>
        {days.map((day, index) => {
          const slots = results[index]?.data?.items;
          // A day without slots is hidden.
          if (slots?.length === 0) return null;
          const { weekday, date } = formatDayParts(day, language);
          return (
            <div key={day} className={classes.day}>
              <h3 id={`day-${day}`}>
                <span>{weekday}</span> <span>{date}</span>
              </h3>
              <ul aria-labelledby={`day-${day}`} className={classes.slots}>
                {slots?.map((slot) => (
                  <li key={slot.starts_at}>
                    <button
                      type="button"
                      className={classes.slot}
                      disabled={slot.free === 0}
                      aria-label={words.placesLeft(clockAt(slot.starts_at), slot.free)}
                      data-testid="slot"
                      onClick={() => onChoose(slot)}
                    >
                      {clockAt(slot.starts_at)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </>
  );
}

interface ConfirmProps {
  slot: Slot;
  office: string;
  serviceId: string;
  /** Whose result is collected; empty for another visit. */
  applicationId: string;
  onBack(): void;
  onBooked(appointment: Appointment): void;
}

function Confirm({ slot, office, serviceId, applicationId, onBack, onBooked }: ConfirmProps) {
  const { language } = useLanguage();
  const words = usePageWords(appointmentWords);
  const explain = useExplanation('platform', words.codes);
  const client = useQueryClient();
  const acting = readActingFor();
  const {
    value: note,
    change: setNote,
    forget: forgetTyped,
  } = useTyped(`appointment:${serviceId}:${applicationId}`, '');
  const key = useRef({ note: '', value: createKey() });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const take = useMutation({
    mutationFn: () => {
      // The same booking keeps its idempotency key; a changed note is a new booking.
      if (key.current.note !== note) key.current = { note, value: createKey() };
      return book(
        {
          scheduled_at: slot.starts_at,
          ...(serviceId === '' ? {} : { service_id: serviceId }),
          ...(applicationId === '' ? {} : { application_id: applicationId }),
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        },
        key.current.value,
      );
    },
    onSuccess: async (appointment) => {
      forgetTyped(note);
      await client.invalidateQueries({ queryKey: ['gov'] });
      onBooked(appointment);
    },
    onError: () => client.invalidateQueries({ queryKey: ['gov', 'slots'] }),
  });
  return (
    <div className={`${layoutStyle.panel} ${layoutStyle.stack}`}>
      <h3 ref={heading} tabIndex={-1}>
        {words.chosen(formatWeekdayTime(slot.starts_at, language))}
      </h3>
      <p>{words.where(office)}</p>
      {acting === null ? null : <p data-testid="book-for">{words.bookFor(nameParty(acting, language))}</p>}
      <TextInput
        size="md"
        className={classes.what}
        label={words.note}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Failed text={take.error ? explain(take.error) : null} />
      <div className={formStyle.actions}>
        <Button loading={take.isPending} data-testid="book" onClick={() => take.mutate()}>
          {words.confirm}
        </Button>
        <Button variant="default" disabled={take.isPending} onClick={onBack}>
          {words.other}
        </Button>
      </div>
    </div>
  );
}
