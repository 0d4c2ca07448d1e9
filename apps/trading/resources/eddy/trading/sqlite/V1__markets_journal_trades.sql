-- For SQLite; ../db has the same tables for MariaDB.

create table if not exists market (
  market integer primary key autoincrement,
  product text not null unique
);

-- What each market has done, in order: its book follows from it.
create table if not exists journal (
  market integer not null,
  seq integer not null,
  millis integer not null,
  action text not null,
  order_id integer,
  trader text,
  side text,
  kind text,
  lots integer,
  price integer,
  stop_price integer,
  lifetime text,
  until_millis integer,
  post_only integer,
  order_key text,
  primary key (market, seq)
) without rowid;

create table if not exists trade (
  id integer primary key autoincrement,
  market integer not null,
  trade_number integer not null,
  seq integer not null,
  millis integer not null,
  price integer not null,
  lots integer not null,
  maker_order integer not null,
  maker_trader text not null,
  taker_order integer not null,
  taker_trader text not null,
  taker_side text not null,
  unique (market, trade_number)
);
