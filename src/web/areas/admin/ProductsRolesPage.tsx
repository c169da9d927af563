import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Product, products, type Role, roles } from '#contracts/plans.api.ts';
import { ProductDialog } from '#web/features/products/ProductDialog.tsx';
import { ProductsList } from '#web/features/products/ProductsList.tsx';
import { type ProductsSearch, parseProducts } from '#web/features/products/products-search.ts';
import { RemoveDialog, type Removing } from '#web/features/products/RemoveDialog.tsx';
import { RoleDialog } from '#web/features/roles/RoleDialog.tsx';
import { RolesList } from '#web/features/roles/RolesList.tsx';
import { useCall } from '#web/lib/query.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import type { TableState } from '#web/ui/table-types.ts';
import { useAsked } from '#web/ui/useAsked.ts';
import { products as words } from '#web/words/products.ts';

const NO_PRODUCTS: readonly Product[] = [];
const NO_ROLES: readonly Role[] = [];

interface Asked {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
}

const stateOf = ({ isPending, isFetching, error }: Asked): TableState => {
  if (error) return 'error';
  if (isPending) return 'loading';
  return isFetching ? 'stale' : 'ready';
};

export const ProductsRolesPage = () => {
  const navigate = useNavigate();
  const search = useSearch({
    from: '/admin/products-roles',
    select: (given) => parseProducts({ ...given }),
    structuralSharing: true,
  });
  const product = useAsked<Product | null>(null);
  const role = useAsked<Role | null>(null);
  const removing = useAsked<Removing | null>(null);
  const sold = useCall(products, undefined, { staleTime: 0 });
  const plans = useCall(roles, undefined, { staleTime: 0 });
  const allRoles = plans.data?.data ?? NO_ROLES;
  const go = (next: ProductsSearch): void =>
    void navigate({ to: '/admin/products-roles', search: parseProducts({ ...next }), resetScroll: false });

  return (
    <>
      <PageHeader title={words.title} />
      <ProductsList
        rows={sold.data?.data ?? NO_PRODUCTS}
        state={stateOf(sold)}
        error={sold.error}
        onRetry={() => void sold.refetch()}
        page={search.page ?? 1}
        onPage={(page) => go({ ...search, page })}
        onNew={() => product.open(null)}
        onEdit={product.open}
        onDelete={(one) => removing.open({ kind: 'product', product: one })}
      />
      <RolesList
        rows={allRoles}
        state={stateOf(plans)}
        error={plans.error}
        onRetry={() => void plans.refetch()}
        page={search.roles ?? 1}
        onPage={(page) => go({ ...search, roles: page })}
        onNew={() => role.open(null)}
        onEdit={role.open}
        onDelete={(one) => removing.open({ kind: 'role', role: one })}
      />
      <ProductDialog opened={product.opened} product={product.it} roles={allRoles} onClose={product.close} />
      <RoleDialog opened={role.opened} role={role.it} onClose={role.close} />
      {removing.it && <RemoveDialog removing={removing.it} opened={removing.opened} onClose={removing.close} />}
    </>
  );
};
