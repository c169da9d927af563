import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Product, products as productList, productSave, productsExport } from '#contracts/plans.api.ts';
import { features } from '#contracts/public.api.ts';
import { call } from '#web/lib/call.ts';
import { count } from '#web/lib/numbers.ts';
import { price } from '#web/lib/price.ts';
import { keyOf, tellOf } from '#web/lib/query.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { products } from '#web/words/products.ts';
import { ListSection } from './ListSection.tsx';
import { moved } from './order.ts';
import styles from './products.module.css';
import { RowActions } from './RowActions.tsx';

const words = products.product;
const ACTIVE = { [products.yes]: 'success', [products.no]: 'neutral' } as const;
const LONG = 160;

interface Props {
  readonly rows: readonly Product[];
  readonly state: TableState;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onNew: () => void;
  readonly onEdit: (product: Product) => void;
  readonly onDelete: (product: Product) => void;
}

/** Saves what changes when a product goes a place up or down, one after the other. */
const useMove = (rows: readonly Product[]) => {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const move = async (product: Product, by: -1 | 1): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      for (const body of moved(rows, rows.indexOf(product), by)) await call(productSave, { body });
    } catch (error) {
      tellOf(error);
    }
    await Promise.all([productList, features].map((list) => queries.invalidateQueries({ queryKey: keyOf(list) })));
    setBusy(false);
  };
  return { busy, move };
};

const Long = ({ text }: { readonly text: string }) => (
  <span className={kit.prose} dir="auto">
    <Truncate text={text} at={LONG} />
  </span>
);

/** What is sold, in the order of the first page. */
export const ProductsList = ({ onNew, onEdit, onDelete, ...list }: Props) => {
  const { rows } = list;
  const { busy, move } = useMove(rows);
  const { heads } = words;
  const step = (product: Product, by: -1 | 1) => {
    const up = by === -1;
    // Not switched off: it has the focus when the product arrives there.
    const isEnd = rows.at(up ? 0 : -1) === product;
    const name = up ? words.up(product.name) : words.down(product.name);
    return (
      <button
        type="button"
        className={kit.icon}
        aria-label={name}
        title={name}
        aria-disabled={busy || isEnd}
        onClick={() => !isEnd && void move(product, by)}
      >
        {up ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
      </button>
    );
  };
  const columns: readonly Column<Product>[] = [
    {
      key: 'name',
      head: heads.name,
      least: 150,
      grows: true,
      cell: ({ name, activePayments }) => (
        <span className={styles.stack}>
          <span className={styles.name}>
            <bdi>{name}</bdi>
          </span>
          {activePayments > 0 && <span className={styles.usage}>{products.payments(activePayments)}</span>}
        </span>
      ),
    },
    {
      key: 'description',
      head: heads.description,
      least: 220,
      grows: true,
      priority: 2,
      cell: ({ description }) => <Long text={description} />,
    },
    {
      key: 'notice',
      head: heads.notice,
      least: 180,
      grows: true,
      priority: 3,
      cell: ({ notice }) => <Long text={notice} />,
    },
    {
      key: 'price',
      head: heads.price,
      least: 100,
      align: 'end',
      nowrap: true,
      cell: (product) => price(product.price),
    },
    {
      key: 'period',
      head: heads.period,
      least: 100,
      align: 'end',
      nowrap: true,
      priority: 1,
      cell: ({ period }) => words.days(period),
    },
    {
      key: 'priority',
      head: heads.priority,
      least: 140,
      nowrap: true,
      align: 'end',
      cell: (product) => (
        <span className={styles.place}>
          <span>{count(product.priority)}</span>
          {step(product, -1)}
          {step(product, 1)}
        </span>
      ),
    },
    {
      key: 'active',
      head: heads.active,
      least: 90,
      cell: ({ active }) => <StatusBadge status={active ? products.yes : products.no} map={ACTIVE} />,
    },
    {
      key: 'actions',
      head: heads.actions,
      least: 170,
      sticks: true,
      align: 'end',
      cell: (product) => (
        <RowActions
          editName={words.editName(product.name)}
          deleteName={words.deleteName(product.name)}
          onEdit={() => onEdit(product)}
          onDelete={() => onDelete(product)}
        />
      ),
    },
  ];
  return (
    <ListSection
      {...list}
      list="products"
      label={words.list}
      pages={words.pages}
      columns={columns}
      rowKey={({ idProduct }) => idProduct}
      file={
        <ExportButton
          of={productsExport}
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
