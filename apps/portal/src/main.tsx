// First, because it declares the order of the cascade layers.
import './theme/base.css';
import './theme/fonts.css';
import './theme/mantine-styles.ts';
import './theme/components.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
