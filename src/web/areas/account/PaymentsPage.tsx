import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Payment, payments, paymentsExport, purchaseError, purchaseSuccess } from '#contracts/billing.api.ts';
import { CancelDialog } from '#web/features/payments/CancelDialog.tsx';
import { PaymentsTable } from '#web/features/payments/PaymentsTable.tsx';
import styles from '#web/features/payments/payments.module.css';
import { Receipt } from '#web/features/payments/Receipt.tsx';
import { aPage, filters } from '#web/lib/filters.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { tellOf, thenClose, useCall, useSend } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useNow } from '#web/ui/useNow.ts';
import { useView } from '#web/ui/useView.ts';
import { payments as words } from '#web/words/payments.ts';

const VIEW = filters({ page: aPage });
const NO_ROWS: readonly Payment[] = [];

/** What the signed-in person has bought. */
export const PaymentsPage = () => {
  const navigate = useNavigate();
  const { page: wanted = 1 } = useView(VIEW);
  const { user, regsPerPage } = useSession();
  const answer = useCall(payments, undefined, { staleTime: 0 });
  const { data, error, refetch } = answer;
  const asked = useAsked<Payment | null>(null);
  const check = useSend(purchaseSuccess, {
    onSuccess: tellOf,
    onError: tellOf,
    onSettled: () => refetch(),
  });
  const cancel = useSend(purchaseError, thenClose(refetch, asked.close));
  const [receipt, setReceipt] = useState<Payment | null>(null);
  const now = useNow();
  useEffect(() => {
    if (error) tellOf(error);
  }, [error]);

  const rows = data?.data ?? NO_ROWS;
  const page = pageWithin(wanted, rows.length, regsPerPage);
  const drawn = pageRows(rows, page, regsPerPage);
  const next = (
    <Button mt="sm" size="md" renderRoot={(root) => <Link to="/features" {...root} />}>
      {words.noneNext}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <CopyLink />
            <ExportButton of={paymentsExport} input={{ query: {} }} listed={data && { total: rows.length }} />
          </>
        }
      />
      <PaymentsTable
        rows={drawn}
        state={tableState(answer, rows.length)}
        now={now}
        none={error ? words.notLoaded : words.none}
        noneMore={next}
        onReceipt={setReceipt}
        onCheck={({ order }) => check.mutate({ query: { token: order } })}
        onCancel={asked.open}
        checking={check.isPending ? check.variables.query.token : null}
      />
      {drawn.length < rows.length && (
        <div className={styles.bar}>
          <Showing shown={drawn.length} total={rows.length} />
          <Pager
            label={words.pages}
            page={page}
            total={rows.length}
            regs={regsPerPage}
            onPage={(to) => void navigate({ to: '/payments', search: VIEW.read({ page: to }) })}
          />
        </div>
      )}
      <CancelDialog
        items={rows.filter(({ order }) => order === asked.it?.order)}
        opened={asked.opened}
        busy={cancel.isPending}
        onConfirm={() => asked.it && cancel.mutate({ query: { token: asked.it.order } })}
        onClose={asked.close}
      />
      <Receipt payment={receipt} email={user?.email ?? ''} onClose={() => setReceipt(null)} />
    </>
  );
};
