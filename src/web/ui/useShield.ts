import { useLayoutEffect } from 'react';
import styles from './shield.module.css';

/** As long as a slow double click takes. */
const SHIELD_MS = 400;

/** The second click on a dialog that has just gone does not press what stood below it. */
export const useShield = (opened: boolean): void =>
  useLayoutEffect(() => {
    if (!opened) return;
    return () => {
      const shield = document.createElement('div');
      shield.className = styles.shield ?? '';
      document.body.append(shield);
      window.setTimeout(() => shield.remove(), SHIELD_MS);
    };
  }, [opened]);
