import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SpaceFile, spaceQuery } from '../../api/space.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import dialogStyle from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { findByName } from './find-by-name.ts';
import { sayKind } from './kinds.ts';
import classes from './space-picker.module.css';
import { spaceWords } from './words.ts';

interface SpacePickerProps {
  isOpen: boolean;
  /** Only these kinds and sizes are listed; without them every file is. */
  accepts?: { kinds: readonly string[]; said: string; bytes: number };
  /** The most files that can be chosen. */
  most: number;
  action: string;
  onChosen(names: string[]): void;
  onClose(): void;
}

/** Chooses files of the personal space. */
export function SpacePicker(props: SpacePickerProps) {
  const { pick: words } = usePageWords(spaceWords);
  return (
    <Dialog
      isOpen={props.isOpen}
      title={words.title}
      size="lg"
      onClose={props.onClose}
      data-testid="space-picker"
    >
      {/* Separate, so that each opening starts without a choice and with a fresh list. */}
      {props.isOpen ? <Choice {...props} /> : null}
    </Dialog>
  );
}

/** More rows would make a long dialog slow; the search finds the others. */
const MOST_SHOWN = 100;

function Choice({ accepts, most, action, onChosen, onClose }: SpacePickerProps) {
  const { language } = useLanguage();
  const { pick: words } = usePageWords(spaceWords);
  const common = usePageWords(uiWords);
  const query = useQuery({ ...spaceQuery, refetchOnMount: 'always' });
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const fits = (file: SpaceFile) =>
    !accepts || (accepts.kinds.includes(file.type) && file.size <= accepts.bytes);
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <>
      {accepts ? (
        <p className={textStyle.quiet}>{words.accepts(accepts.said, formatSize(accepts.bytes, language))}</p>
      ) : null}
      <TextInput
        type="search"
        label={words.search}
        value={search}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        data-testid="picker-search"
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Loaded query={query} source="platform" lines={4}>
        {({ files }) => {
          const fitting = files.filter(fits);
          if (fitting.length === 0)
            return (
              <div role="status" data-testid="picker-empty">
                <p>{words.none}</p>
                <p className={textStyle.quiet}>{words.noneText}</p>
              </div>
            );
          const found = findByName(fitting, search);
          if (found.length === 0) return <p role="status">{words.noneFound}</p>;
          return (
            <>
              <fieldset className={classes.list}>
                <legend className={textStyle.hidden}>{words.files}</legend>
                {found.slice(0, MOST_SHOWN).map((file) => (
                  <Row
                    key={file.name}
                    file={file}
                    isChosen={chosen.includes(file.name)}
                    isFull={chosen.length >= most}
                    onToggle={() => toggle(file.name)}
                  />
                ))}
              </fieldset>
              {found.length > MOST_SHOWN ? (
                <p className={textStyle.quiet}>{words.more(found.length - MOST_SHOWN)}</p>
              ) : null}
            </>
          );
        }}
      </Loaded>
      <p role="status" className={textStyle.quiet}>
        {chosen.length > 0 ? words.chosen(chosen.length) : ''}
        {chosen.length >= most ? ` · ${words.tooMany(most)}` : ''}
      </p>
      <div className={dialogStyle.actions}>
        <Button variant="default" data-testid="picker-cancel" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={chosen.length === 0}
          data-testid="picker-choose"
          onClick={() => {
            onChosen([...chosen]);
            onClose();
          }}
        >
          {action}
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  file: SpaceFile;
  isChosen: boolean;
  isFull: boolean;
  onToggle(): void;
}

function Row({ file, isChosen, isFull, onToggle }: RowProps) {
  const { language } = useLanguage();
  const words = usePageWords(spaceWords);
  const facts = [sayKind(file.type, words.kinds), formatSize(file.size, language)];
  if (file.state !== 'ready') facts.push(words.states[file.state]);
  return (
    <Checkbox
      className={classes.row}
      label={file.name}
      description={facts.join(' · ')}
      checked={isChosen}
      disabled={file.state !== 'ready' || (isFull && !isChosen)}
      data-testid="picker-file"
      onChange={onToggle}
    />
  );
}
