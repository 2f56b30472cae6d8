-- Tables for queries of the outcome of a commit whose response was lost. After its incarnation is forgotten, the row of
-- a pipeline stays until kept_until, which is null before.
ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS kept_until BIGINT;

-- Void batches: batches that did not commit and never will, although their pipeline has committed later batches. Their
-- callers may not know the outcome yet.
CREATE MEMORY TABLE IF NOT EXISTS restante_void_batch (
  incarnation BIGINT NOT NULL,
  pipeline_number INTEGER NOT NULL,
  batch BIGINT NOT NULL,
  PRIMARY KEY (incarnation, pipeline_number, batch)
);

-- Outcome counters of tracked transactions, which are not batches. Each transaction increments its own counter, which
-- no other transaction uses at the same time.
CREATE MEMORY TABLE IF NOT EXISTS restante_lane (
  id BIGINT PRIMARY KEY,
  last_step BIGINT NOT NULL,
  kept_until BIGINT NOT NULL
);
