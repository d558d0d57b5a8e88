import { control } from './control.js';
import { h } from './elements.js';
import { currentLanguage, offerLanguage, t, translatePage } from './strings.js';

const state = { run: null, faults: [], results: new Map(), trying: null, isChecking: false, problem: null };

const find = (id) => document.getElementById(id);
const inLanguage = (text) => text[currentLanguage()];

function resultView(fault) {
  const result = state.results.get(fault.id);
  const verdict = state.trying === fault.id ? 'trying' : (result?.verdict ?? 'waiting');
  return h(
    'li',
    { 'data-testid': `check-${fault.id}`, 'data-verdict': verdict },
    h('span', { class: 'verdict' }, t(`check_verdict_${verdict}`)),
    h(
      'div',
      null,
      h('strong', null, inLanguage(fault.does)),
      result && h('p', null, inLanguage(result.text)),
      h('p', { class: 'hint' }, h('code', null, fault.id), ` · ${fault.clause}`),
    ),
  );
}

function summary() {
  const tried = [...state.results.values()];
  if (state.isChecking) return t('check_running', { count: tried.length + 1, total: state.faults.length });
  if (tried.length === 0) return '';
  const found = tried.filter(({ verdict }) => verdict === 'fail' || verdict === 'open').length;
  return found === 0 ? t('check_passed') : t('check_found', { count: found });
}

function render() {
  translatePage('check_title');
  offerLanguage(find('language'), render);
  const { run, problem } = state;
  find('problem').hidden = problem === null;
  find('problem').textContent = problem ?? '';
  find('create').hidden = run !== null;
  find('run').hidden = run === null;
  find('drive').hidden = run === null;
  find('issuer').textContent = run?.issuer ?? '';
  find('run-client').textContent = run?.client_id ?? '';
  find('go').disabled = state.isChecking;
  find('summary').textContent = summary();
  find('results').replaceChildren(...(run === null ? [] : state.faults.map(resultView)));
}

/** Shows why the sandbox refused; its sentence is more exact than any code. */
async function attempt(action) {
  state.problem = null;
  try {
    await action();
  } catch (error) {
    state.problem = error.code === 'offline' ? t('offline') : t('check_refused', { why: error.message });
  }
  render();
}

/** One fault per call, so that each result appears when it is known. */
async function checkAll() {
  const addresses = { start_url: find('start').value.trim() };
  const session = find('session').value.trim();
  if (session !== '') addresses.session_url = session;
  for (const { id } of state.faults) {
    state.trying = id;
    render();
    const { results } = await control.checkRun(state.run.id, { ...addresses, faults: [id] });
    state.results.set(id, results[0]);
    // If a sign-in without a fault does not work, no refusal proves anything.
    if (id === 'none' && results[0].verdict !== 'pass') return;
  }
}

find('create').addEventListener('submit', (event) => {
  event.preventDefault();
  const addresses = find('redirects').value.split(/\s+/).filter(Boolean);
  attempt(async () => {
    state.run = await control.createRun({
      client_id: find('client').value.trim(),
      redirect_uris: addresses,
    });
    // A reload keeps the run, and so the issuer in the settings of the application.
    history.replaceState(null, '', `#${state.run.id}`);
  });
});

find('drive').addEventListener('submit', (event) => {
  event.preventDefault();
  if (state.isChecking) return;
  state.isChecking = true;
  state.results.clear();
  attempt(() =>
    checkAll().finally(() => {
      state.isChecking = false;
      state.trying = null;
    }),
  );
});

const wishes = new URLSearchParams(location.search);
find('client').value = wishes.get('client_id') ?? '';
find('redirects').value = wishes.getAll('redirect_uri').join('\n');
render();
attempt(async () => {
  state.faults = await control.rpFaults();
  const id = location.hash.slice(1);
  if (id !== '') state.run = await control.readRun(id);
});
