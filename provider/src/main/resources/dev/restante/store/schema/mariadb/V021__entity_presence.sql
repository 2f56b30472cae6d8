-- The entities that are there. Batches lock the rows of the entities in which they store something, so that these
-- entities can't be deleted meanwhile. A deletion removes the row first. Whoever deletes a queue that lasts counts up the
-- number of announced deletions of each pipeline before it looks whether the queue is empty. Batches compare that number,
-- so they need not lock the rows of such queues that their pipeline has seen.
CREATE TABLE IF NOT EXISTS restante_entity_presence (
  entity BIGINT PRIMARY KEY,
  deletion_announced BOOLEAN NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC;

ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS announced_deletions BIGINT NOT NULL DEFAULT 0;

INSERT IGNORE INTO restante_entity_presence (entity, deletion_announced)
SELECT id, kind = 1 AND lasting FROM restante_entity WHERE name NOT LIKE '$gone/%';
