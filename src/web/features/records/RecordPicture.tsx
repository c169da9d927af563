import { Suspense } from 'react';
import { Poster } from '#web/ui/Poster.tsx';
import styles from './picture.module.css';
import { type PictureProps, useTools } from './tools.ts';
import { useOpened } from './useRecord.ts';

/** The picture of a record and the place for another one; its room is kept, so that what was pointed at stays there. */
export const RecordPicture = (picture: PictureProps) => {
  const { kind, id } = useOpened();
  const { Picture } = useTools();
  const shown = (
    <>
      <Poster {...picture} imdbId={id} shape={kind === 'movie' ? 'poster' : 'portrait'} eager />
      <div className={styles.upload} />
    </>
  );
  return (
    <Suspense fallback={shown}>
      <Picture {...picture} />
    </Suspense>
  );
};
