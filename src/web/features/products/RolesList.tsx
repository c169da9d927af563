import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type Role, rolesExport } from '#contracts/plans.api.ts';
import { count } from '#web/lib/numbers.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { products } from '#web/words/products.ts';
import { ListSection } from './ListSection.tsx';
import styles from './products.module.css';
import { RowActions } from './RowActions.tsx';

const words = products.role;
const LONG = 160;
/** It is no plan, and nobody changes it. */
const FIXED_ROLE = 'ADMIN';

interface Props {
  readonly rows: readonly Role[];
  readonly state: TableState;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onNew: () => void;
  readonly onEdit: (role: Role) => void;
  readonly onDelete: (role: Role) => void;
}

/** The roles that products grant, with how many have them. */
export const RolesList = ({ onNew, onEdit, onDelete, ...list }: Props) => {
  const { heads } = words;
  const columns: readonly Column<Role>[] = [
    {
      key: 'rol',
      head: heads.rol,
      least: 160,
      grows: true,
      cell: ({ rol, products: sold, users }) => (
        <span className={styles.stack}>
          <span className={styles.name}>
            <bdi>{rol}</bdi>
          </span>
          <span className={styles.usage}>{words.usage(sold, users)}</span>
        </span>
      ),
    },
    {
      key: 'description',
      head: heads.description,
      least: 220,
      grows: true,
      priority: 1,
      cell: ({ description }) => (
        <span className={kit.prose} dir="auto">
          <Truncate text={description} at={LONG} />
        </span>
      ),
    },
    {
      key: 'requests',
      head: heads.requests,
      least: 120,
      align: 'end',
      nowrap: true,
      cell: ({ requests }) => count(requests),
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 170,
      sticks: true,
      align: 'end',
      cell: (role) =>
        role.rol === FIXED_ROLE ? (
          <span className={styles.usage}>{words.fixed}</span>
        ) : (
          <RowActions
            editName={words.editName(role.rol)}
            deleteName={words.deleteName(role.rol)}
            onEdit={() => onEdit(role)}
            onDelete={() => onDelete(role)}
          />
        ),
    },
  ];
  return (
    <ListSection
      {...list}
      list="roles"
      label={words.list}
      pages={words.pages}
      columns={columns}
      rowKey={({ idRol }) => idRol}
      file={
        <ExportButton
          of={rolesExport}
          input={{ query: {} }}
          listed={list.state.show === 'loading' ? undefined : { total: list.rows.length }}
        />
      }
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
          {words.add}
        </Button>
      }
      none={words.none}
      noneMore={<p>{words.noneMore}</p>}
    />
  );
};
