-- How the bytes of a report are read: what stands between its cells, how its days are written, what its columns hold, how many lines
-- it has and what its amounts come to. Of a report from before it is not known, and its cells are taken for text.
alter table report_run add column layout jsonb;
