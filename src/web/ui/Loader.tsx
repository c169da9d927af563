import { useEffect, useState } from 'react';
import { useLoading } from '#web/lib/loading.ts';
import kit from './kit.module.css';
import styles from './Loader.module.css';

/** Calls that are answered sooner never show it. */
const PAINT_AFTER_MS = 400;

/** The full-screen 'Please wait...': the page is busy at once, the veil comes only when it takes longer. */
export const Loader = () => {
  const busy = useLoading();
  const [painted, setPainted] = useState(false);

  useEffect(() => {
    if (!busy) return;
    const page = document.getElementById('main') ?? document.body;
    page.setAttribute('aria-busy', 'true');
    const timer = setTimeout(() => setPainted(true), PAINT_AFTER_MS);
    return () => {
      page.removeAttribute('aria-busy');
      clearTimeout(timer);
      setPainted(false);
    };
  }, [busy]);

  return (
    <div role="status" className={painted ? styles.loader : kit.hidden}>
      {painted && <span>Please wait...</span>}
    </div>
  );
};
