import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconBookmark } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ViewPage } from '#contracts/preference.api.ts';
import { isViewPage } from '#web/lib/saved-views.ts';
import { desk } from '#web/words/desk.ts';
import { cut } from '../cut.ts';
import { ManageViews } from './ManageViews.tsx';
import { SaveView } from './SaveView.tsx';
import { useViews } from './useViews.ts';
import styles from './views.module.css';

const words = desk.views;
/** Characters of a view's name that a button has room for. */
const ROOM = 24;

const Views = ({ page }: { readonly page: ViewPage }) => {
  const views = useViews(page);
  const [asks, setAsks] = useState<'save' | 'manage' | null>(null);
  const close = (): void => setAsks(null);
  const name = views.shown?.name ?? words.button;
  return (
    <>
      <Menu position="bottom-end" width={260} withinPortal={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            <bdi>{cut(name, ROOM) ?? name}</bdi>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ''}>
          {views.views.length === 0 && <Menu.Label>{words.none}</Menu.Label>}
          {views.views.length > 0 && (
            <Menu.RadioItem value="" checked={views.search === ''} closeMenuOnClick onChange={() => views.open(null)}>
              {words.all}
            </Menu.RadioItem>
          )}
          {views.views.map((view) => (
            <Menu.RadioItem
              key={view.id}
              value={view.id}
              checked={view.id === views.shown?.id}
              closeMenuOnClick
              onChange={() => views.open(view)}
            >
              <bdi className={styles.name}>{view.name}</bdi>
              {view.isDefault && <span className={styles.note}>{words.isDefault}</span>}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setAsks('save')}>{words.save}</Menu.Item>
          <Menu.Item disabled={views.views.length === 0} onClick={() => setAsks('manage')}>
            {words.manage}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveView views={views} opened={asks === 'save'} onClose={close} />
      <ManageViews views={views} opened={asks === 'manage'} onClose={close} />
    </>
  );
};

/** The saved views of the page that is shown: filters and tabs under a name, in every browser of whoever saved them. */
export const SavedViews = () => {
  const { pathname } = useLocation();
  return isViewPage(pathname) && <Views key={pathname} page={pathname} />;
};
