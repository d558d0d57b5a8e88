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
import { usePageWords } from '../../../i18n/provider.tsx';
import { readFaults } from '../applications/read-faults.ts';
import { Confirm } from '../confirm.tsx';
import parts from '../detail.module.css';
import { ErrorSummary } from '../error-summary.tsx';
import { Detail, Facts } from '../list-and-detail.tsx';
import { ActionFailure, Done } from '../states.tsx';
import { administrationWords } from '../words.ts';
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
  const shared = usePageWords(administrationWords);
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
    if (Object.keys(found).length === 0) save.mutate(buildServiceBody(draft));
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
              [words.address, <span key="a" className={parts.code}>{`/gw/${service.name}/`}</span>],
              [
                words.scope,
                <span key="s" className={parts.code}>
                  {service.scope}
                </span>,
              ],
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
      <form className={parts.form} onSubmit={submit} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{
            name: words.name,
            host: words.host,
            port: words.port,
            path: words.path,
            retries: words.retries,
            connect_timeout_ms: words.timeout,
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
        <div className={parts.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-service">
            {service ? shared.save : words.add}
          </Button>
          <Button variant="default" onClick={onClose}>
            {service ? shared.close : shared.cancel}
          </Button>
        </div>
      </form>
      {service ? <DeletePart service={service} onDeleted={onDeleted} /> : null}
    </Detail>
  );
}

function DeletePart({ service, onDeleted }: { service: Service; onDeleted(service: Service): void }) {
  const words = usePageWords(gatewayWords);
  const [isAsked, setIsAsked] = useState(false);
  const removal = useMutation({
    mutationFn: () => deleteService(service.id),
    onSuccess: () => onDeleted(service),
  });
  return (
    <div className={parts.part}>
      <div>
        <Button className={parts.dangerOutline} data-testid="delete" onClick={() => setIsAsked(true)}>
          {words.delete}
        </Button>
      </div>
      <Confirm
        isOpen={isAsked}
        isDangerous
        title={words.deleteTitle(service.name)}
        action={words.deleteAction}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
        onCancel={() => {
          removal.reset();
          setIsAsked(false);
        }}
      >
        <p>{words.deleteText}</p>
        <p>{words.deleteUndo}</p>
      </Confirm>
    </div>
  );
}
