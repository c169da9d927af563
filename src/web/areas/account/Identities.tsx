import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Identity, identities, identityBegin, identityEnd, identityFinish } from '#contracts/identity.api.ts';
import { broughtBack } from '#web/lib/brought-back.ts';
import { call } from '#web/lib/call.ts';
import { keyOf, tellOf, useCall, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { provider } from '#web/words/provider.ts';
import styles from './Account.module.css';
import { PROOF, PROOF_REASONS, ProofFields, useProof } from './Proof.tsx';

const words = provider.own;

/** Sends somebody to the provider; password and code are asked for once the server wants them. */
const LinkForm = ({ name }: { readonly name: string }) => {
  const proof = useProof();
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    first: PROOF,
    rules: proof.problems,
    reasons: PROOF_REASONS,
    send: (typed) => call(identityBegin, { body: proof.given(typed) }),
    onSaved: ({ data }) => {
      setLeaving(true);
      location.assign(data.url);
    },
    onRefused: proof.onRefused,
    onRest: tellOf,
  });
  useEffect(() => {
    if (proof.last) form.focus(proof.last);
  }, [proof.last]);
  return (
    <Form form={form} className={styles.form}>
      <ProofFields form={form} wanted={proof.wanted} />
      <BusyButton type="submit" size="md" variant="default" busy={form.busy || leaving}>
        {words.link(name)}
      </BusyButton>
    </Form>
  );
};

interface EndProps {
  readonly identity: Identity;
  readonly name: string;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

const EndForm = ({ identity, name, onEnded, onClose }: EndProps) => {
  const proof = useProof();
  const form = useForm({
    first: PROOF,
    rules: proof.problems,
    reasons: PROOF_REASONS,
    send: (typed) =>
      call(identityEnd, { params: { idIdentity: String(identity.idIdentity) }, body: proof.given(typed) }),
    onSaved: (result) => {
      tellOf(result);
      onEnded();
    },
    onRefused: proof.onRefused,
    onRest: (failed) => {
      tellOf(failed);
      onClose();
    },
  });
  useEffect(() => {
    if (proof.last) form.focus(proof.last);
  }, [proof.last]);
  return (
    <Form form={form}>
      <p className={kit.question}>{words.question(name)}</p>
      <div className={styles.proof}>
        <ProofFields form={form} wanted={proof.wanted} />
      </div>
      <div className={kit.dialogActions}>
        <Button variant="default" data-autofocus onClick={() => !form.busy && onClose()}>
          {words.cancel}
        </Button>
        <BusyButton type="submit" color="danger" busy={form.busy}>
          {words.end}
        </BusyButton>
      </div>
    </Form>
  );
};

interface RowProps {
  readonly identity: Identity;
  readonly name: string;
  readonly isOnlyWay: boolean;
  readonly onEnd: () => void;
}

const Row = ({ identity: { email, current, linkedAt, usedAt }, name, isOnlyWay, onEnd }: RowProps) => (
  <li className={styles.session}>
    <div>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {email !== null && (
        <span className={styles.here}>
          <bdi>{email}</bdi>
        </span>
      )}
      <p className={kit.muted}>
        {words.since} <TimeText iso={linkedAt} />
        {', '}
        {usedAt === null ? (
          words.unused
        ) : (
          <>
            {words.used} <TimeText iso={usedAt} />
          </>
        )}
      </p>
      {current === 0 && <p className={kit.muted}>{words.other}</p>}
      {isOnlyWay && <p className={kit.muted}>{words.onlyWay}</p>}
    </div>
    {!isOnlyWay && (
      <Button variant="default" aria-label={words.endOf(name)} onClick={onEnd}>
        {words.end}
      </Button>
    )}
  </li>
);

/** Goes on with what the provider has sent back, once, and takes it out of the address. */
const useLinking = (onSettled: () => Promise<unknown>): boolean => {
  const { provider: said } = useSearch({ strict: false }) as { readonly provider?: unknown };
  const navigate = useNavigate();
  const finish = useSend(identityFinish, { onSuccess: tellOf, onError: tellOf, onSettled });
  const asked = useRef(false);
  useEffect(() => {
    if (typeof said !== 'string' || asked.current) return;
    asked.current = true;
    finish.mutate({ body: broughtBack(said) });
    void navigate({ to: '/profile', search: {}, replace: true });
  }, [said]);
  return finish.isPending;
};

/** Sign-ins of a provider that open the own account; nothing where there are none, and no provider. */
export const Identities = () => {
  const { data, error, refetch } = useCall(identities, undefined, { staleTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<Identity | null>(null);
  const queries = useQueryClient();
  const rest = async (): Promise<void> => {
    // The first call for it may still be under way, with what was there before, and would be taken for the answer to this one.
    await queries.cancelQueries({ queryKey: keyOf(identities, undefined) });
    await refetch();
    heading.current?.focus();
  };
  const linking = useLinking(rest);
  const found = data?.data;
  if (!error && !linking && (!found || (found.provider === null && found.identities.length === 0))) return null;
  const nameOf = ({ current, issuer }: Identity): string => (current === 1 && found?.provider) || issuer;
  const close = (): void => setEnding(null);
  const isLinked = found?.identities.some(({ current }) => current === 1) ?? false;
  return (
    <section className={styles.section} aria-labelledby="identities">
      <h2 id="identities" ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      {found && <p className={kit.muted}>{found.provider === null ? words.off : words.lead(found.provider)}</p>}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {linking && <p role="status">{words.linking}</p>}
      {found && found.identities.length > 0 && (
        <ul className={styles.sessions} aria-labelledby="identities">
          {found.identities.map((identity) => (
            <Row
              key={identity.idIdentity}
              identity={identity}
              name={nameOf(identity)}
              isOnlyWay={found.hasPassword === 0}
              onEnd={() => setEnding(identity)}
            />
          ))}
        </ul>
      )}
      {found && found.provider !== null && !isLinked && !linking && <LinkForm name={found.provider} />}
      <Dialog opened={ending !== null} title={ending ? words.endOf(nameOf(ending)) : words.end} firm onClose={close}>
        {ending && (
          <EndForm
            identity={ending}
            name={nameOf(ending)}
            onClose={close}
            onEnded={() => {
              close();
              void rest();
            }}
          />
        )}
      </Dialog>
    </section>
  );
};
