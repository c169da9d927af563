import { useQueryClient } from '@tanstack/react-query';
import { manager, managerIp, managerToken, managerTokenIp } from '#contracts/manager.api.ts';
import { counted } from '#web/lib/numbers.ts';
import { keyOf, thenClose, useCall, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { manager as words } from '#web/words/manager.ts';
import { type Clearing, countIn, filterOf } from './clearing.ts';

const TITLES = { token: words.clearToken, pair: words.clearPair, ip: words.clearIp } as const;

const Subject = ({ clearing }: { readonly clearing: Clearing }) => {
  if (clearing.kind === 'token')
    return (
      <>
        {words.confirm.ofToken} <strong>{clearing.email}</strong>
      </>
    );
  if (clearing.kind === 'ip')
    return (
      <>
        {words.confirm.ofIp} <strong>{clearing.ip}</strong>
      </>
    );
  return (
    <>
      {words.confirm.ofPair} <strong>{clearing.ip}</strong> (<code className={kit.code}>{mask(clearing.token)}</code>)
    </>
  );
};

interface Props {
  readonly clearing: Clearing;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks with the number of requests that would be cleared now, and clears them. */
export const ClearDialog = ({ clearing, opened, onClose }: Props) => {
  const queries = useQueryClient();
  // Counted when the dialog opens: what the page shows may be filtered, or a while old.
  const { data } = useCall(manager, { query: filterOf(clearing) }, { enabled: opened, staleTime: 0 });
  const settled = thenClose(() => queries.invalidateQueries({ queryKey: keyOf(manager) }), onClose);
  const token = useSend(managerToken, settled);
  const pair = useSend(managerTokenIp, settled);
  const ip = useSend(managerIp, settled);

  const clear = (): void => {
    if (clearing.kind === 'token') token.mutate({ body: { token: clearing.token } });
    else if (clearing.kind === 'ip') ip.mutate({ body: { ip: clearing.ip } });
    else pair.mutate({ body: { token: clearing.token, ip: clearing.ip } });
  };
  const found = data && countIn(data.data);

  return (
    <ConfirmDialog
      opened={opened}
      title={TITLES[clearing.kind]}
      confirm={words.confirm.verb}
      danger
      busy={token.isPending || pair.isPending || ip.isPending}
      onConfirm={clear}
      onClose={onClose}
    >
      <p className={kit.question}>
        {found ? (
          <>
            {words.confirm.question(counted(found.requests, 'request', found.isMore))} <Subject clearing={clearing} />?
          </>
        ) : (
          words.confirm.counting
        )}
      </p>
      <p className={kit.muted}>{words.confirm.note}</p>
    </ConfirmDialog>
  );
};
