import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type AuthorityDetail, type OfficesBody, saveOffices } from '../../../api/authorities.ts';
import { adminAuthoritiesOfficesBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { authorityWords } from './words.ts';

const FIELDS = ['name', 'name_en', 'address', 'address_en', 'phone', 'hours', 'hours_en'] as const;
type Draft = Record<(typeof FIELDS)[number], string> & { key: string; id?: string };

interface OfficesFormProps {
  authority: AuthorityDetail;
  onSaved(authority: AuthorityDetail): void;
}

const openValues = ({ offices }: AuthorityDetail) => ({
  offices: offices.map((office): Draft => ({ ...office, key: office.id })),
});

/** All offices are saved together, in the order of the page. */
export function OfficesForm({ authority, onSaved }: OfficesFormProps) {
  const words = usePageWords(authorityWords);
  const made = useRef(0);
  const save = useMutation({
    mutationFn: (body: OfficesBody) => saveOffices(authority.id, body),
    onSuccess: onSaved,
  });
  const form = useBodyForm({
    schema: adminAuthoritiesOfficesBody,
    keepAs: `offices:${authority.id}`,
    initial: openValues(authority),
    record: authority,
    open: openValues,
    toBody: ({ offices }) => ({
      offices: offices.map(({ key: _, ...office }) => ({
        ...office,
        ...Object.fromEntries(FIELDS.map((name) => [name, office[name].trim()])),
      })),
    }),
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  const labels: Record<(typeof FIELDS)[number], string> = {
    name: words.officeName,
    name_en: words.officeNameEn,
    address: words.address,
    address_en: words.addressEn,
    phone: words.phone,
    hours: words.hours,
    hours_en: words.hoursEn,
  };
  const add = () => {
    made.current += 1;
    const empty = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Omit<Draft, 'key'>;
    form.setFieldValue('offices', [...form.values.offices, { ...empty, key: `new-${made.current}` }]);
  };
  return (
    <form className={layoutStyle.part} onSubmit={form.send} noValidate data-testid="offices-form">
      <RestoredNote form={form} labels={{ offices: words.offices }} />
      <h3>{words.offices}</h3>
      {form.values.offices.map((office, at) => (
        <fieldset key={office.key} className={formStyle.group} data-testid="office">
          <legend>{words.office(at + 1)}</legend>
          {FIELDS.map((name) => (
            <TextInput
              key={name}
              {...form.field(`offices.${at}.${name}`)}
              label={labels[name]}
              lang={name.endsWith('_en') ? 'en' : undefined}
              autoComplete="off"
              data-testid={`office-${name}`}
            />
          ))}
          <Button
            variant="default"
            aria-label={`${words.removeOffice}: ${office.name || words.office(at + 1)}`}
            onClick={() =>
              form.setFieldValue(
                'offices',
                form.values.offices.filter((other) => other.key !== office.key),
              )
            }
          >
            {words.removeOffice}
          </Button>
        </fieldset>
      ))}
      <Done>{save.isSuccess ? words.saved : null}</Done>
      <ActionFailure error={save.error} />
      <div className={formStyle.actions}>
        <Button variant="default" data-testid="add-office" onClick={add}>
          {words.addOffice}
        </Button>
        <Button type="submit" loading={save.isPending} data-testid="save-offices">
          {words.saveOffices}
        </Button>
      </div>
    </form>
  );
}
