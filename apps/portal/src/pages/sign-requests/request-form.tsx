import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { SignRequestBody } from '../../api/sign-requests.ts';
import { useSignFailure } from '../../features/signing/use-sign-failure.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import choice from '../../ui/forms/choice.module.css';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Failed } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { cleanRegister, findPartyFaults, type NewParty } from './new-party.ts';
import { newRequestWords } from './new-words.ts';
import { PartyFields } from './party-fields.tsx';
import classes from './sign-requests.module.css';

const DAYS = [1, 3, 7, 14, 30, 60] as const;
const DAY_MS = 24 * 3_600_000;
/** The form of the request has its own rules; the server checks them all again. */
const anyBody = { type: 'object' };

interface RequestFormProps {
  file: File;
  /** The part that is sent; null while nothing is being sent. */
  share: number | null;
  error: unknown;
  onChange(): void;
  onOther(): void;
  onSend(body: SignRequestBody): void;
}

interface Values {
  title: string;
  message: string;
  parties: NewParty[];
  order: SignRequestBody['order'];
  days: string;
}

export function RequestForm({ file, share, error, onChange, onOther, onSend }: RequestFormProps) {
  const { language } = useLanguage();
  const words = usePageWords(newRequestWords);
  const explain = useSignFailure();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const form = useBodyForm<Values, SignRequestBody>({
    schema: anyBody,
    keepAs: 'sign-request',
    initial: {
      title: file.name.replace(/\.pdf$/i, '').slice(0, 200),
      message: '',
      parties: [{ kind: 'person', register: '', name: '' }],
      order: 'sequence',
      days: '7',
    },
    toBody: ({ title, message, parties, order, days }) => ({
      title: title.trim(),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
      order,
      deadline: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      parties: parties.map(({ kind, register, name }) => ({
        kind,
        register: cleanRegister(register),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      })),
    }),
    check: ({ title, parties }) => ({
      ...(title.trim() === '' ? { title: words.faults.title } : {}),
      ...findPartyFaults(parties, words.faults),
    }),
    onSend,
    onChange,
    error,
    isPending: share !== null,
  });
  const { parties, order } = form.values;
  const labels = {
    title: words.name,
    message: words.message,
    ...Object.fromEntries(
      parties.map((_, at) => [`parties.${at}.register`, `${words.party(at + 1)}, ${words.register}`]),
    ),
  };
  const percent = Math.round((share ?? 0) * 100);
  return (
    <form className={classes.form} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <ErrorSummary errors={form.faults} labels={labels} />
      <div className={classes.file}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            <span className={textStyle.hidden}>{words.file}: </span>
            {file.name}
          </h2>
          <p className={textStyle.quiet}>{formatSize(file.size, language)}</p>
        </div>
        <Button variant="default" disabled={share !== null} data-testid="other-file" onClick={onOther}>
          {words.other}
        </Button>
      </div>
      <TextInput
        {...form.field('title')}
        maxLength={200}
        size="md"
        label={words.name}
        description={words.nameHint}
        data-testid="request-title"
      />
      <PartyFields
        parties={parties}
        field={(at, name) => form.field(`parties.${at}.${name}`)}
        onAdd={() => form.insertListItem('parties', { kind: 'person', register: '', name: '' })}
        onRemove={(at) => form.removeListItem('parties', at)}
      />
      {parties.length > 1 ? (
        <fieldset className={choice.choice}>
          <legend>{words.order}</legend>
          {(['sequence', 'any'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="order"
                checked={order === each}
                data-testid={`order-${each}`}
                onChange={() => form.setFieldValue('order', each)}
              />
              <span>
                <strong>{words.orders[each].name}</strong>
                <span>{words.orders[each].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <NativeSelect
        {...form.field('days')}
        size="md"
        label={words.deadline}
        description={words.deadlineHint}
        data-testid="request-days"
        data={DAYS.map((days) => ({ value: String(days), label: words.days(days) }))}
      />
      <Textarea
        {...form.field('message')}
        maxLength={2000}
        size="md"
        label={words.message}
        autosize
        minRows={3}
        data-testid="request-message"
      />
      <Failed text={error && !form.hasFaults ? explain(error) : null} testId="send-failed" />
      <div className={formStyle.actions}>
        <Button
          type="submit"
          size="md"
          loading={share !== null}
          leftSection={<IconSend size={18} aria-hidden="true" />}
          data-testid="send-request"
        >
          {words.send}
        </Button>
      </div>
      <p role="status" className={`${textStyle.quiet} ${textStyle.small}`}>
        {share === null ? '' : words.sending(percent)}
      </p>
    </form>
  );
}
