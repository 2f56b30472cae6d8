-- Entity presence: entities that can receive deliveries. A batch locks the presence rows of the entities in which it
-- stores deliveries, so that these entities cannot be deleted during the batch. A deletion first removes the presence
-- row. The deletion of a permanent queue increments the number of announced deletions of each pipeline before it checks
-- whether the queue is empty. Batches compare this number, so a pipeline locks the presence row of such a queue only
-- once.
CREATE TABLE IF NOT EXISTS restante_entity_presence (
  entity BIGINT PRIMARY KEY,
  deletion_announced BOOLEAN NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC;

ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS announced_deletions BIGINT NOT NULL DEFAULT 0;

INSERT IGNORE INTO restante_entity_presence (entity, deletion_announced)
SELECT id, kind = 1 AND lasting FROM restante_entity WHERE name NOT LIKE '$gone/%';
