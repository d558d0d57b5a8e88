import './trusted-types.ts';
// First, because it declares the order of the cascade layers.
import './theme/base.css';
import './theme/fonts.css';
import './theme/mantine-styles.ts';
import './theme/components.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadFirstPage } from './app.tsx';
import { followEarlySearch } from './features/catalogue/early-search.ts';

/** On a slow connection the page frame renders first, with a loading message, unless the page itself is there. */
const PATIENCE_MS = 500;

async function start(root: HTMLElement): Promise<void> {
  // A failed load is repeated and reported where the part renders.
  const loaded = loadFirstPage().catch(() => undefined);
  if (root.hasChildNodes()) await loaded;
  else await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  followEarlySearch(root);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
