import { Tabs } from '@mantine/core';
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import tabStyle from '../../ui/tabs.module.css';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { type EidUse, signInUse } from './eid-use.ts';
import { waitUntilVisible } from './follow.ts';
import { LinkFooter, LinkPanel } from './link-panel.tsx';
import { readKind, type SignInState, showsPushForm } from './machine.ts';
import classes from './sign-in.module.css';
import { Status } from './status.tsx';
import { useDetour } from './use-detour.ts';
import { useSignIn } from './use-sign-in.ts';
import { signInWords } from './words.ts';

/** Loaded on demand: most people scan, and the sign-in page must be small. */
const SsoButton = lazy(() => import('./sso-button.tsx').then((part) => ({ default: part.SsoButton })));
const PushPanel = lazy(() => import('./push-panel.tsx').then((part) => ({ default: part.PushPanel })));
const PushFooter = lazy(() => import('./push-panel.tsx').then((part) => ({ default: part.PushFooter })));

type Way = 'app' | 'qr' | 'push';

const IDLE: SignInState = { step: 'idle' };

/** A phone cannot scan its own screen. */
function isHandheld(): boolean {
  return window.matchMedia('(pointer: coarse) and (max-width: 48em)').matches;
}

interface SignInCardProps {
  next: string;
  /** The use case of the confirmation; sign-in by default. */
  use?: EidUse;
  /** Hides options that leave the page, because the person's input would be lost. */
  staysHere?: boolean;
}

export function SignInCard({ next, use = signInUse, staysHere = false }: SignInCardProps) {
  const words = usePageWords(signInWords);
  const [handheld] = useState(isHandheld);
  const [way, setWay] = useState<Way>(handheld ? (staysHere ? 'push' : 'app') : 'qr');
  const [nationalId, setNationalId] = useState('');
  const signIn = useSignIn({ use, next, showsQr: way === 'qr' });
  const { beginLink } = signIn;
  const body = useRef<HTMLDivElement>(null);

  const kind = readKind(signIn.state);
  const belongsHere = kind === null ? true : (kind === 'push') === (way === 'push');
  const state = belongsHere ? signIn.state : IDLE;

  const needsLink =
    way !== 'push' && (kind === 'push' || (kind === null && signIn.state.step !== 'complete'));
  useEffect(() => {
    if (!needsLink) return;
    // Deferred, so that a mount that React reverts at once starts nothing: the server allows five starts a minute.
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      await waitUntilVisible(controller.signal);
      if (!controller.signal.aborted) beginLink();
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [needsLink, beginLink]);

  // A scan that arrives while the other panel is open is still shown.
  const scannedElsewhere = way === 'push' && kind === 'link' && signIn.state.step === 'scanned';
  useEffect(() => {
    if (scannedElsewhere) setWay('qr');
  }, [scannedElsewhere]);

  useKeptFocus(body, state.step);
  useDetour(signIn.state, next);

  if (state.step === 'failed' && state.problem === 'sso_required') return <SsoButton next={next} />;

  const ways: Way[] = handheld && !staysHere ? ['app', 'qr', 'push'] : ['qr', 'push'];
  const labels = handheld ? words.tabsShort : words.tabs;
  const sameDevice = way === 'app';
  // The form shows its errors beside the field, so the status does not repeat them.
  const quiet = way === 'push' && showsPushForm(state) && state.step !== 'starting';

  return (
    <Tabs
      value={way}
      // A transition keeps the old panel visible until the new one is ready.
      onChange={(value) => startTransition(() => setWay((value as Way | null) ?? 'qr'))}
      keepMounted={false}
      classNames={{ list: classes.tabs ?? '', tab: tabStyle.tab ?? '' }}
    >
      <Tabs.List grow aria-label={words.ways}>
        {ways.map((each) => (
          <Tabs.Tab key={each} value={each} data-testid={`tab-${each}`}>
            {labels[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div ref={body} tabIndex={-1} className={classes.cardBody}>
        <Suspense>
          {ways.map((each) => (
            <Tabs.Panel key={each} value={each}>
              {each === 'push' ? (
                <PushPanel
                  signIn={signIn}
                  state={state}
                  nationalId={nationalId}
                  onNationalId={setNationalId}
                />
              ) : (
                <LinkPanel signIn={signIn} state={state} sameDevice={sameDevice} />
              )}
            </Tabs.Panel>
          ))}
          <Status state={quiet ? IDLE : state} />
          {way === 'push' ? (
            <PushFooter signIn={signIn} state={state} />
          ) : (
            <LinkFooter signIn={signIn} state={state} sameDevice={sameDevice} staysHere={staysHere} />
          )}
        </Suspense>
      </div>
    </Tabs>
  );
}
