import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Product, products, type Role, roles } from '#contracts/plans.api.ts';
import { FeaturePreview } from '#web/features/features/FeaturePreview.tsx';
import { ProductDialog } from '#web/features/products/ProductDialog.tsx';
import { ProductsList } from '#web/features/products/ProductsList.tsx';
import { RemoveDialog, type Removing } from '#web/features/products/RemoveDialog.tsx';
import { RoleDialog } from '#web/features/products/RoleDialog.tsx';
import { RolesList } from '#web/features/products/RolesList.tsx';
import { aPage, filters, type ViewOf } from '#web/lib/filters.ts';
import { useCall } from '#web/lib/query.ts';
import { CopyLink } from '#web/ui/CopyLink.tsx';
import { keptDraft } from '#web/ui/form/drafts.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { tableState } from '#web/ui/table-state.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { useView } from '#web/ui/useView.ts';
import { products as words } from '#web/words/products.ts';

const VIEW = filters({ page: aPage, roles: aPage });
const NO_PRODUCTS: readonly Product[] = [];
const NO_ROLES: readonly Role[] = [];

/** A dialog with a form; open where the end of a session has interrupted it. */
const useAskedAgain = <T,>(name: string) => {
  const [kept] = useState(() => keptDraft<T, unknown>(name));
  return useAsked<T | null>(kept?.record ?? null, kept !== null);
};

export const ProductsRolesPage = () => {
  const navigate = useNavigate();
  const search = useView(VIEW);
  const product = useAskedAgain<Product>('product');
  const role = useAskedAgain<Role>('role');
  const removing = useAsked<Removing | null>(null);
  const sold = useCall(products, undefined, { staleTime: 0 });
  const plans = useCall(roles, undefined, { staleTime: 0 });
  const allRoles = plans.data?.data ?? NO_ROLES;
  const go = (next: ViewOf<typeof VIEW>): void =>
    void navigate({ to: '/admin/products-roles', search: VIEW.read(next), resetScroll: false });

  return (
    <>
      <PageHeader title={words.title} actions={<CopyLink />} />
      <ProductsList
        rows={sold.data?.data ?? NO_PRODUCTS}
        state={tableState(sold, sold.data?.data.length ?? 0)}
        page={search.page ?? 1}
        onPage={(page) => go({ ...search, page })}
        onNew={() => product.open(null)}
        onEdit={product.open}
        onDelete={(one) => removing.open({ kind: 'product', product: one })}
      />
      <RolesList
        rows={allRoles}
        state={tableState(plans, allRoles.length)}
        page={search.roles ?? 1}
        onPage={(page) => go({ ...search, roles: page })}
        onNew={() => role.open(null)}
        onEdit={role.open}
        onDelete={(one) => removing.open({ kind: 'role', role: one })}
      />
      <ProductDialog
        opened={product.opened}
        product={product.it}
        roles={allRoles}
        preview={(feature) => <FeaturePreview feature={feature} />}
        onClose={product.close}
      />
      <RoleDialog opened={role.opened} role={role.it} onClose={role.close} />
      {removing.it && <RemoveDialog removing={removing.it} opened={removing.opened} onClose={removing.close} />}
    </>
  );
};
