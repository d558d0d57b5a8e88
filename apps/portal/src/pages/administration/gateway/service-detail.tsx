import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  createService,
  deleteService,
  type Service,
  type ServiceBody,
  saveService,
} from '../../../api/gateway.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import { Detail, Facts, showCode } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import classes from './gateway.module.css';
import {
  BOUNDS,
  buildServiceBody,
  changeProtocol,
  findServiceFaults,
  openServiceDraft,
  type ServiceDraft,
} from './service-draft.ts';
import { gatewayWords } from './words.ts';

interface ServiceDetailProps {
  /** Null for a service that is about to be added. */
  service: Service | null;
  onClose(): void;
  onSaved(service: Service): void;
  onDeleted(service: Service): void;
}

export function ServiceDetail({ service, onClose, onSaved, onDeleted }: ServiceDetailProps) {
  const words = usePageWords(gatewayWords);
  const shared = usePageWords(uiWords);
  const [draft, setDraft] = useState(() => openServiceDraft(service));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: ServiceBody) => (service ? saveService(service.id, body) : createService(body)),
    onSuccess: onSaved,
    onError: (error) => setErrors(readFaults(error)),
  });
  const change = (part: Partial<ServiceDraft>) => {
    if (!save.isIdle) save.reset();
    setDraft({ ...draft, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Record<string, string> = {};
    for (const fault of findServiceFaults(draft))
      found[fault] =
        fault === 'name'
          ? words.nameError
          : fault === 'host'
            ? words.hostError
            : words.numberError(BOUNDS[fault][0], BOUNDS[fault][1]);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(buildServiceBody(draft, service));
  };
  const field = (id: string, label: string, name: Exclude<keyof ServiceDraft, 'enabled' | 'protocol'>) => ({
    id,
    label,
    value: draft[name],
    error: errors[id],
    autoComplete: 'off',
    spellCheck: false,
    'data-testid': `service-${name}`,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <Detail title={service?.name ?? words.addTitle} subject={service?.id ?? 'new'} onClose={onClose}>
      {service ? (
        <>
          <Facts
            items={[
              [words.address, showCode(`/gw/${service.name}/`)],
              [words.scope, showCode(service.scope)],
            ]}
          />
          <div>
            <Button
              component={Link}
              to={`/administration/gateway/services/${service.id}`}
              variant="default"
              data-testid="see-traffic"
            >
              {words.traffic}
            </Button>
          </div>
        </>
      ) : null}
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{
            name: words.name,
            host: words.host,
            port: words.port,
            path: words.path,
            retries: words.retries,
            connect_timeout_ms: words.timeout,
            max_body_bytes: words.maxBody,
          }}
        />
        <TextInput {...field('name', words.name, 'name')} description={words.nameHint} maxLength={80} />
        <TextInput {...field('host', words.host, 'host')} description={words.hostHint} maxLength={255} />
        <div className={classes.pair}>
          <NativeSelect
            id="protocol"
            label={words.protocol}
            value={draft.protocol}
            data={['https', 'http']}
            data-testid="service-protocol"
            onChange={(event) =>
              change(changeProtocol(draft, event.currentTarget.value === 'http' ? 'http' : 'https'))
            }
          />
          <TextInput {...field('port', words.port, 'port')} inputMode="numeric" maxLength={5} />
        </div>
        <TextInput {...field('path', words.path, 'path')} description={words.pathHint} maxLength={255} />
        <TextInput
          {...field('retries', words.retries, 'retries')}
          description={words.retriesHint}
          inputMode="numeric"
          maxLength={2}
        />
        <TextInput
          {...field('connect_timeout_ms', words.timeout, 'timeout')}
          inputMode="numeric"
          maxLength={6}
        />
        <TextInput
          {...field('max_body_bytes', words.maxBody, 'maxBody')}
          description={words.maxBodyHint}
          inputMode="numeric"
          maxLength={5}
        />
        <TextInput {...field('tags', words.tags, 'tags')} description={words.tagsHint} maxLength={400} />
        <Checkbox
          label={words.enabled}
          description={words.enabledHint}
          checked={draft.enabled}
          data-testid="service-enabled"
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        {Object.keys(errors).length === 0 ? <ActionFailure error={save.error} /> : null}
        <FormActions
          submit={service ? shared.save : words.add}
          testId="save-service"
          isPending={save.isPending}
          isSaved={service !== null}
          onCancel={onClose}
        />
      </form>
      {service ? (
        <DeletePart
          words={words}
          name={service.name}
          run={() => deleteService(service.id)}
          onDone={() => onDeleted(service)}
        />
      ) : null}
    </Detail>
  );
}
