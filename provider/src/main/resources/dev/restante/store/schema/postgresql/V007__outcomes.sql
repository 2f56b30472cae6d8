-- What tells later what became of a commit whose answer was lost. A pipeline's row stays for a while after its
-- incarnation was forgotten: until kept_until, which is null before that.
ALTER TABLE restante_pipeline ADD COLUMN kept_until BIGINT;

-- Batches that were not committed and never will be, though their pipeline has committed later ones: whoever waited for
-- them does not know.
CREATE TABLE restante_void_batch (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  PRIMARY KEY (incarnation, pipeline_number, batch)
);

-- The same for transactions that are no batches: each counts its lane up, and no other uses that lane meanwhile.
CREATE TABLE restante_lane (
  id BIGINT PRIMARY KEY,
  last_step BIGINT NOT NULL,
  kept_until BIGINT NOT NULL
);

ALTER TABLE restante_lane SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);
