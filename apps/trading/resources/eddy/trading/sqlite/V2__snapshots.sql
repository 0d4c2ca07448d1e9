-- Markets as they were after an entry of their journal, so that a start need not read all of it. They follow
-- from the journal too: nothing is lost when they are deleted.

create table if not exists snapshot (
  market integer not null,
  seq integer not null,
  length integer not null,
  sha256 text not null,
  primary key (market, seq)
) without rowid;

create table if not exists snapshot_part (
  market integer not null,
  seq integer not null,
  part integer not null,
  bytes blob not null,
  primary key (market, seq, part)
);
