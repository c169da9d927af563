-- Since when a provider is being told to take an order's money; null: nobody has, or no money was taken. The buyer cannot
-- cancel meanwhile, and nobody begins it for a purchase that is cancelled.
alter table purchase add column capture_at timestamptz;
