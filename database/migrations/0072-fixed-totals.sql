-- Whether something of a price is agreed once, as holiday and orders are, instead of being charged on and on. Asked of each
-- running price whenever somebody reads their benefits: a price with its derivation is long, kept away from its row, and
-- took three pages and most of the question's time to be opened for it.
alter table selection_version
  add column fixed_total boolean not null
  generated always as (coalesce(price @? '$.parts[*] ? (@.spread.kind != "recurring")', false)) stored;
