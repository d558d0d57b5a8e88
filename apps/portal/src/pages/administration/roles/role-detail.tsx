import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isAdministrator } from '../../../api/access.ts';
import { createRole, deleteRole, type Role, type RoleBody, saveRole } from '../../../api/administration.ts';
import { hasEveryPermission, nameRole } from '../../../features/roles/role-names.ts';
import { DeletePart } from '../../../features/step-up/asked-button.tsx';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import layoutStyle from '../../../ui/layout.module.css';
import noteStyle from '../../../ui/note.module.css';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { uiWords } from '../../../ui/words.ts';
import { PermissionFields } from './permission-fields.tsx';
import { rolesWords } from './words.ts';

const KEY = /^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/;

interface RoleDetailProps {
  /** Null for a role that is about to be made. */
  role: Role | null;
  onClose(): void;
  onSaved(role: Role): void;
  onDeleted(role: Role): void;
}

export function RoleDetail({ role, onClose, onSaved, onDeleted }: RoleDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(rolesWords);
  const shared = usePageWords(uiWords);
  const access = useAccess();
  const [name, setName] = useState(role?.name ?? '');
  const [key, setKey] = useState('');
  const [description, setDescription] = useState(role?.description ?? '');
  const [held, setHeld] = useState<readonly string[]>(role?.permissions ?? []);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const hasAll = role !== null && hasEveryPermission(role);
  const guard = isAdministrator(access)
    ? null
    : role?.id === access.role_id
      ? words.own
      : hasAll
        ? words.highest
        : null;

  const stepUp = useStepUp();
  const save = useMutation({
    mutationFn: (body: RoleBody) => stepUp.run(() => (role ? saveRole(role.id, body) : createRole(body))),
    onSuccess: onSaved,
    onError: (error) => setErrors(readFaults(error)),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Record<string, string> = {};
    if (name.trim().length < 2) found['name'] = words.nameError;
    if (!role && key.trim() && !KEY.test(key.trim())) found['key'] = words.keyError;
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    save.mutate({
      name: name.trim(),
      description: description.trim(),
      ...(role || !key.trim() ? {} : { key: key.trim() }),
      ...(hasAll ? {} : { permissions: [...held] }),
    });
  };
  /** A word of success stands only until the next change. */
  const change = () => {
    if (!save.isIdle) save.reset();
  };

  return (
    <Detail
      title={role ? nameRole(role, language) : words.addTitle}
      subject={role?.key ?? 'new'}
      onClose={onClose}
    >
      {guard ? (
        <p className={noteStyle.note} data-testid="guard">
          {guard}
        </p>
      ) : null}
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <ErrorSummary
          errors={errors}
          labels={{ name: words.name, key: words.key, description: words.description }}
        />
        <TextInput
          id="name"
          label={words.name}
          value={name}
          error={errors['name']}
          maxLength={50}
          readOnly={guard !== null}
          data-testid="role-name"
          onChange={(event) => {
            change();
            setName(event.currentTarget.value);
          }}
        />
        {role ? (
          <p className={textStyle.quiet}>
            {words.key}: <span className={textStyle.code}>{role.key}</span>
          </p>
        ) : (
          <TextInput
            id="key"
            label={`${words.key} (${words.optional})`}
            description={words.keyHint}
            value={key}
            error={errors['key']}
            maxLength={40}
            spellCheck={false}
            data-testid="role-key"
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )}
        <Textarea
          id="description"
          label={`${words.description} (${words.optional})`}
          value={description}
          error={errors['description']}
          maxLength={200}
          rows={2}
          readOnly={guard !== null}
          data-testid="role-description"
          onChange={(event) => {
            change();
            setDescription(event.currentTarget.value);
          }}
        />
        {hasAll ? (
          <p className={noteStyle.note}>{words.allRights}</p>
        ) : (
          <PermissionFields
            held={held}
            isLocked={guard !== null}
            onChange={(wanted) => {
              change();
              setHeld(wanted);
            }}
          />
        )}
        {guard ? null : (
          <>
            {role ? <p className={textStyle.quiet}>{words.effect}</p> : null}
            <Done>{save.isSuccess ? words.saved : null}</Done>
            {Object.keys(errors).length === 0 ? (
              <ActionFailure error={readStepUpFailure(save.error)} />
            ) : null}
            <FormActions
              submit={role ? shared.save : words.add}
              testId="save-role"
              isPending={save.isPending}
              isSaved={role !== null}
              onCancel={onClose}
            />
          </>
        )}
      </form>
      {stepUp.dialog}
      {!role || guard ? null : role.is_system ? (
        <p className={`${layoutStyle.part} ${textStyle.quiet}`}>{words.systemNote}</p>
      ) : (
        <DeletePart
          words={words}
          name={role.name}
          run={() => deleteRole(role.id)}
          onDone={() => onDeleted(role)}
        />
      )}
    </Detail>
  );
}
