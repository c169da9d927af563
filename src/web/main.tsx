import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import '#web/app/styles.css';
// Before the styles of the components that stand on it.
import '#web/ui/kit.module.css';
import '#web/app/first-view.css';
import { App } from '#web/app/App.tsx';
import { normalised } from '#web/lib/return-url.ts';

// Before the router reads the address; its history has been made, and its place in it stays.
const mended = normalised(window.location);
if (mended !== null) window.history.replaceState(window.history.state, '', mended);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
// As a transition it is drawn in pieces, between which the page can be scrolled.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
