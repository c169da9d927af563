-- What is on sale: a product grants its plan roles for `period_days` with each month that is bought.
create table product (
  id          bigint generated always as identity primary key,
  name        text not null,
  description text not null,
  notice      text not null default '',
  price_cents integer not null check (price_cents >= 0),      -- euro cents a month; 0: cannot be bought, everybody has it
  period_days integer not null check (period_days > 0),
  priority    integer not null default 0,                     -- the order on the site, lowest first
  active      boolean not null default false
);

create table product_role (
  product_id bigint not null references product (id) on delete cascade,
  role_id    bigint not null references plan_role (id),
  primary key (product_id, role_id)
);
create index product_role_role on product_role (role_id);

insert into product (name, description, notice, price_cents, period_days, priority, active) values
  ('Free', '1,000 requests a day for one project.', 'No card needed.', 0, 31, 1, true),
  ('Basic', '25,000 requests a day for an application with users.', 'Paid once for the months you pick.', 900, 31, 2, true),
  ('Pro', '250,000 requests a day for many applications.', 'Paid once for the months you pick.', 3900, 31, 3, true);
insert into product_role (product_id, role_id)
  select p.id, r.id from product p join plan_role r on r.rol = upper(p.name);
