// Runs before the first paint, so that neither the colours nor the language flash. It is a file and not
// inline because the content security policy allows scripts from this origin only.
(() => {
  const root = document.documentElement;
  let scheme = null;
  let languages = [];
  let look = null;
  try {
    scheme = localStorage.getItem('tamga-scheme');
    languages = [localStorage.getItem('tamga-language'), localStorage.getItem('tamga-site-language')];
    look = JSON.parse(localStorage.getItem('tamga-look'));
  } catch {
    // Some private modes refuse storage; the defaults below are then right.
  }
  const wanted = scheme ?? look?.scheme;
  const dark =
    wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  // As src/i18n/language.ts chooses it.
  root.lang =
    [...languages, ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])].find(
      (language) => language === 'mn' || language === 'en',
    ) ?? 'mn';

  if (typeof look !== 'object' || look === null) return;
  if (/^(serif|system)$/.test(look.font)) root.dataset.font = look.font;
  if (look.style === 'compact') root.dataset.density = look.style;
  const rules = ['light', 'dark'].map((name) => {
    const lines = Object.entries(look[name] ?? {})
      .filter(([variable, color]) => /^--[a-z-]{1,60}$/.test(variable) && /^#[0-9a-f]{6}$/.test(color))
      .map((pair) => pair.join(':'));
    return `html:root[data-mantine-color-scheme="${name}"]{${lines.join(';')}}`;
  });
  // As src/theme/site-look.ts sets it.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets = [sheet];
})();
