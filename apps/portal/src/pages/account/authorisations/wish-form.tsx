import { Button, Textarea, TextInput } from '@mantine/core';
import { PURPOSES, type Wish } from '../../../api/authorisations.ts';
import { authorisationsSignBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { addDays, dayAt } from '../../../i18n/time.ts';
import choice from '../../../ui/forms/choice.module.css';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../../ui/states/states.tsx';
import classes from './authorisations.module.css';
import { ChooseServices } from './choose-services.tsx';
import { InWhoseName } from './in-whose-name.tsx';
import { newWords } from './new-words.ts';

interface WishFormProps {
  error: unknown;
  isPending: boolean;
  onChange(): void;
  onSend(wish: Wish): void;
}

export const AUTHORISATION_TEXT = 'authorisation';
const SCOPES = ['all', 'some'] as const;
const MOST_YEARS = 3;
const MOST_SERVICES = 20;
const addYears = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

export function WishForm({ error, isPending, onChange, onSend }: WishFormProps) {
  const words = usePageWords(newWords);
  const today = dayAt(new Date());
  const form = useBodyForm({
    schema: authorisationsSignBody,
    keepAs: AUTHORISATION_TEXT,
    isForgottenByPage: true,
    initial: {
      organisation_id: '',
      register_number: '',
      name: '',
      purposes: [] as Wish['purposes'],
      scope: 'all' as (typeof SCOPES)[number],
      services: [] as string[],
      from: today,
      until: addDays(today, 30),
      note: '',
    },
    toBody: ({ organisation_id, register_number, name, scope, services, note, ...rest }): Wish => ({
      ...(organisation_id === '' ? {} : { organisation_id }),
      register_number: register_number.replace(/\s/g, '').toUpperCase(),
      name: name.trim(),
      ...rest,
      ...(scope === 'all' ? {} : { services }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    }),
    hints: {
      register_number: words.registerWrong,
      from: words.fromWrong,
      until: words.untilWrong,
    },
    check: ({ register_number, purposes, scope, services, from, until }) => ({
      ...(purposes.length === 0 ? { purposes: words.purposesWrong } : {}),
      ...(scope === 'some' && (services.length === 0 || services.length > MOST_SERVICES)
        ? { services: words.servicesWrong }
        : {}),
      ...(/^[А-ЯЁӨҮ]{2}\d{8}$/iu.test(register_number.replace(/\s/g, ''))
        ? {}
        : { register_number: words.registerWrong }),
      ...(from < today || from > addYears(today, 1) ? { from: words.fromWrong } : {}),
      ...(until < from || until > addYears(from, MOST_YEARS) ? { until: words.untilWrong } : {}),
    }),
    onSend,
    onChange,
    error,
    isPending,
  });
  const { purposes, scope, services } = form.values;
  return (
    <form className={formStyle.narrow} onSubmit={form.send} noValidate data-testid="wish-form">
      <RestoredNote form={form} />
      <ErrorSummary
        errors={form.faults}
        labels={{
          register_number: words.register,
          name: words.name,
          purposes: words.purposes,
          services: words.services,
          from: words.from,
          until: words.until,
          note: words.note,
        }}
      />
      <InWhoseName
        organisationId={form.values.organisation_id}
        onChoose={(id) => form.setFieldValue('organisation_id', id)}
      />
      <TextInput
        {...form.field('register_number')}
        label={words.register}
        description={words.registerHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextInput {...form.field('name')} label={words.name} description={words.nameHint} autoComplete="off" />
      <fieldset className={choice.choice} aria-describedby="purposes-fault">
        <legend>{words.purposes}</legend>
        {PURPOSES.map((purpose, at) => (
          <label key={purpose}>
            <input
              type="checkbox"
              id={at === 0 ? 'purposes' : undefined}
              checked={purposes.includes(purpose)}
              data-testid={`purpose-${purpose}`}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(
                  'purposes',
                  PURPOSES.filter((each) => (each === purpose ? checked : purposes.includes(each))),
                )
              }
            />
            <span>
              <strong>{words.purpose[purpose].name}</strong>
              <span>{words.purpose[purpose].text}</span>
            </span>
          </label>
        ))}
        <p id="purposes-fault" className={classes.fault}>
          {form.field('purposes').error}
        </p>
      </fieldset>
      <fieldset className={choice.choice}>
        <legend>{words.scope}</legend>
        {SCOPES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="scope"
              checked={scope === each}
              data-testid={`scope-${each}`}
              onChange={() => form.setFieldValue('scope', each)}
            />
            <span>
              <strong>{words.scopes[each].name}</strong>
              <span>{words.scopes[each].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {scope === 'some' ? (
        <ChooseServices
          chosen={services}
          fault={form.field('services').error}
          onChoose={(next) => form.setFieldValue('services', next)}
        />
      ) : null}
      <div className={classes.days}>
        <TextInput
          {...form.field('from')}
          type="date"
          label={words.from}
          min={today}
          max={addYears(today, 1)}
        />
        <TextInput
          {...form.field('until')}
          type="date"
          label={words.until}
          description={words.untilHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={today}
        />
      </div>
      <Textarea
        {...form.field('note')}
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={2}
        maxRows={6}
      />
      {form.hasFaults ? null : <ActionFailure error={error} />}
      <div className={formStyle.actions}>
        <Button type="submit" size="md" loading={isPending} data-testid="sign">
          {words.sign}
        </Button>
      </div>
    </form>
  );
}
