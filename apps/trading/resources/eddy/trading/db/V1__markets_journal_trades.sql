-- For MariaDB; ../sqlite has the same tables. Each statement can run again, after a kill between two of them:
-- MariaDB commits each change of a table. ${exact} makes texts differ by case where the database would
-- not.

create table if not exists market (
  market int not null auto_increment primary key,
  product varchar(16) ${exact} not null unique
);

-- What each market has done, in order: its book follows from it.
create table if not exists journal (
  market int not null,
  seq bigint not null,
  millis bigint not null,
  action varchar(8) not null,
  order_id bigint,
  trader varchar(32) ${exact},
  side varchar(4),
  kind varchar(9),
  lots bigint,
  price bigint,
  stop_price bigint,
  lifetime varchar(9),
  until_millis bigint,
  post_only boolean,
  order_key varchar(64) ${exact},
  primary key (market, seq)
);

create table if not exists trade (
  id bigint not null auto_increment primary key,
  market int not null,
  trade_number bigint not null,
  seq bigint not null,
  millis bigint not null,
  price bigint not null,
  lots bigint not null,
  maker_order bigint not null,
  maker_trader varchar(32) ${exact} not null,
  taker_order bigint not null,
  taker_trader varchar(32) ${exact} not null,
  taker_side varchar(4) not null,
  unique (market, trade_number)
);
