-- Batches, their jobs, and one result per key.
-- json, not jsonb: text of a package may hold a NUL, which jsonb refuses.
create schema if not exists greenroom_batch;

create table greenroom_batch.batch (
  id text primary key,
  asked json not null,
  created_at timestamptz not null default now()
);

create table greenroom_batch.job (
  batch text not null references greenroom_batch.batch (id) on delete cascade,
  location text not null,
  number bigint not null,
  shown text not null,
  stamp text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ended')),
  attempts integer not null default 0,
  outcome text,
  ended json,
  primary key (batch, location)
);

create table greenroom_batch.result (
  key text primary key,
  kept json not null,
  kept_at timestamptz not null default now()
);
