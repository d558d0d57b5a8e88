// Runs before the first paint, so that neither the colours nor the language flash. It is a file and not
// inline because the content security policy allows scripts from this origin only.
(() => {
  const root = document.documentElement;
  let scheme = null;
  let language = null;
  try {
    scheme = localStorage.getItem('tamga-scheme');
    language = localStorage.getItem('tamga-language');
  } catch {
    // Storage is refused in some private modes; the defaults below are then right.
  }
  const dark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (language === 'mn' || language === 'en') root.lang = language;
})();
