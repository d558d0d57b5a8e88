// First, because it declares the order of the cascade layers.
import './theme/base.css';
import './theme/fonts.css';
import './theme/mantine-styles.ts';
import './theme/components.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadFirstPage } from './app.tsx';

/** On a slow connection the page frame renders first, with a loading message. */
const PATIENCE_MS = 500;

async function start(root: HTMLElement): Promise<void> {
  await Promise.race([
    // A failed load is repeated and reported where the part renders.
    loadFirstPage().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
