-- When jobs ended, for those who watch, and by which worker they were taken.
alter table greenroom_batch.job add column ended_at timestamptz;
alter table greenroom_batch.job add column worker text;
update greenroom_batch.job set ended_at = now() where state = 'ended';
create index job_ended on greenroom_batch.job (batch, ended_at) where state = 'ended';
create index job_of_worker on greenroom_batch.job (worker) where state = 'running';
