-- The entities that are there. A deletion removes the row first. The other databases announce the deletion of some of
-- them to each pipeline; here nobody does, since no batch runs meanwhile.
CREATE MEMORY TABLE IF NOT EXISTS restante_entity_presence (
  entity BIGINT PRIMARY KEY,
  deletion_announced BOOLEAN DEFAULT FALSE NOT NULL
);

ALTER TABLE restante_pipeline ADD COLUMN IF NOT EXISTS announced_deletions BIGINT DEFAULT 0 NOT NULL;

INSERT INTO restante_entity_presence (entity) SELECT e.id FROM restante_entity e WHERE e.name NOT LIKE '$gone/%'
  AND NOT EXISTS (SELECT 1 FROM restante_entity_presence p WHERE p.entity = e.id);
